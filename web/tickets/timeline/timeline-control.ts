import { Listenable } from '../../parts/listenable.ts';
import type { TicketAction } from '../verbs/index.ts';
import type { Edge } from './bar.ts';

/** A ticket, or the group of a head. */
export interface TimelineItem {
  kind: 'ticket' | 'group';
  id: string;
}

export interface TimelineActions {
  open(id: string): void;
  openMenu(id: string, at: Element): void;
  /** What the menu of a ticket offers here besides its verbs. */
  menuActions(id: string): readonly TicketAction[];
  /** Moves the dates of an item by whole days. */
  move(item: TimelineItem, edge: Edge, days: number): void;
  /** Scrolls a day to the middle. */
  goTo(day: number): void;
}

/** How far an item is currently dragged. */
interface Drag extends TimelineItem {
  edge: Edge;
  days: number;
}

/** What the rows of one timeline share. It stays the same object as long as the timeline is shown. */
export class TimelineControl extends Listenable {
  /** Set by the timeline on every render. */
  actions: TimelineActions;
  #drag: Drag | undefined;

  constructor(actions: TimelineActions) {
    super();
    this.actions = actions;
  }

  /** The drag of this item; the same object until it changes. */
  dragOf = (id: string): Drag | undefined => (this.#drag?.id === id ? this.#drag : undefined);

  setDrag(drag: Drag | undefined): void {
    const before = this.#drag;
    if (before?.id === drag?.id && before?.edge === drag?.edge && before?.days === drag?.days) return;
    this.#drag = drag;
    this.notify();
  }
}
