import { Refusal } from '../platform/errors.ts';
import { instant, nullable } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import {
  checklistLimits,
  criterionLimits,
  estimateInput,
  parseCallerDate,
  type RelationKind,
  setRelations,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { ownFields } from './own-fields.ts';

const texts = (description: string | undefined, maxLength: number, maxItems = 50) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength }), { maxItems, ...(description && { description }) }),
  );

/** What create_ticket and update_ticket take besides texts and choices. */
export const ticketInputs = {
  parent: Type.Optional(Type.String({ description: 'Key or id; "" for none' })),
  labels: texts('Names', 200),
  blockedBy: texts('Keys', 100),
  relates: texts('Keys', 100),
  dueDate: Type.Optional(nullable(instant())),
  checklist: texts('Items; "[x] …" is done', checklistLimits.textLength + 4, checklistLimits.items),
  criteria: texts(undefined, criterionLimits.textLength, criterionLimits.criteria),
  estimate: Type.Optional(nullable(estimateInput())),
  // Without a description, to save context: a wrong one is refused with the names of the project.
  ownStatus: Type.Optional(Type.String()),
  fields: Type.Optional(ownFields),
};

interface References {
  parent?: string | undefined;
  labels?: string[] | undefined;
  dueDate?: string | null | undefined;
}

/** The fields of a ticket that other items or times are named in. */
export async function parseReferences(scope: Scope, { parent, labels, dueDate }: References) {
  return {
    ...(parent !== undefined && { parentId: parent === '' ? null : parent }),
    ...(labels && { labelIds: labels }),
    ...(dueDate !== undefined && { dueDate: await parseCallerDate(scope, dueDate) }),
  };
}

const kinds: Record<'blockedBy' | 'relates', RelationKind> = { blockedBy: 'blocked_by', relates: 'relates' };

/** Replaces the blockers and related tickets that are given. */
export async function writeRelations(
  scope: Scope,
  ticketId: string,
  given: { [N in keyof typeof kinds]?: string[] | undefined },
): Promise<void> {
  for (const field of ['blockedBy', 'relates'] as const) {
    const refs = given[field];
    if (refs) await setRelations(scope, ticketId, kinds[field], refs).catch((error) => rename(error, field));
  }
}

/** The relation calls the other ticket `ticketId`, which is no field of the tool. */
function rename(error: unknown, field: string): never {
  const problems = error instanceof Refusal ? error.details?.ticketId : undefined;
  if (!(error instanceof Refusal) || !problems) throw error;
  throw new Refusal(error.code, error.message, { details: { [field]: problems } });
}

/** An item as get_ticket shows it: `[x] text` is done, `[ ] text` and `text` are not. */
export function parseChecklist(lines: readonly string[]): { text: string; done: boolean }[] {
  return lines.map((line) => {
    const [, mark, text] = /^\[([ xX])\]\s*(.+)$/s.exec(line) ?? [];
    return { text: (text ?? line).slice(0, checklistLimits.textLength), done: mark?.toLowerCase() === 'x' };
  });
}
