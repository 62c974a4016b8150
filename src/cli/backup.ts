import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { createBackup, openSink } from '../backup/index.ts';
import { openDatabaseSource } from '../platform/db/index.ts';
import { newFileStorage } from '../platform/storage/index.ts';
import { command, flag, optionalText } from './command.ts';
import { newProgressLines } from './progress-lines.ts';

export const backup = command({
  arguments: {
    place: optionalText(
      'FILE|FOLDER',
      'Where to write it. In a folder the file is named by the time. Default: DATA_DIR/backups.',
    ),
  },
  options: {
    'without-keys': flag(
      'Leave the encryption keys out. Without them, the secrets of webhooks and code hosts cannot be read after a restore.',
    ),
    'without-files': flag('Leave the attached files out.'),
  },
  examples: [
    'docket backup',
    'docket backup /mnt/backups/',
    'docket backup --without-keys docket.tar --json',
  ],
  run: async ({ place, ...left }, { config, clock }) => {
    const createdAt = clock.now();
    const progress = newProgressLines();
    const source = await openDatabaseSource(config.database);
    try {
      const sink = await openSink(place ?? path.resolve(config.DATA_DIR, 'backups/'), createdAt);
      const { location, bytes, manifest, missingFiles } = await createBackup(
        {
          source,
          storage: left['without-files'] ? undefined : newFileStorage(config.filesFolder, clock),
          keys: left['without-keys'] ? undefined : config.secretKeys,
          docketVersion: packageJson.version,
          createdAt,
          onProgress: progress.show,
        },
        sink,
      );
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const { createdAt: time, engine, schema, files, keys } = manifest;
      return {
        json: { location, bytes, createdAt: time, engine, schema, rows, files, keys, missingFiles },
        text: `Wrote ${location}: ${rows} rows, ${files.count} files, ${formatSize(bytes)}.\n${warnings(keys, missingFiles)}`,
      };
    } finally {
      progress.end();
      await source.close();
    }
  },
});

const formatSize = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

const warnings = (keys: string[], missingFiles: number) =>
  [
    keys.length > 0 &&
      'It contains the encryption keys: whoever can read it can read every secret. Keep it where only you can.\n',
    missingFiles > 0 &&
      `${missingFiles} attached files are missing in the storage or differ from what was uploaded; the manifest names them.\n`,
  ]
    .filter(Boolean)
    .join('');
