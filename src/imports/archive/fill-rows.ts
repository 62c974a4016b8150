import type { ArchivedRow } from '../../archives/index.ts';
import { type EventType, isForgotten } from '../../events/index.ts';
import { nullable } from '../../platform/field-schemas.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { Type } from '../../platform/schema.ts';
import { strictAjv } from '../../platform/validation/index.ts';
import { SavedQuery, ticketImport, Workflow } from '../../tickets/index.ts';
import type { StoredRow } from './archive-row-store.ts';

const fold = (text: StoredRow[string]) => (typeof text === 'string' ? foldCase(text) : null);

/** Computes the columns that an archive leaves out because they derive from the others. */
export const filledColumns: Readonly<Record<string, (row: StoredRow, importId: string) => StoredRow>> = {
  people: ({ name = null, email = null, email_verified = null, created_at = null }) => ({
    name_folded: fold(name),
    email_folded: fold(email),
    email_verified: email_verified ?? 0,
    updated_at: created_at,
  }),
  projects: ({ name = null, description = null }) => ({
    name_folded: fold(name),
    description_folded: fold(description),
  }),
  fields: ({ name = null }) => ({ name_folded: fold(name) }),
  labels: ({ name = null }) => ({ name_folded: fold(name) }),
  templates: ({ name = null }) => ({ name_folded: fold(name) }),
  // Imported schedules start paused: nobody here has asked for tickets that create themselves.
  schedules: ({ paused_at = null, pause_reason = null, created_at = null }) => ({
    paused_at: paused_at ?? created_at,
    pause_reason: pause_reason ?? 'person',
  }),
  tickets: ({ title = null, description = null }) => ({
    title_folded: fold(title),
    description_folded: fold(description),
  }),
  criteria: ({ text = null }) => ({ text_folded: fold(text) }),
  comments: ({ content = null }) => ({ content_folded: fold(content) }),
  reactions: ({ comment_id = null, ticket_id = null }) => ({ item_id: comment_id ?? ticket_id }),
  views: ({ name = null, project_id = null, workspace_id = null, owner_id = null }) => ({
    name_folded: fold(name),
    place_id: project_id ?? workspace_id ?? owner_id,
  }),
  // Where the task would wait and be counted if somebody retries it.
  agentTasks: ({ agent_id = null, project_id = null }) => ({
    queue_id: agent_id ?? project_id ?? 'instance',
    cap_key: project_id ?? 'instance',
  }),
  originalKeys: (_, importId) => ({ import_id: importId }),
};

type Check = (row: ArchivedRow) => boolean;

/**
 * Checks what the constraints of the tables do not. A row that fails is left out: the code that reads these columns
 * relies on their form, and an archive may have been made by hand.
 */
export function newRowChecks(
  catalogue: readonly EventType[],
  viewScopes: readonly string[],
): Readonly<Record<string, Check>> {
  const ajv = strictAjv();
  const isWorkflow = ajv.compile(Workflow);
  const isQuery = ajv.compile(SavedQuery);
  const isOptions = ajv.compile(ticketImport.FieldOptions);
  const isUsage = ajv.compile(StoredUsage);
  const isValues = ajv.compile(ticketImport.storedFieldValues());
  const payloads = new Map(catalogue.map((type) => [type.name, type.payload]));
  return {
    people: ({ email }) => typeof email === 'string' && email.includes('@'),
    projects: ({ workflow }) => workflow === undefined || isWorkflow(workflow),
    fields: ({ options, defaultValue }) =>
      isOptions(options) && (defaultValue === undefined || isFieldValue(defaultValue)),
    tickets: ({ fieldValues, rank }) =>
      (fieldValues === undefined || isValues(fieldValues)) && /^[0-9A-Za-z]{1,200}$/.test(String(rank)),
    templates: ({ content }) => isObject(content),
    schedules: ({ content }) => isObject(content),
    links: ({ url }) => isWebAddress(url),
    views: ({ scope, query, display }) =>
      viewScopes.includes(String(scope)) && isQuery(query) && isObject(display),
    agentTasks: ({ state, completedAt, source, input, usage }) =>
      endedStates.has(String(state)) &&
      completedAt !== undefined &&
      isObject(source) &&
      'event' in source &&
      isObject(input) &&
      (usage === undefined || isUsage(usage)),
    agentTaskArtifacts: ({ url }) => isWebAddress(url),
    events: ({ type, data }) => {
      const payload = payloads.get(String(type));
      if (payload !== undefined && isForgotten(JSON.stringify(data))) return true;
      return payload !== undefined && isObject(data) && ajv.compile(payload)(data);
    },
  };
}

const currencyCode = Type.String({ pattern: '^[A-Z]{3}$' });
/** What the reader of `agent_tasks.usage` relies on. */
const StoredUsage = Type.Object({
  inputTokens: Type.Integer(),
  outputTokens: Type.Integer(),
  cachedTokens: Type.Integer(),
  seconds: Type.Integer(),
  costs: Type.Array(Type.Object({ amount: Type.Integer(), currency: currencyCode })),
  currency: Type.Optional(nullable(currencyCode)),
});
const endedStates = new Set(['completed', 'failed', 'timed_out', 'cancelled']);
const isWebAddress = (url: unknown) => url === undefined || /^https?:\/\//i.test(String(url));
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFieldValue = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));
