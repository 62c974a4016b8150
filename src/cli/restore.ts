import { command, flag, requiredText } from './command.ts';
import { newProgressLines } from './progress-lines.ts';

export const restore = command({
  arguments: {
    place: requiredText(
      'FILE|FOLDER|S3',
      'The backup: a file or s3://bucket/prefix/name.tar; in a folder or below s3://bucket/prefix/ the newest one.',
    ),
  },
  options: {
    replace: flag('Delete the data that the configured database has.'),
    check: flag('Only verify the backup; change nothing.'),
    'without-keys': flag('Do not restore the encryption keys.'),
  },
  examples: [
    'docket restore /mnt/backups/docket-20261116T034118Z.tar',
    'docket restore /mnt/backups --check',
    'docket restore s3://backups/docket/ --check',
    'DATABASE_URL=postgres://docket@db/docket docket restore docket.tar --replace --json',
  ],
  run: async ({ place, replace, check, ...left }, { config, clock }) => {
    const { findArchive, recordVerified, restoreBackup, verifyBackup } = await import('../backup/index.ts');
    const { openConfiguredStorage } = await import('../composition/configured-storage.ts');
    const { openCurrentDatabase, openPrepared } = await import('../platform/db/index.ts');
    const { buildListIndex } = await import('../search/index.ts');
    const archive = await findArchive(place, config.s3);
    const progress = newProgressLines();
    const target = {
      database: config.database,
      storage: openConfiguredStorage(config, clock),
      keys: left['without-keys'] ? undefined : config.secretKeys,
      isReplaced: replace,
    };
    const restoreAll = async () => {
      const { manifest: restored } = await restoreBackup(archive, target, progress.show);
      // The backup has the index, but perhaps not of the last changes, and a migration may have cleared it.
      const db = await openPrepared(config.database);
      await buildListIndex(db).finally(() => db.close());
      return restored;
    };
    const verify = async () => {
      const manifest = await verifyBackup(archive, progress.show);
      // The check needs no database; one that is there shows administrators that the backup was verified.
      const db = await openCurrentDatabase(config.database).catch(() => undefined);
      if (db) await recordVerified(db, clock, archive.location).catch(() => {});
      await db?.close();
      return manifest;
    };
    const manifest = await (check ? verify() : restoreAll()).finally(progress.end);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const { createdAt, engine, schema, docketVersion, files, keys } = manifest;
    const done = check ? 'is complete and can be restored' : 'was restored';
    return {
      json: {
        location: archive.location,
        restored: !check,
        createdAt,
        docketVersion,
        engine,
        schema,
        rows,
        files,
        keys,
      },
      text: `${archive.location} of ${createdAt} (Docket ${docketVersion}, ${engine}) ${done}: ${rows} rows, ${files.count} files.\n`,
    };
  },
});
