import type { WorkerContext } from '../../platform/db/index.ts';
import type { IndexDialect } from './index-dialect.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

export const engineDialect = ({ engine }: WorkerContext): IndexDialect =>
  engine === 'sqlite' ? sqliteDialect : postgresDialect;
