import { api } from './api.ts';
import { auth } from './auth.ts';
import { board } from './board.ts';
import { filter } from './filter.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';
import { tickets } from './tickets.ts';

export const en = { api, auth, board, filter, parts, shell, tickets };

/** The English catalogue is the source; every other language must have its type. */
export type Messages = typeof en;
