import type { MoveSummary } from '../attachments/index.ts';
import type { Config } from '../config/index.ts';
import type { StoragePlace } from '../platform/storage/index.ts';
import { command, flag, requiredText, UsageError } from './command.ts';
import { newProgressLines } from './progress-lines.ts';

export const storageMove = command({
  arguments: {},
  options: {
    to: requiredText(
      'PLACE',
      'Where the attached files go: a folder, or a bucket such as s3://bucket/prefix.',
    ),
    'delete-source': flag(
      'Delete each file in its old place, after all of them were verified in the new one.',
    ),
  },
  examples: [
    'docket storage move --to s3://bucket/docket',
    'docket storage move --to s3://bucket/docket --delete-source --json',
    'docket storage move --to /var/lib/docket/files',
  ],
  run: async ({ to: toText, ...options }, { config, clock }) => {
    const { moveFiles } = await import('../attachments/index.ts');
    const { openCurrentDatabase } = await import('../platform/db/index.ts');
    const { openStorage } = await import('../platform/storage/index.ts');
    const { from: source, to: target } = await choosePlaces(toText, config);
    const isUsed = isSame(target, config.storage);
    const deletesSource = options['delete-source'];
    if (deletesSource && !isUsed) throw new UsageError(needsNewSetting);
    const [from, to] = [openStorage(source, config.s3, clock), openStorage(target, config.s3, clock)];
    const db = await openCurrentDatabase(config.database);
    if (!db)
      throw new UsageError('There is no database of this version, so no file to move. Start Docket first.');
    const progress = newProgressLines();
    try {
      await to.assertReachable();
      const move = { reads: db.reads, from, to, deletesSource, onProgress: progress.show };
      const summary = await moveFiles(move);
      const isWhole = summary.damaged.length + summary.missing.length === 0;
      return {
        json: { from: from.location, to: to.location, ...summary },
        text: describe(summary, {
          from: from.location,
          to: to.location,
          setting: isUsed ? undefined : toText,
        }),
        ...(!isWhole && { ending: 'problemsFound' as const }),
      };
    } finally {
      progress.end();
      await db.close();
    }
  },
});

const needsNewSetting =
  '--delete-source needs STORAGE_URL to name the new place and STORAGE_PREVIOUS_URL the old one: a server that still uses ' +
  'the old one would no longer find its files.';

/** Files come from where they are configured to be: STORAGE_URL or, if that is the target already, STORAGE_PREVIOUS_URL. */
async function choosePlaces(text: string, config: Config): Promise<{ from: StoragePlace; to: StoragePlace }> {
  const { parseStoragePlace } = await import('../config/index.ts');
  const to = parseStoragePlace(text);
  if (!to)
    throw new UsageError(
      `--to is ${JSON.stringify(text)}, but must be a path, or a bucket such as s3://bucket/prefix.`,
    );
  const from = [config.storage, config.STORAGE_PREVIOUS_URL].find((place) => place && !isSame(place, to));
  if (!from)
    throw new UsageError(
      'STORAGE_URL names that place already. Set STORAGE_PREVIOUS_URL to where the files are now.',
    );
  return { from, to };
}

const isSame = (a: StoragePlace, b: StoragePlace) => JSON.stringify(a) === JSON.stringify(b);

function describe(
  { verified, copied, bytes, damaged, missing, deleted }: MoveSummary,
  { from, to, setting }: { from: string; to: string; setting: string | undefined },
): string {
  const named = (keys: string[]) => keys.map((key) => `  ${key}\n`).join('');
  const isWhole = damaged.length + missing.length === 0;
  return [
    `${verified} files (${(bytes / 1e6).toFixed(1)} MB) are in ${to} and were read back; ${copied} of them were copied now.\n`,
    missing.length > 0 && `Files that are neither in ${from} nor in ${to}:\n${named(missing)}`,
    damaged.length > 0 && `Files that differ from what was uploaded, and were not copied:\n${named(damaged)}`,
    isWhole && setting !== undefined && `Now set STORAGE_URL=${setting} and restart Docket.\n`,
    deleted > 0
      ? `${deleted} files were deleted in ${from}.\n`
      : `Nothing was deleted in ${from}. --delete-source does that once every file is in its new place.\n`,
  ]
    .filter(Boolean)
    .join('');
}
