import type { FirstMessages } from '../en/index.ts';
import { board } from './board.ts';
import { fields } from './fields.ts';
import { filter } from './filter.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';
import { tickets } from './tickets.ts';
import { views } from './views.ts';
import { work } from './work.ts';

export { answerInGerman, dataInGerman } from './answers.ts';

export const de: FirstMessages = {
  board,
  fields,
  filter,
  parts,
  shell,
  tickets,
  views,
  work,
};
