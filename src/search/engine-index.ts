import type { WorkerContext } from '../platform/db/index.ts';
import { postgresIndex } from './postgres-index.ts';
import type { SearchIndex } from './search-index.ts';
import { sqliteIndex } from './sqlite-index.ts';

export const indexOf = ({ engine }: WorkerContext): SearchIndex =>
  engine === 'sqlite' ? sqliteIndex : postgresIndex;
