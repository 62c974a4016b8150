import { useLayoutEffect } from 'react';
import { type KeyBinding, type KeyGroup, useKeys } from '../../parts/keys/keys.ts';
import { getLateTicket, type LateTicket, withLateTicket } from '../ticket/late-ticket.ts';
import { verbKeys } from './verb-keys.ts';
import { type FindTarget, findTarget, setOpenTicket, setShownTickets } from './verb-target.ts';

/**
 * The keys of the verbs on tickets, for a list, a board and the ticket itself. `find` is called when a key is pressed; if
 * it returns nothing, the key does nothing. The verbs are loaded late: their names are read when the keyboard map is shown.
 * What is itself loaded late gives them as `verbs`: otherwise the keys after the first one would be handled before it.
 */
export function useVerbKeys(
  find: FindTarget,
  group: Extract<KeyGroup, 'lists' | 'ticket'>,
  verbs?: Pick<LateTicket, 'openMenuByKey' | 'runVerb'>,
): void {
  const withVerbs: (run: (given: NonNullable<typeof verbs>) => void) => void = verbs
    ? (run) => run(verbs)
    : withLateTicket;
  // A list behind the drawer has the same keys, but they act on the open ticket.
  useLayoutEffect(() => (group === 'lists' ? setShownTickets : setOpenTicket)(find));
  const openMenu = () => withVerbs((late) => late.openMenuByKey());
  useKeys([
    ...Object.entries({ ...verbKeys, menu: '.' }).map(
      ([id, keys]): KeyBinding => ({
        keys,
        group,
        get name() {
          return getLateTicket()?.titleOf(id, group) ?? '';
        },
        run: () => {
          const target = findTarget();
          if (target) withVerbs((late) => late.runVerb(id, target));
        },
      }),
    ),
    { keys: 'ContextMenu', run: openMenu },
    { keys: 'Shift+F10', run: openMenu },
  ]);
}
