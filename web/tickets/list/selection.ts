import { useSyncExternalStore } from 'react';
import { Listenable } from '../../parts/listenable.ts';

/**
 * The selected tickets of a list. Shift extends from the last toggled one, as in a file manager; tickets that leave the
 * list leave the selection.
 */
export class Selection extends Listenable {
  #ids: ReadonlySet<string> = new Set();
  #anchor: string | undefined;

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  has = (id: string): boolean => this.#ids.has(id);

  toggle(id: string): void {
    const next = new Set(this.#ids);
    if (!next.delete(id)) next.add(id);
    this.#anchor = id;
    this.#set(next);
  }

  /** Selects everything between the last toggled ticket and this one, in the order of the list. */
  extendTo(id: string, order: readonly string[]): void {
    const from = this.#anchor === undefined ? -1 : order.indexOf(this.#anchor);
    const to = order.indexOf(id);
    if (from < 0 || to < 0) {
      this.toggle(id);
      return;
    }
    const next = new Set(this.#ids);
    for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
    this.#set(next);
  }

  add(ids: readonly string[]): void {
    this.#set(new Set([...this.#ids, ...ids]));
  }

  remove(ids: readonly string[]): void {
    const next = new Set(this.#ids);
    for (const id of ids) next.delete(id);
    this.#set(next);
  }

  clear(): void {
    this.#anchor = undefined;
    if (this.#ids.size > 0) this.#set(new Set());
  }

  /** Deselects tickets that the list no longer shows. */
  keepOnly(shown: readonly (readonly string[])[]): void {
    if (this.#ids.size === 0) return;
    const ids = new Set(shown.flat());
    const gone = [...this.#ids].filter((id) => !ids.has(id));
    if (gone.length > 0) this.remove(gone);
  }

  #set(next: ReadonlySet<string>): void {
    this.#ids = next;
    this.notify();
  }
}

export const useSelectedIds = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, () => selection.ids);

export const useIsSelected = (selection: Selection, id: string): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.has(id));

/** True if anything is selected: then every row shows its checkbox. */
export const useHasSelection = (selection: Selection): boolean =>
  useSyncExternalStore(selection.subscribe, () => selection.ids.size > 0);
