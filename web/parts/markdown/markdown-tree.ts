export type Inline =
  | string
  | { kind: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; external: boolean; children: Inline[] }
  | { kind: 'picture'; source: string; text: string }
  | { kind: 'ticket'; key: string }
  | { kind: 'mention'; name: string }
  | { kind: 'break' };

export interface ListItem {
  /** Undefined if the item is not a task. */
  checked: boolean | undefined;
  /** The number of the task in the text, from 0. */
  task: number | undefined;
  children: Block[];
}

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** `level` is as written. `rank` counts the headings that it is below and itself, so no rank is skipped. */
  | { kind: 'heading'; level: number; rank: number; children: Inline[] }
  | { kind: 'code'; language: string; text: string }
  | { kind: 'quote'; children: Block[] }
  | { kind: 'list'; start: number | undefined; tight: boolean; items: ListItem[] }
  | { kind: 'table'; head: Cell[]; rows: Cell[][] }
  | { kind: 'rule' };

export interface Cell {
  align: 'left' | 'center' | 'right' | null;
  children: Inline[];
}
