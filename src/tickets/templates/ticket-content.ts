import type { FieldMessages } from '../../platform/errors.ts';
import { isActive } from '../own-fields/own-field.ts';
import { parseFieldValue } from '../own-fields/parse-field-value.ts';
import { type FieldInput, setFieldValues } from '../own-fields/set-field-values.ts';
import type { NewTicket } from '../ticket-input.ts';
import type { TicketHome, TicketLookups } from '../ticket-lookups.ts';
import { findReferenceProblems, resolveAssignee, resolveLabels } from '../ticket-references.ts';
import type { TicketContent } from './template.ts';

type ContentHome = Pick<TicketHome, 'homeId' | 'projectId' | 'projectName' | 'projectKey' | 'workspaceId'> & {
  fieldCount: number;
};

/** Absent, null and empty fields are left open. */
export type ContentInput = {
  [N in keyof TicketContent]?: (N extends 'fields' ? FieldInput : TicketContent[N]) | null | undefined;
};

/** The project as the home of the tickets that a content makes. */
export const homeOfProject = (project: {
  id: string;
  name: string;
  key: string;
  workspaceId: string;
  fieldCount: number;
}): ContentHome => ({
  homeId: project.id,
  projectId: project.id,
  projectName: project.name,
  projectKey: project.key,
  workspaceId: project.workspaceId,
  fieldCount: project.fieldCount,
});

/** Parses the input of callers: names become ids, and problems are listed. */
export async function parseContent(
  lookups: TicketLookups,
  home: ContentHome,
  input: ContentInput,
): Promise<{ content: TicketContent; problems: FieldMessages }> {
  const assigneeId = await resolveAssignee(lookups, input.assigneeId);
  const labelIds = [...new Set(await resolveLabels(lookups, home.workspaceId, input.labelIds ?? []))].sort();
  const { values, problems } = await setFieldValues({
    fields: await lookups.ownFields(home),
    before: {},
    input: input.fields,
    findPerson: lookups.activePerson,
    isNew: false,
    areRequired: false,
  });
  const wrong = await findReferenceProblems(lookups, home, { labelsBefore: [] }, { assigneeId, labelIds });
  const content = { ...input, assigneeId, labelIds, fields: values };
  return { content: withoutEmpty(content), problems: { ...wrong, ...problems } };
}

function withoutEmpty(content: object): TicketContent {
  const isGiven = (value: unknown) =>
    value !== null &&
    value !== undefined &&
    value !== '' &&
    (typeof value !== 'object' || Object.keys(value).length > 0);
  return Object.fromEntries(Object.entries(content).filter(([, value]) => isGiven(value)));
}

/**
 * Removes disabled people, deleted labels, and values that the project's fields no longer accept: such changes must not
 * keep anybody from creating tickets.
 */
export async function withoutStale(
  lookups: TicketLookups,
  home: Pick<ContentHome, 'projectId' | 'workspaceId'> & { fieldCount?: number },
  content: TicketContent,
): Promise<TicketContent> {
  const { assigneeId, labelIds = [], fields = {}, ...rest } = content;
  const workspaces = labelIds.length > 0 ? await lookups.workspacesOfLabels(labelIds) : undefined;
  return withoutEmpty({
    ...rest,
    assigneeId: assigneeId && (await lookups.isActiveUser(assigneeId)) ? assigneeId : undefined,
    labelIds: labelIds.filter((id) => workspaces?.get(id) === home.workspaceId),
    fields: Object.keys(fields).length > 0 ? await currentValues(lookups, home, fields) : undefined,
  });
}

/** Updates the contents of a project's templates or schedules by removing stale parts. All labels are looked up at once. */
export async function withCurrentContents<Item extends { content: TicketContent }>(
  lookups: TicketLookups,
  project: Parameters<typeof homeOfProject>[0],
  items: Item[],
): Promise<Item[]> {
  await lookups.workspacesOfLabels(items.flatMap(({ content }) => content.labelIds ?? []));
  const home = homeOfProject(project);
  return Promise.all(
    items.map(async (item) => ({ ...item, content: await withoutStale(lookups, home, item.content) })),
  );
}

async function currentValues(
  lookups: TicketLookups,
  home: { projectId: string | null; fieldCount?: number },
  values: NonNullable<TicketContent['fields']>,
) {
  const current: NonNullable<TicketContent['fields']> = {};
  for (const field of await lookups.ownFields(home)) {
    const value = values[field.id];
    if (value === undefined || !isActive(field)) continue;
    const parsed = await parseFieldValue(field, value, lookups.activePerson);
    if ('value' in parsed && parsed.value !== null) current[field.id] = parsed.value;
  }
  return current;
}

/** Fills the gaps of the input from the content. Null is an answer, so it stays. */
export function fillFrom(content: TicketContent, input: NewTicket): NewTicket {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    ...content,
    ...Object.fromEntries(given),
    title: input.title || (content.title ?? ''),
    fields: input.fields === null ? null : { ...content.fields, ...input.fields },
  };
}
