import { useLayoutEffect, useState } from 'react';
import { m } from '../../messages/index.ts';
import { isClosed } from '../../parts/ticket-words.ts';
import { readRow } from '../../replica/index.ts';
import { openTicketMenu } from '../fields/index.ts';
import { openInDrawer } from '../open-in-drawer.ts';
import { type TimelineActions, TimelineControl } from './timeline-control.ts';
import { useMoveDates } from './use-move-dates.ts';

/** The actions on a timeline, by mouse, touch, keys and menu. */
export function useTimeline(goTo: (day: number) => void) {
  const { moveTicket, moveGroup, moved, announcement } = useMoveDates();
  const actions: TimelineActions = {
    goTo,
    open: (id) => openInDrawer(readRow(id)?.key ?? id),
    openMenu: (id, at) => openTicketMenu([id], at, actions.menuActions(id)),
    menuActions: (id) => {
      const row = readRow(id);
      if (!row || isClosed(row)) return [];
      return [
        { icon: 'arrow-left', name: m.timeline.weekEarlier, run: () => moveTicket(id, -7) },
        { icon: 'arrow-right', name: m.timeline.weekLater, run: () => moveTicket(id, 7) },
      ];
    },
    move: ({ kind, id }, edge, days) => {
      if (kind === 'ticket') moveTicket(id, days);
      else moveGroup(id, edge, days);
    },
  };
  const [control] = useState(() => new TimelineControl(actions));
  useLayoutEffect(() => {
    control.actions = actions;
  });
  return { control, moved, announcement };
}
