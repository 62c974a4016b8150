import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { verifyArchive } from '../imports/index.ts';
import { DatabaseRefused, openCurrentDatabase } from '../platform/db/index.ts';
import { type Verdict, verifyDatabase } from '../sealed-history/index.ts';
import { command, flag, optionalText, UsageError } from './command.ts';

export const verify = command({
  arguments: { file: optionalText('FILE', 'The archive of an instance, made with docket export.') },
  options: { database: flag('Verify the configured database instead; the server may run.') },
  examples: ['docket verify docket.docket.tar', 'docket verify --database --json'],
  run: async ({ file, database }, { config }) => {
    if ((file === undefined) !== database)
      throw new UsageError('Name the archive to verify, or say --database.');
    const verdict = file === undefined ? await verifyConfigured(config.database) : await verifyFile(file);
    return {
      json: verdict,
      text: describe(verdict),
      ...(verdict.problem !== undefined && { ending: 'failure' as const }),
    };
  },
});

async function verifyConfigured(address: Parameters<typeof openCurrentDatabase>[0]): Promise<Verdict> {
  const db = await openCurrentDatabase(address);
  if (!db)
    throw new DatabaseRefused(
      'There is no database of this version here. Start the server once, or name an archive.',
    );
  return verifyDatabase(db.reads).finally(() => db.close());
}

function verifyFile(file: string): Promise<Verdict> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new UsageError(`There is no file ${file}.`);
  return verifyArchive({ name: path.basename(file), bytes: stats.size, open: () => createReadStream(file) });
}

function describe({ problem, seals, sealed, workspaces, forgotten, unsealed, newest }: Verdict): string {
  if (problem !== undefined) return `The history does not fit its seals. ${problem}\n`;
  const lines = [
    `The history fits its seals: ${count(seals, 'seal')} over ${count(sealed, 'event')} in ${count(workspaces, 'history', 'histories')}.`,
    ...(forgotten > 0
      ? [`Of ${count(forgotten, 'event')}, the content was deleted; the hash fits in its place.`]
      : []),
    ...(unsealed > 0 ? [`Not sealed yet: ${count(unsealed, 'event')}.`] : []),
    ...newest.map(({ workspaceId, number, hash }) => `Newest seal of ${workspaceId}: ${number} ${hash}`),
  ];
  return `${lines.join('\n')}\n`;
}

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`;
