import { board } from './board.ts';
import { fields } from './fields.ts';
import { filter } from './filter.ts';
import type { late } from './late.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';
import { tickets } from './tickets.ts';
import { views } from './views.ts';
import { work } from './work.ts';

/** The messages of the first load: the frame, lists and the board. Those of every other screen are in `late.ts`. */
export const en = {
  board,
  fields,
  filter,
  parts,
  shell,
  tickets,
  views,
  work,
};

export type FirstMessages = typeof en;
export type LateMessages = typeof late;
/** The English catalogue is the source; every other language must have its type. */
export type Messages = FirstMessages & LateMessages;
