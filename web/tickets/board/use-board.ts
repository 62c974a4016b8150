import { type RefObject, useLayoutEffect, useState } from 'react';
import { m } from '../../messages/index.ts';
import { useKeys } from '../../parts/keys/keys.ts';
import { useStatusLabel } from '../../parts/own-statuses.ts';
import type { TicketStatus } from '../../parts/ticket-words.ts';
import { readRow } from '../../replica/index.ts';
import { useSearchText } from '../../router/index.ts';
import type { Columns } from '../active-row.ts';
import { openTicketMenu, type TicketAction, useFieldKeys, whatOf } from '../fields/index.ts';
import { useHasSelection } from '../list/selection.ts';
import { openInDrawer } from '../open-in-drawer.ts';
import { keepFocus, useActiveRow } from '../use-active-row.ts';
import { type BoardActions, type BoardCell, BoardControl, cellId } from './board-control.ts';
import { gapOfPosition, gapOneStep, isInGap } from './drop-place.ts';
import { moveCards } from './move-cards.ts';
import type { MoveRequest } from './move-dialog.tsx';
import { columnsOfSwimlanes, type Swimlane, type SwimlaneField } from './swimlanes.ts';
import { useBoardDrag } from './use-board-drag.ts';

interface BoardOptions {
  root: RefObject<HTMLElement | null>;
  statuses: readonly TicketStatus[];
  /** The tickets of each status. */
  ids: Columns;
  swimlanes: readonly Swimlane[] | undefined;
  swimlaneField: SwimlaneField | undefined;
  /** True if the order is manual, so that a drop chooses a place. */
  isManual: boolean;
  canChange: boolean;
}

/** The actions on a board, by mouse, touch, keys and menu. All of them end in `moveCards`. */
export function useBoard({
  root,
  statuses,
  ids,
  swimlanes,
  swimlaneField,
  isManual,
  canChange,
}: BoardOptions) {
  const openKey = useSearchText('ticket');
  const statusName = useStatusLabel();
  const [announcement, announce] = useState('');
  const [moveRequest, setMoveRequest] = useState<MoveRequest>();
  const columns = swimlanes ? columnsOfSwimlanes(swimlanes, statuses.length) : ids;

  const open = (id: string, replace = false) => openInDrawer(readRow(id)?.key ?? id, { replace });
  const active = useActiveRow(columns, {
    isBoard: true,
    scrollTo: ({ column, index }) => reveal(columns[column]?.[index]),
    onStep: (id) => {
      if (openKey !== undefined) open(id, true);
    },
  });
  const reveal = (id: string | undefined) => {
    const cell = id === undefined ? undefined : control.cellOf(id);
    cell?.scrollTo(cell.ids.indexOf(id ?? ''));
    cell?.element.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  };

  const move = (moved: readonly string[], cell: BoardCell, gap: number) => {
    const [first] = moved;
    const row = first === undefined ? undefined : readRow(first);
    if (!row || first === undefined) return;
    const isSameCell = moved.every((id) => cell.ids.includes(id));
    if (isSameCell && (!isManual || isInGap(cell.ids, gap, moved))) return;
    const what = namesOf(moved);
    moveCards({
      moved,
      status: cell.status,
      summary: isSameCell ? '' : m.board.movedTo(what, statusName(cell.status)),
      ...(isManual && { target: { ids: cell.ids, gap } }),
      ...(swimlaneField &&
        cell.swimlane !== undefined && { swimlane: { field: swimlaneField, value: cell.swimlane } }),
    });
    active.activate(first);
    if (isSameCell) {
      const others = cell.ids.slice(0, gap).filter((id) => !moved.includes(id)).length;
      announce(m.board.movedWithin(what, others + 1, cell.ids.length));
    }
  };

  const actions: BoardActions = {
    open: (id) => {
      active.activate(id);
      open(id);
    },
    openMenu: (id, at) => openTicketMenu(takeAlong(id), at, menuActions(id)),
    takeAlong: (id) => takeAlong(id),
    drop: move,
  };
  const [control] = useState(() => new BoardControl(active, actions));
  useLayoutEffect(() => {
    control.actions = actions;
  });
  const takeAlong = (id: string) =>
    control.selection.has(id) ? columns.flat().filter(control.selection.has) : [id];
  /** The alternative to dragging, for people who cannot drag (WCAG 2.5.7). */
  const menuActions = (id: string): TicketAction[] => [
    {
      icon: 'board',
      name: m.board.moveTo,
      run: () => setMoveRequest({ moved: takeAlong(id), what: namesOf(takeAlong(id)) }),
    },
  ];
  useBoardDrag(root, control);
  useFieldKeys(() => {
    const card = active.id === undefined ? undefined : elementOf(active.id);
    if (active.id === undefined || !card) return undefined;
    return { ids: takeAlong(active.id), at: card, more: menuActions(active.id) };
  }, 'lists');

  /** Runs with the active card, if the person may change it. */
  const onActive = (run: (id: string, cell: BoardCell) => void) => () => {
    const cell = active.id === undefined ? undefined : control.cellOf(active.id);
    if (!canChange || active.id === undefined || !cell) return;
    keepFocus(active);
    run(active.id, cell);
  };
  const stepWithin = (direction: 'up' | 'down') =>
    onActive((id, cell) => {
      if (!isManual) return announce(m.board.notManual);
      const gap = gapOneStep(cell.ids, id, direction);
      if (gap !== undefined) move([id], cell, gap);
    });
  const stepAcross = (distance: -1 | 1) =>
    onActive((id, cell) => {
      const status = statuses[statuses.indexOf(cell.status) + distance];
      const target = status && control.cells.get(cellId(status, cell.swimlane));
      if (target) move(takeAlong(id), target, Math.min(cell.ids.indexOf(id), target.ids.length));
    });
  const hasSelection = useHasSelection(control.selection);
  const group = 'lists';
  useKeys([
    ...(hasSelection ? [{ keys: 'Escape', run: () => control.selection.clear() }] : []),
    { keys: 'o', name: m.board.keys.open, group, run: () => active.id !== undefined && open(active.id) },
    {
      ...{ keys: 'x', name: m.board.keys.select, group },
      run: () => active.id !== undefined && control.selection.toggle(active.id),
    },
    { keys: 'Shift+ArrowLeft', name: m.board.keys.moveLeft, group, run: stepAcross(-1) },
    { keys: 'Shift+ArrowRight', name: m.board.keys.moveRight, group, run: stepAcross(1) },
    { keys: 'Shift+ArrowUp', name: m.board.keys.moveUp, group, run: stepWithin('up') },
    { keys: 'Shift+ArrowDown', name: m.board.keys.moveDown, group, run: stepWithin('down') },
  ]);

  return {
    control,
    columns: ids,
    openKey,
    /** Makes the ticket in the drawer the active card and scrolls it into view beside the drawer. */
    follow: (id: string) => {
      active.activate(id);
      requestAnimationFrame(() => reveal(id));
    },
    announcement,
    moveRequest,
    closeMove: () => setMoveRequest(undefined),
    moveTo: (moved: readonly string[], status: TicketStatus, position: number) => {
      const shown = ids[statuses.indexOf(status)] ?? [];
      const gap = gapOfPosition(shown, position, new Set(moved));
      keepFocus(active);
      move(moved, { status, swimlane: undefined, ids: shown, isFolded: false }, gap);
    },
  };
}

const namesOf = (ids: readonly string[]) => whatOf(ids.flatMap((id) => readRow(id) ?? []));

const elementOf = (id: string) => document.querySelector(`[data-card="${CSS.escape(id)}"]`) ?? undefined;
