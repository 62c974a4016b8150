import packageJson from '../../package.json' with { type: 'json' };
import type { Database } from '../platform/db/index.ts';
import { type CommandContext, command, flag, optionalText, UsageError } from './command.ts';
import { newProgressLines } from './progress-lines.ts';

interface Parts {
  place: string;
  withKeys: boolean;
  withFiles: boolean;
}

export const backup = command({
  arguments: {
    place: optionalText(
      'FILE|FOLDER|S3',
      'Where to write it: a file, a folder, s3://bucket/prefix/ or s3://bucket/prefix/name.tar. In a folder or below a prefix it is named by the time. Default: BACKUP_TO, or DATA_DIR/backups.',
    ),
  },
  options: {
    'without-keys': flag(
      'Leave the encryption keys out. Without them, the secrets of webhooks and code hosts cannot be read after a restore.',
    ),
    'without-files': flag('Leave the attached files out.'),
    scheduled: flag(
      'Only if BACKUP_EVERY says that one is due and no other backup runs; then remove backups beyond BACKUP_KEEP. The server runs this by itself.',
    ),
  },
  examples: [
    'docket backup',
    'docket backup /mnt/backups/',
    'docket backup s3://backups/docket/',
    'docket backup --without-keys docket.tar --json',
  ],
  run: async ({ place, scheduled, ...left }, context) => {
    const { beginRun, recordRun, removeOldBackups, textOfPlace } = await import('../backup/index.ts');
    const { openCurrentDatabase } = await import('../platform/db/index.ts');
    const { config, clock } = context;
    const { BACKUP_EVERY: everyMs, BACKUP_KEEP } = config;
    if (scheduled && (place !== undefined || everyMs === undefined))
      throw new UsageError('--scheduled takes no FILE|FOLDER|S3 and needs BACKUP_EVERY.');
    const parts = {
      place: place ?? textOfPlace(config.backupPlace),
      withKeys: !left['without-keys'],
      withFiles: !left['without-files'],
    };
    const db = await openCurrentDatabase(config.database);
    try {
      // A database that cannot be written can still be backed up.
      const schedule = scheduled && everyMs !== undefined ? { everyMs } : undefined;
      const run = db && (await beginRun(db, clock, schedule).catch(() => undefined));
      if (scheduled && run === undefined)
        return { json: { skipped: true }, text: 'No backup is due, or another process makes it.\n' };
      const result = await (run === undefined
        ? write(parts, context)
        : recordRun(db as Database, clock, run, () => write(parts, context)));
      const removed = scheduled ? await removeOldBackups(config.backupPlace, BACKUP_KEEP, config.s3) : [];
      return { json: { ...result, removed }, text: describe(result) };
    } finally {
      await db?.close();
    }
  },
});

async function write({ place, withKeys, withFiles }: Parts, { config, clock }: CommandContext) {
  const { createBackup, openSink } = await import('../backup/index.ts');
  const { openConfiguredStorage } = await import('../composition/configured-storage.ts');
  const { openDatabaseSource } = await import('../platform/db/index.ts');
  const createdAt = clock.now();
  const progress = newProgressLines();
  const source = await openDatabaseSource(config.database);
  try {
    const { location, bytes, manifest, missingFiles } = await createBackup(
      {
        source,
        storage: withFiles ? openConfiguredStorage(config, clock) : undefined,
        keys: withKeys ? config.secretKeys : undefined,
        docketVersion: packageJson.version,
        createdAt,
        onProgress: progress.show,
      },
      await openSink(place, createdAt, config.s3),
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const { createdAt: time, engine, schema, files, keys } = manifest;
    return { location, bytes, createdAt: time, engine, schema, rows, files, keys, missingFiles };
  } finally {
    progress.end();
    await source.close();
  }
}

function describe({ location, rows, files, bytes, keys, missingFiles }: Awaited<ReturnType<typeof write>>) {
  const lines = [
    `Wrote ${location}: ${rows} rows, ${files.count} files, ${(bytes / 1e6).toFixed(1)} MB.`,
    keys.length > 0 &&
      'It contains the encryption keys: whoever can read it can read every secret. Keep it where only you can.',
    missingFiles > 0 &&
      `${missingFiles} attached files are missing in the storage or differ from what was uploaded; the manifest names them.`,
  ];
  return `${lines.filter(Boolean).join('\n')}\n`;
}
