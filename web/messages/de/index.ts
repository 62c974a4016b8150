import type { Messages } from '../en/index.ts';
import { api } from './api.ts';
import { auth } from './auth.ts';
import { board } from './board.ts';
import { filter } from './filter.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';
import { tickets } from './tickets.ts';

export const de: Messages = { api, auth, board, filter, parts, shell, tickets };
