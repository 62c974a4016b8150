import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { newId } from '../../ids.ts';
import { migrate } from './migrate.ts';

/** Applies the pending migrations to a temporary copy of the file. Returns how long they took. */
export async function rehearseMigration(file: string): Promise<number> {
  const copy = `${file}.rehearsal-${newId()}`;
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    // Copies one snapshot, even while the file is written to.
    source.prepare('vacuum into ?').run(copy);
    const startedAt = performance.now();
    await migrate({ engine: 'sqlite', file: copy });
    return performance.now() - startedAt;
  } finally {
    source.close();
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
  }
}
