import { globSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import {
  BackupPlaceRefused,
  createBackup,
  findArchive,
  openSink,
  restoreBackup,
  textOfPlace,
} from '../backup/index.ts';
import type { Config } from '../config/index.ts';
import {
  countTableRows,
  createScratchDatabase,
  type DatabaseAddress,
  openDatabaseSource,
  openPrepared,
  tablesShortenedAfter,
} from '../platform/db/index.ts';
import { isRunning } from '../platform/is-running.ts';
import { makePrivateFolder } from '../platform/private-folder.ts';
import { verifyDatabase } from '../sealed-history/index.ts';
import { type CommandContext, UsageError } from './command.ts';
import { formatBytes } from './doctor/check.ts';
import { newProgressLines } from './progress-lines.ts';

type Archive = Awaited<ReturnType<typeof findArchive>>;

export interface Rehearsal {
  backup: string;
  /** False if there was no backup yet: the rehearsal made one for itself. */
  isKept: boolean;
  createdAt: string;
  fromSchema: number;
  rows: number;
  files: number;
  migrationSeconds: number;
  /** Tables that have fewer rows after the migration although no migration deletes from them. */
  lost: { table: string; before: number; after: number }[];
  seals: number;
  /** What does not fit the seals of the history after the migration; null if everything does. */
  sealProblem: string | null;
}

/**
 * Restores a backup into a scratch database on the same engine, migrates it, compares it with the backup and removes it.
 * The configured database and its files are only read.
 */
export async function rehearseUpgrade(
  context: CommandContext,
  place: string | undefined,
  databaseBytes: number,
): Promise<Rehearsal> {
  const { config } = context;
  const folder = newScratchFolder(config, databaseBytes);
  const progress = newProgressLines();
  try {
    const kept = await findBackup(config, place);
    const archive = kept ?? (await makeBackup(context, folder));
    const scratch = await createScratchDatabase(config.database, folder);
    try {
      const target = {
        database: scratch.address,
        storage: discardingStorage,
        keys: undefined,
        isReplaced: true,
      };
      const { manifest, migrationMs } = await restoreBackup(archive, target, progress.show);
      return {
        backup: archive.location,
        isKept: kept !== undefined,
        createdAt: manifest.createdAt,
        fromSchema: manifest.schema.step,
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        files: manifest.files.count,
        migrationSeconds: migrationMs / 1_000,
        lost: await findLostRows(scratch.address, manifest),
        ...(await verifySeals(scratch.address)),
      };
    } finally {
      await scratch.drop();
    }
  } finally {
    progress.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In DATA_DIR, which has room for the data. The name contains the process id, so that what a killed rehearsal left is removed. */
function newScratchFolder({ DATA_DIR }: Config, databaseBytes: number): string {
  for (const name of globSync('rehearsal-*', { cwd: DATA_DIR })) {
    const pid = Number(/^rehearsal-(\d+)$/.exec(name)?.[1]);
    if (pid && !isRunning(pid)) rmSync(path.join(DATA_DIR, name), { recursive: true, force: true });
  }
  const folder = path.resolve(DATA_DIR, `rehearsal-${process.pid}`);
  makePrivateFolder(folder);
  const { bavail, bsize } = statfsSync(folder);
  const needed = 4 * databaseBytes;
  if (bavail * bsize > needed) return folder;
  rmSync(folder, { recursive: true });
  throw new UsageError(`--rehearse needs ${formatBytes(needed)} of free space in ${path.resolve(DATA_DIR)}.`);
}

/** Undefined if no place was named and the configured one has no backup yet. */
async function findBackup(
  { backupPlace, s3 }: Config,
  place: string | undefined,
): Promise<Archive | undefined> {
  try {
    return await findArchive(place ?? textOfPlace(backupPlace), s3);
  } catch (error) {
    if (place !== undefined || !(error instanceof BackupPlaceRefused)) throw error;
    return undefined;
  }
}

async function makeBackup({ config, clock }: CommandContext, folder: string): Promise<Archive> {
  const source = await openDatabaseSource(config.database);
  const file = path.join(folder, 'backup.tar');
  try {
    const createdAt = clock.now();
    const input = {
      source,
      storage: undefined,
      keys: undefined,
      docketVersion: packageJson.version,
      createdAt,
    };
    await createBackup(input, await openSink(file, createdAt, config.s3));
  } finally {
    await source.close();
  }
  return findArchive(file, config.s3);
}

/** Reads every file of the backup to its end, which verifies it, and keeps none. */
const discardingStorage = {
  putAs: async (_key: string, source: AsyncIterable<Uint8Array>) => {
    for await (const _ of source);
  },
};

async function findLostRows(
  address: DatabaseAddress,
  { tables, schema }: { tables: { name: string; rows: number }[]; schema: { step: number } },
): Promise<Rehearsal['lost']> {
  const names = tables.map(({ name }) => name);
  const counts = await countTableRows(address, names);
  const shortened = tablesShortenedAfter(address.engine, schema.step);
  return tables.flatMap(({ name, rows: before }) => {
    const after = counts.get(name);
    return after === undefined || after >= before || shortened.has(name)
      ? []
      : [{ table: name, before, after }];
  });
}

async function verifySeals(address: DatabaseAddress): Promise<{ seals: number; sealProblem: string | null }> {
  const db = await openPrepared(address);
  const { seals, problem } = await verifyDatabase(db.reads).finally(() => db.close());
  return { seals, sealProblem: problem ?? null };
}
