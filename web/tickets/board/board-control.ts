import type { Span } from '../../parts/virtual-list/virtual-spans.ts';
import type { ActiveRow } from '../active-row.ts';
import { TicketDrag } from '../drag/ticket-drag.ts';
import { Selection } from '../list/selection.ts';
import { AgentWork } from './agent-work.ts';

/** A list of cards: a column, or the part of a column in one swimlane. */
export interface BoardCell {
  /** That of the column. */
  value: string;
  /** True if a drop chooses the place. */
  isManual: boolean;
  /** Undefined on a board without swimlanes; null for the swimlane of tickets without a value. */
  swimlane: string | null | undefined;
  ids: readonly string[];
  isFolded: boolean;
}

/** A cell that is drawn. */
export interface DrawnCell extends BoardCell {
  element: HTMLElement;
  /** The positions of the drawn cards, in pixels from the top of the contents. */
  spans(): readonly Span[];
  scrollTo(index: number): void;
}

/** What the cards and cells of one board share. It stays the same object as long as the board is shown. */
export class BoardControl {
  readonly drag = new TicketDrag();
  readonly selection = new Selection();
  readonly agentWork = new AgentWork();
  readonly cells = new Map<string, DrawnCell>();
  readonly active: ActiveRow;
  /** Set by the board on every render. */
  actions: BoardActions;

  constructor(active: ActiveRow, actions: BoardActions) {
    this.active = active;
    this.actions = actions;
  }

  /** Finds the cell that shows a card. */
  cellOf(id: string): DrawnCell | undefined {
    for (const cell of this.cells.values()) if (cell.ids.includes(id)) return cell;
    return undefined;
  }
}

export interface BoardActions {
  open(id: string): void;
  openMenu(id: string, at: Element): void;
  /** The cards that are dragged together with this one, in the order of the board. */
  takeAlong(id: string): readonly string[];
  drop(moved: readonly string[], cell: BoardCell, gap: number): void;
}

export const cellId = (value: string, swimlane: string | null | undefined): string =>
  swimlane === undefined ? value : `${value} ${swimlane ?? 'none'}`;
