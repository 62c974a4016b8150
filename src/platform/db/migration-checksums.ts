import { DatabaseRefused } from './database.ts';
import type { Migration } from './migration-files.ts';

export interface AppliedMigration {
  version: number;
  name: string;
  /** Null: applied by a Docket that did not record it. */
  checksum: string | null;
}

/** The migrations that the database lacks. Refuses a database whose migrations are not the first ones of this Docket. */
export function pendingMigrations(known: Migration[], applied: AppliedMigration[]): Migration[] {
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > known.length) {
    throw new DatabaseRefused(
      `The database was written by a newer Docket (schema ${newest}, this one knows up to ${known.length}). ` +
        'Start that newer version, or restore a backup made before the upgrade.',
    );
  }
  for (const [index, { version, name, checksum }] of applied.entries()) {
    const ours = known[index];
    if (ours?.version !== version || ours.name !== name) {
      throw new DatabaseRefused(
        `The database has a schema step ${version} "${name}" that this Docket does not know. ` +
          'Start the version that wrote it, or restore a backup.',
      );
    }
    if (checksum !== null && checksum !== ours.checksum) throw rewritten(`schema step ${version} "${name}"`);
  }
  return known.slice(applied.length);
}

/** Whether the applied migrations have to be compared by what they made. */
export const lacksChecksums = (applied: AppliedMigration[]) =>
  applied.some(({ checksum }) => checksum === null);

/** `table.column type` or `index name`, of every table and index. */
export type SchemaShape = string[];

/** Compares what the applied migrations made with what ours make. */
export function refuseOtherShape(actual: SchemaShape, expected: SchemaShape): void {
  const has = new Set(actual);
  const wants = new Set(expected);
  const difference =
    expected.find((item) => !has.has(item)) ?? actual.find((item) => !wants.has(item) && !isForeign(item));
  if (difference) throw rewritten(difference);
}

/** Operators may have added tables and indexes of their own. */
const isForeign = (item: string) => !item.startsWith('column ');

const rewritten = (what: string) =>
  new DatabaseRefused(
    `The database was made by an unreleased Docket and differs in ${what}. It was not changed. ` +
      'Export its projects with the version that wrote it, and import them into a new database, or restore a backup.',
  );
