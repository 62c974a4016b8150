import { findArchive, restoreBackup, verifyBackup } from '../backup/index.ts';
import { newFileStorage } from '../platform/storage/index.ts';
import { command, flag, requiredText } from './command.ts';
import { newProgressLines } from './progress-lines.ts';

export const restore = command({
  arguments: {
    place: requiredText('FILE|FOLDER', 'The backup; in a folder the newest one.'),
  },
  options: {
    replace: flag('Delete the data that the configured database has.'),
    check: flag('Only verify the backup; change nothing.'),
    'without-keys': flag('Do not restore the encryption keys.'),
  },
  examples: [
    'docket restore /mnt/backups/docket-20261116T034118Z.tar',
    'docket restore /mnt/backups --check',
    'DATABASE_URL=postgres://docket@db/docket docket restore docket.tar --replace --json',
  ],
  run: async ({ place, replace, check, ...left }, { config, clock }) => {
    const archive = await findArchive(place);
    const progress = newProgressLines();
    const target = {
      database: config.database,
      storage: newFileStorage(config.filesFolder, clock),
      keys: left['without-keys'] ? undefined : config.secretKeys,
      isReplaced: replace,
    };
    const manifest = await (check
      ? verifyBackup(archive, progress.show)
      : restoreBackup(archive, target, progress.show)
    ).finally(progress.end);
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
