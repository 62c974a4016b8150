import { m } from '../../messages/index.ts';
import { type KeyBinding, type KeyGroup, useKeys } from '../../parts/keys/keys.ts';
import { assignMe } from './assign-me.ts';
import { copyTickets } from './copy-tickets.ts';
import { fieldKeys, fieldLabel } from './field-names.ts';
import type { FieldName } from './field-values.ts';
import { readKnown, readRows } from './known.ts';
import { mayNotChange } from './may-change.ts';
import { openCopyMenu, openField, openTicketMenu, type TicketAction } from './open-field.ts';

export interface KeyTarget {
  /** The selected tickets, or the active one. */
  ids: readonly string[];
  /** Where pickers open: at the row or card or, in an open ticket, at the control of the field. */
  at: Element | ((what: FieldName | 'menu') => Element);
  /** Further actions of the menu. */
  more?: readonly TicketAction[];
}

type Run = (
  ids: readonly string[],
  at: (what: FieldName | 'menu') => Element,
  more?: readonly TicketAction[],
) => void;
type FindTarget = () => KeyTarget | undefined;

let openTicket: FindTarget | undefined;

/** While a ticket is open over a list, the keys of both act on it. Returns the cleanup function. */
export function setOpenTicket(target: FindTarget): () => void {
  openTicket = target;
  return () => {
    if (openTicket === target) openTicket = undefined;
  };
}

/**
 * The keys that change tickets, for a list, a board and the ticket itself. `target` is called when a key is pressed; if
 * it returns nothing, the key does nothing.
 */
export function useFieldKeys(target: FindTarget, group: KeyGroup): void {
  const onTarget = (run: Run) => () => {
    const found = openTicket?.() ?? target();
    if (!found || found.ids.length === 0) return;
    const { at } = found;
    run(found.ids, typeof at === 'function' ? at : () => at, found.more);
  };
  const { keys } = m.fields;
  const opening = ([field, key]: [string, string]): KeyBinding => ({
    keys: key,
    name: (keys as Record<string, string>)[field] ?? m.fields.change(fieldLabel(field as FieldName)),
    group,
    run: onTarget((ids, at) => {
      const name = field as FieldName;
      if (mayNotChange(readRows(ids), readKnown()) === undefined) openField(name, ids, at(name));
    }),
  });
  useKeys([
    ...Object.entries(fieldKeys).map(opening),
    { keys: 'i', name: keys.assignMe, group, run: onTarget(assignMe) },
    {
      keys: '.',
      name: keys.more,
      group,
      run: onTarget((ids, at, more) => openTicketMenu(ids, at('menu'), more)),
    },
    { keys: 'y', name: keys.copyKey, group, run: onTarget((ids) => void copyTickets(ids, 'key')) },
    { keys: 'Shift+y', name: keys.copyLink, group, run: onTarget((ids) => void copyTickets(ids, 'link')) },
    { keys: 'Alt+y', name: keys.copyAs, group, run: onTarget((ids, at) => openCopyMenu(ids, at('menu'))) },
  ]);
}
