import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { m } from '../../messages/index.ts';
import { useKeys } from '../../parts/keys/keys.ts';
import { readRow, useBoot } from '../../replica/index.ts';
import type { ActiveRow } from '../active-row.ts';
import { type FieldName, mayNotChange, openField, openTicketMenu } from '../fields/index.ts';
import { openInDrawer } from '../open-in-drawer.ts';
import { type TicketAction, useVerbKeys } from '../verbs/index.ts';
import { type Selection, useHasSelection } from './selection.ts';

interface Options {
  active: ActiveRow;
  selection: Selection;
  /** The tickets in the order in which they are shown. */
  order: readonly string[];
  scroller: RefObject<HTMLElement | null>;
}

/** Handles the pointer and keys of a list for all rows. */
export function useListPresses({ active, selection, order, scroller }: Options) {
  const boot = useBoot();
  const hasSelection = useHasSelection(selection);

  const open = (id: string | undefined) => {
    const row = id === undefined ? undefined : readRow(id);
    if (!row) return;
    active.activate(row.id);
    openInDrawer(row.key ?? row.id);
  };
  /** The selection if the ticket belongs to it, otherwise the ticket alone. */
  const idsFor = (id: string) => (selection.has(id) ? [...selection.ids] : [id]);
  const rowElement = (id: string) =>
    scroller.current?.querySelector(`[data-id="${CSS.escape(id)}"]`) ?? undefined;
  const more = (id: string): TicketAction[] => [
    { icon: 'check', name: m.tickets.keys.select, keys: 'x', run: () => selection.toggle(id) },
  ];
  useVerbKeys((id) => {
    const row = id ?? active.id;
    const ids = id ? idsFor(id) : selection.ids.size > 0 ? [...selection.ids] : row ? [row] : [];
    const at = (row && rowElement(row)) ?? scroller.current;
    if (!at || ids.length === 0 || (id && !order.includes(id))) return undefined;
    return { ids, at: at.querySelector('.ticket-row-title') ?? at, more: row ? more(row) : undefined };
  }, 'lists');

  const extend = (step: 'next' | 'previous') => () => {
    const from = active.id;
    if (from !== undefined && !selection.has(from)) selection.toggle(from);
    const to = active.walk(step);
    if (to !== undefined) selection.extendTo(to, order);
  };
  const group = 'lists';
  useKeys([
    { keys: 'o', name: m.tickets.keys.open, group, run: () => open(active.id) },
    { keys: 'x', name: m.tickets.keys.select, group, run: () => active.id && selection.toggle(active.id) },
    { keys: 'Shift+j', run: extend('next') },
    { keys: 'Shift+k', run: extend('previous') },
    { keys: 'Shift+ArrowDown', run: extend('next') },
    { keys: 'Shift+ArrowUp', run: extend('previous') },
    ...(hasSelection
      ? [{ keys: 'Escape', name: m.tickets.keys.clear, group, run: () => selection.clear() } as const]
      : []),
    { keys: 'Mod+a', name: m.tickets.keys.selectAll, group, run: () => selection.add(order) },
  ]);

  return {
    'data-selecting': hasSelection || undefined,
    onClick(event: MouseEvent<HTMLElement>) {
      if (!(event.target instanceof Element)) return;
      const id = event.target.closest('[data-id]')?.getAttribute('data-id');
      if (!id) return;
      const cell = event.target.closest('[data-cell]');
      const name = cell?.getAttribute('data-cell');
      if (name === 'check') {
        if (event.shiftKey) selection.extendTo(id, order);
        else selection.toggle(id);
      } else if (event.metaKey || event.ctrlKey || event.shiftKey) {
        // A new tab or window, as with any link.
      } else if (cell && name === 'more') {
        openTicketMenu(idsFor(id), cell, more(id));
      } else if (cell && name && !isRefused(idsFor(id))) {
        openField(name as FieldName, idsFor(id), cell);
      } else {
        event.preventDefault();
        open(id);
      }
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const isRow = event.target instanceof Element && event.target.getAttribute('role') === 'row';
      if (isRow && (event.key === 'Enter' || event.key === ' ')) open(active.id);
      else return;
      event.preventDefault();
    },
  };

  function isRefused(ids: readonly string[]): boolean {
    const rows = ids.flatMap((id) => readRow(id) ?? []);
    return mayNotChange(rows, boot) !== undefined;
  }
}
