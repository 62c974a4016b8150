import { m } from '../../messages/index.ts';
import { type KeyBinding, type KeyGroup, useKeys } from '../../parts/keys.ts';
import { changeField } from './change-field.ts';
import { copyTickets } from './copy-tickets.ts';
import { fieldKeys } from './field-names.ts';
import type { FieldName } from './field-values.ts';
import { readKnown, readRows } from './known.ts';
import { mayNotChange } from './may-change.ts';
import { openCopyMenu, openField, openTicketMenu, type TicketAction } from './open-field.ts';

export interface KeyTarget {
  /** The selected tickets, or the active one. */
  ids: readonly string[];
  /** Where pickers open. */
  at: Element;
  /** What the menu offers besides. */
  more?: readonly TicketAction[];
}

/**
 * The keys that change tickets, for a list, a board and the ticket itself. `target` is asked when a key is pressed; without
 * one the key does nothing.
 */
export function useFieldKeys(target: () => KeyTarget | undefined, group: KeyGroup): void {
  const onTarget = (run: (target: KeyTarget) => void) => () => {
    const found = target();
    if (found && found.ids.length > 0) run(found);
  };
  const opening = (field: FieldName, name: string): KeyBinding => ({
    keys: fieldKeys[field] ?? '',
    name,
    group,
    run: onTarget(({ ids, at }) => openField(field, ids, at)),
  });
  const { keys } = m.fields;
  useKeys([
    opening('status', keys.status),
    opening('assignee', keys.assignee),
    opening('priority', keys.priority),
    opening('labels', keys.labels),
    opening('dueDate', keys.dueDate),
    opening('group', keys.group),
    opening('type', keys.type),
    { keys: 'i', name: keys.assignMe, group, run: onTarget(({ ids }) => assignMe(ids)) },
    {
      keys: '.',
      name: keys.more,
      group,
      run: onTarget(({ ids, at, more }) => openTicketMenu(ids, at, more)),
    },
    { keys: 'y', name: keys.copyKey, group, run: onTarget(({ ids }) => copyTickets(ids, 'key')) },
    { keys: 'Shift+y', name: keys.copyLink, group, run: onTarget(({ ids }) => copyTickets(ids, 'link')) },
    { keys: 'Alt+y', name: keys.copyAs, group, run: onTarget(({ ids, at }) => openCopyMenu(ids, at)) },
  ]);
}

function assignMe(ids: readonly string[]): void {
  const [rows, known] = [readRows(ids), readKnown()];
  if (mayNotChange(rows, known) !== undefined) return;
  changeField(rows, { assigneeId: known.me.id }, (what) => m.fields.done.assignee(what, known.me.name));
}
