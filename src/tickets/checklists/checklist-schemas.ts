import type { Static } from 'typebox';
import { id, nullable, timestamp, trimmed } from '../../platform/field-schemas.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { PublicUser, userIn } from '../../users/index.ts';
import { type ChecklistEntry, checklistLimits } from './checklist.ts';

const text = () => trimmed(1, checklistLimits.textLength, { examples: ['Tell support'] });

export const ChecklistItem = Type.Object(
  {
    id: id(),
    ticketId: id(),
    text: Type.String({ examples: ['Tell support'] }),
    done: Type.Boolean({ examples: [false] }),
    position: Type.Integer({ description: 'Its place among the items, from 0', examples: [0] }),
    assignee: nullable(PublicUser),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'ChecklistItem' },
);

export const Checklist = Type.Object(
  {
    total: Type.Integer({ examples: [3] }),
    done: Type.Integer({ examples: [1] }),
    items: Type.Array(ChecklistItem, { description: 'In order' }),
  },
  { title: 'Checklist' },
);

/** The texts of a new checklist. */
export const checklistTexts = () =>
  Type.Array(text(), {
    maxItems: checklistLimits.items,
    description: 'The items of the checklist, in order',
    examples: [['Tell support', 'Update the status page']],
  });

const changeable = {
  done: Type.Optional(Type.Boolean({ examples: [true] })),
  assigneeId: Type.Optional(
    nullable(
      id({
        description: 'An id, an e-mail address or `me`: somebody who may read the ticket; null is nobody',
      }),
    ),
  ),
  position: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1_000,
      description: 'Its place among the items, from 0; the end where there are fewer',
      examples: [0],
    }),
  ),
};
export const ItemInput = Type.Object({ text: text(), ...changeable });
export const ItemPatch = Type.Object({ text: Type.Optional(text()), ...changeable });

export const presentItem = (item: ChecklistEntry) =>
  present(ChecklistItem, item, { assignee: userIn(item, 'assignee') });

export const presentChecklist = (items: ChecklistEntry[]): Static<typeof Checklist> => ({
  total: items.length,
  done: items.filter(({ done }) => done).length,
  items: items.map(presentItem),
});
