export {
  type Database,
  DatabaseRefused,
  DatabaseUnavailable,
  type HeavyReader,
  type Queries,
  type Tx,
  UniqueViolation,
} from './database.ts';
export { heavyWork } from './heavy-work.ts';
export { insertMany } from './insert-many.ts';
export { escapeLike, likeEach } from './like.ts';
export { type DatabaseAddress, openDatabase, openPrepared, prepareDatabase } from './open-database.ts';
export { dynamicStatement, statement } from './statement.ts';
