import type { ArchivedRow } from '../../archives/index.ts';
import type { EventType } from '../../events/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
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
  comments: ({ content = null }) => ({ content_folded: fold(content) }),
  reactions: ({ comment_id = null, ticket_id = null }) => ({ item_id: comment_id ?? ticket_id }),
  views: ({ name = null, project_id = null, workspace_id = null, owner_id = null }) => ({
    name_folded: fold(name),
    place_id: project_id ?? workspace_id ?? owner_id,
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
    links: ({ url }) => url === undefined || /^https?:\/\//i.test(String(url)),
    views: ({ scope, query, display }) =>
      viewScopes.includes(String(scope)) && isQuery(query) && isObject(display),
    events: ({ type, data }) => {
      const payload = payloads.get(String(type));
      return payload !== undefined && isObject(data) && ajv.compile(payload)(data);
    },
  };
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFieldValue = (value: unknown) =>
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every((item) => typeof item === 'string'));
