import type { Messages } from '../en/index.ts';
import { api } from './api.ts';
import { auth } from './auth.ts';
import { board } from './board.ts';
import { parts } from './parts.ts';
import { shell } from './shell.ts';

export const de: Messages = { api, auth, board, parts, shell };
