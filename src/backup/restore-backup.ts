import {
  type DatabaseAddress,
  DatabaseRefused,
  type DatabaseTarget,
  openDatabaseTarget,
  refuseTargetInUse,
  refuseUnknownSchema,
} from '../platform/db/index.ts';
import { type KeySource, parseSecretKeys } from '../platform/secret-box/index.ts';
import type { Storage } from '../platform/storage/index.ts';
import type { ArchiveSource } from '../platform/tar/index.ts';
import { BackupRefused } from './archive/backup-refused.ts';
import type { Manifest } from './archive/manifest.ts';
import { decodeRow } from './archive/row-codec.ts';
import { fingerprint, walkArchive } from './archive/walk-archive.ts';

const rowsPerInsert = 500;

export interface RestoreProgress {
  what: 'parts' | 'rows' | 'files';
  done: number;
  total: number | undefined;
}

type FileTarget = { putAs: (...file: Parameters<Storage['putAs']>) => Promise<unknown> };

export interface RestoreTarget {
  database: DatabaseAddress;
  storage: FileTarget;
  /** Undefined: the keys of the backup are not restored. */
  keys: KeySource | undefined;
  /** Whether the data in the database may be deleted. */
  isReplaced: boolean;
}

/** Reads the whole archive and refuses it if anything in it is wrong, or if this Docket does not know its schema. */
export const verifyBackup = async (
  archive: ArchiveSource,
  onProgress: (progress: RestoreProgress) => void = () => {},
): Promise<Manifest> => {
  let parts = 0;
  const manifest = await walkArchive(archive, {
    header: refuseUnknownSchema,
    rows: async () => onProgress({ what: 'parts', done: ++parts, total: undefined }),
  });
  refuseUnknownSchema(manifest);
  return manifest;
};

export interface Restored {
  manifest: Manifest;
  /** How long the migration from the schema of the backup took. */
  migrationMs: number;
}

/** Verifies everything first. The database is put in its place as the last step, after the files and the keys. */
export async function restoreBackup(
  archive: ArchiveSource,
  { database, storage, keys, isReplaced }: RestoreTarget,
  onProgress: (progress: RestoreProgress) => void = () => {},
): Promise<Restored> {
  await refuseTargetInUse(database, isReplaced);
  const manifest = await verifyBackup(archive, onProgress);
  refuseMissingKeys(archive, manifest, keys);
  const target = await openDatabaseTarget(database, manifest, isReplaced);
  try {
    await load(archive, manifest, { target, storage, keys }, onProgress);
    return { manifest, migrationMs: await target.finish() };
  } catch (error) {
    // Any other failure leaves the mark of an unfinished restore. Without it, a start would mistake the empty
    // database for a new instance.
    const isRefused = error instanceof BackupRefused || error instanceof DatabaseRefused;
    await target.abort({ keepMark: !isRefused });
    throw error;
  }
}

/** Docket cannot add keys to SECRETS_KEY. Without the right one, no stored secret could be opened. */
function refuseMissingKeys(
  { location }: ArchiveSource,
  { keys: needed }: Manifest,
  keys: KeySource | undefined,
) {
  if (!keys || keys.adopt) return;
  const known = new Set(keys.read().map(({ id }) => id));
  const missing = needed.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new BackupRefused(
    location,
    `its secrets are sealed with the key ${missing.join(', ')}, which is not in ${keys.location}. ` +
      `Add that key to it (tar -xOf ${location} secrets.key prints it), unset it to have the key written into DATA_DIR, ` +
      'or leave the keys out with --without-keys',
  );
}

async function load(
  archive: ArchiveSource,
  manifest: Manifest,
  { target, storage, keys }: { target: DatabaseTarget; storage: FileTarget; keys: KeySource | undefined },
  onProgress: (progress: RestoreProgress) => void,
): Promise<void> {
  const total = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  let rows = 0;
  let files = 0;
  const loaded = await walkArchive(archive, {
    rows: async (table, lines) => {
      for (const batch of decodeBatches(archive, manifest, table, lines)) {
        await target.insert(table, tableColumns(manifest, table), batch);
        rows += batch.length;
        onProgress({ what: 'rows', done: rows, total });
      }
    },
    keys: async (text) => keys?.adopt?.(parseSecretKeys(text) ?? []),
    file: async (key, content) => {
      await storage.putAs(key, content);
      onProgress({ what: 'files', done: ++files, total: manifest.files.count });
    },
  });
  if (fingerprint(loaded) !== fingerprint(manifest))
    throw new BackupRefused(archive.location, 'it was changed while it was read');
}

const tableColumns = ({ tables }: Manifest, name: string) =>
  tables.find((table) => table.name === name)?.columns ?? [];

function* decodeBatches(archive: ArchiveSource, manifest: Manifest, table: string, lines: Buffer) {
  const columns = tableColumns(manifest, table).length;
  let batch = [];
  for (let start = 0; start < lines.length; ) {
    const end = lines.indexOf(10, start);
    const row = decodeRow(lines.toString('utf8', start, end), columns);
    if (!row) throw new BackupRefused(archive.location, `the table ${table} has a row that cannot be read`);
    batch.push(row);
    start = end + 1;
    if (batch.length < rowsPerInsert) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
