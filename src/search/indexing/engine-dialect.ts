import type { WorkerContext } from '../../platform/db/index.ts';
import type { SearchIndex } from './index-dialect.ts';
import { postgresIndex } from './postgres-dialect.ts';
import { sqliteIndex } from './sqlite-dialect.ts';

export const indexOf = ({ engine }: WorkerContext): SearchIndex =>
  engine === 'sqlite' ? sqliteIndex : postgresIndex;
