import { type RefObject, useLayoutEffect, useState } from 'react';
import { m } from '../../messages/index.ts';
import { useKeys } from '../../parts/keys/keys.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { readBoot, readRow } from '../../replica/index.ts';
import { useSearchText } from '../../router/index.ts';
import type { Columns } from '../active-row.ts';
import { mayNotChange, openTicketMenu, whatOf } from '../fields/index.ts';
import { useHasSelection } from '../list/selection.ts';
import { openInDrawer } from '../open-in-drawer.ts';
import type { BoardField } from '../ticket-search.ts';
import { keepFocus, useActiveRow } from '../use-active-row.ts';
import { type TicketAction, useVerbKeys } from '../verbs/index.ts';
import { type BoardActions, type BoardCell, BoardControl, cellId } from './board-control.ts';
import { gapOfPosition, gapOneStep, isInGap } from './drop-place.ts';
import { moveCards } from './move-cards.ts';
import type { MoveRequest } from './move-dialog.tsx';
import { columnsOfSwimlanes, type Swimlane, type SwimlaneField } from './swimlanes.ts';
import type { BoardColumnState } from './use-board-columns.ts';
import { useBoardDrag } from './use-board-drag.ts';

interface BoardOptions {
  root: RefObject<HTMLElement | null>;
  field: BoardField;
  shown: readonly BoardColumnState[];
  /** The tickets of each column. */
  ids: Columns;
  swimlanes: readonly Swimlane[] | undefined;
  swimlaneField: SwimlaneField | undefined;
  canChange: boolean;
}

/** The actions on a board, by mouse, touch, keys and menu. All of them end in `moveCards`. */
export function useBoard({ root, field, shown, ids, swimlanes, swimlaneField, canChange }: BoardOptions) {
  const openKey = useSearchText('ticket');
  const nameOf = (value: string) => shown.find((column) => column.value === value)?.name ?? '';
  const [announcement, announce] = useState('');
  const [moveRequest, setMoveRequest] = useState<MoveRequest>();
  const columns = swimlanes ? columnsOfSwimlanes(swimlanes, shown.length) : ids;

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
    const { isManual } = cell;
    if (isSameCell && (!isManual || isInGap(cell.ids, gap, moved))) return;
    const mayNot = mayNotChange(
      moved.flatMap((id) => readRow(id) ?? []),
      readBoot(),
    );
    if (mayNot) {
      showToast({ text: mayNot });
      return;
    }
    const what = namesOf(moved);
    moveCards({
      moved,
      field,
      value: cell.value,
      summary: isSameCell ? '' : m.board.movedTo(what, nameOf(cell.value)),
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
  useVerbKeys((id = active.id) => {
    const card = id === undefined ? undefined : elementOf(id);
    return id !== undefined && card ? { ids: takeAlong(id), at: card, more: menuActions(id) } : undefined;
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
      if (!cell.isManual) return announce(m.board.notManual);
      const gap = gapOneStep(cell.ids, id, direction);
      if (gap !== undefined) move([id], cell, gap);
    });
  const stepAcross = (distance: -1 | 1) =>
    onActive((id, cell) => {
      const next = shown[shown.findIndex(({ value }) => value === cell.value) + distance];
      const target = next && control.cells.get(cellId(next.value, cell.swimlane));
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
    openKey,
    /** Makes the ticket in the drawer the active card and scrolls it into view beside the drawer. */
    follow: (id: string) => {
      active.activate(id);
      requestAnimationFrame(() => reveal(id));
    },
    announcement,
    moveRequest,
    closeMove: () => setMoveRequest(undefined),
    moveTo: (moved: readonly string[], value: string, position: number) => {
      const column = shown.find((one) => one.value === value);
      if (!column) return;
      const { isManual, view } = column;
      const gap = gapOfPosition(view.ids, position, new Set(moved));
      keepFocus(active);
      move(moved, { value, isManual, swimlane: undefined, ids: view.ids, isFolded: false }, gap);
    },
  };
}

const namesOf = (ids: readonly string[]) => whatOf(ids.flatMap((id) => readRow(id) ?? []));

const elementOf = (id: string) => document.querySelector(`[data-card="${CSS.escape(id)}"]`) ?? undefined;
