import { useRef } from 'react';
import type { TicketRow } from '../../replica/index.ts';
import { runVerb, useVerbKeys } from '../verbs/index.ts';
import { openMenuByKey } from '../verbs/open-menu.ts';

const verbs = { openMenuByKey, runVerb };

/** The keys of an open ticket. Returns the ref of its element, in which they find their targets. */
export function useTicketKeys(row: TicketRow, isGone: boolean) {
  const view = useRef<HTMLDivElement>(null);
  useVerbKeys(
    () => {
      const element = view.current;
      if (!element || isGone) return undefined;
      const find = (selector: string) => element.querySelector(selector);
      const controls: Record<string, () => Element | null> = {
        menu: () => document.querySelector('[data-ticket-more]'),
        relation: () => find('[data-ticket-relation]'),
        remind: () => document.querySelector('[data-ticket-remind]'),
      };
      const at = (what: string) =>
        (controls[what] ?? (() => find(`[data-field="${what}"] :is(button, input, select)`)))() ??
        find('[data-ticket-title]') ??
        element;
      return { ids: [row.id], at, view: element };
    },
    'ticket',
    verbs,
  );
  return view;
}
