import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { m } from '../messages/index.ts';
import { useKeys } from '../parts/keys/keys.ts';
import { SharedValue } from '../parts/shared-value.ts';
import { ActiveRow, type Columns, type Step } from './active-row.ts';

interface Options {
  /** Draws the row of a virtual list; called before the row gets the focus. */
  scrollTo(position: { column: number; index: number }): void;
  /** Called after a step by key: a list behind an open drawer then shows the ticket there. */
  onStep?(id: string): void;
  /** True if left and right go to the neighbouring columns. */
  isBoard?: boolean;
}

/** The list or board on the page, so that the ticket drawer over it can step to the next ticket. */
let shown: ActiveRow | undefined;
/** Its columns: the drawer may be drawn before them. */
const shownColumns = new SharedValue<Columns>([]);

/** The ticket before or after another one in the list behind the drawer. */
export const neighbourInList = (id: string, step: 'next' | 'previous'): string | undefined =>
  shown?.find(id) && shown.neighbour(id, step);

/** Whether the list behind the drawer has the ticket and another one beside it. */
export const useHasNeighbour = (id: string | undefined): boolean =>
  shownColumns.useSelected(
    () => id !== undefined && (neighbourInList(id, 'next') ?? neighbourInList(id, 'previous')) !== undefined,
  );

/**
 * The active row of the list or board on this page, with its keys: j, k and the arrows. Each row calls
 * `useActiveRowItem`. `columns` keeps its identity while its contents stay the same.
 */
export function useActiveRow(columns: Columns, { scrollTo, onStep, isBoard = false }: Options): ActiveRow {
  const [active] = useState(() => new ActiveRow());

  useLayoutEffect(() => {
    const hasReplaced = active.show(columns);
    // The focused row has vanished: the focus moves to the row that took its place, but is never taken from elsewhere.
    if (hasReplaced && document.activeElement === document.body) wantFocus(active);
  });

  useEffect(() => {
    shown = active;
    return () => {
      if (shown === active) shown = undefined;
    };
  }, [active]);
  useEffect(() => shownColumns.set(columns), [columns]);

  const walk = (step: Step) => {
    const id = active.step(step);
    const position = active.find(id);
    if (id === undefined || !position) return undefined;
    // In an open drawer the focus stays there, and the ticket of the next row is shown.
    if (!isInDrawer(document.activeElement)) wantFocus(active);
    scrollTo(position);
    onStep?.(id);
    return id;
  };
  useLayoutEffect(() => {
    active.walk = walk;
  });
  const go = (step: Step) => () => void walk(step);
  const group = 'lists';
  useKeys([
    { keys: 'j', name: m.board.nextRow, group, run: go('next') },
    { keys: 'k', name: m.board.previousRow, group, run: go('previous') },
    { keys: 'ArrowDown', run: go('next') },
    { keys: 'ArrowUp', run: go('previous') },
    { keys: 'Home', run: go('first') },
    { keys: 'End', run: go('last') },
    ...(isBoard
      ? ([
          { keys: 'ArrowLeft', name: m.board.columnLeft, group, run: go('left') },
          { keys: 'ArrowRight', name: m.board.columnRight, group, run: go('right') },
        ] as const)
      : []),
  ]);
  return active;
}

/** Whether a row is active, and the properties of its element that make the tab stop follow. */
export function useActiveRowItem(active: ActiveRow, id: string, element: RefObject<HTMLElement | null>) {
  const isActive = useSyncExternalStore(active.subscribe, () => active.id === id);
  const isTabStop = useSyncExternalStore(active.subscribe, () => active.tabStop === id);
  const take = () => {
    if (isActive) takeFocus(active, element.current);
  };
  useLayoutEffect(take);
  // The list may ask for it only after its rows were drawn.
  useEffect(take);
  return {
    isActive,
    rowProps: {
      tabIndex: isTabStop ? 0 : -1,
      onFocus: () => active.activate(id),
    },
  };
}

/** Lists whose active row gets the focus as soon as it is drawn. */
const wanted = new WeakSet<ActiveRow>();
const wantFocus = (active: ActiveRow) => wanted.add(active);

/** Called before a change by key that draws the active row elsewhere, so that the focus follows. */
export const keepFocus = wantFocus;

function takeFocus(active: ActiveRow, element: HTMLElement | null): void {
  if (!element || !wanted.delete(active)) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const isInDrawer = (element: Element | null) => element?.closest('[data-keys="through"]') != null;
