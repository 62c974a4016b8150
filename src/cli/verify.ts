import { createReadStream, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../config/index.ts';
import type { PageVerdict } from '../proof/index.ts';
import type { Verdict } from '../sealed-history/index.ts';
import { escapeControls } from './client/terminal-text.ts';
import { type CommandResult, command, flag, optionalText, UsageError } from './command.ts';

export const verify = command({
  arguments: {
    file: optionalText(
      'FILE',
      'The archive of an instance, made with docket export, or the page of docket export evidence.',
    ),
  },
  options: {
    database: flag('Verify the configured database instead; the server may run.'),
    key: optionalText(
      'KEY',
      'Of a page: the key that must have signed it, by its id, as sealPublicKey of GET /api/instance, or as a file with that.',
    ),
  },
  examples: [
    'docket verify docket.docket.tar',
    'docket verify HAR-12-evidence.html',
    'docket verify --database --json',
  ],
  run: async ({ file, database, key }, { config }) => {
    if ((file === undefined) !== database)
      throw new UsageError('Name the file to verify, or say --database.');
    if (file?.endsWith('.html')) return verifyPageFile(file, key);
    if (key !== undefined) throw new UsageError('--key belongs to a page of evidence, a file named *.html.');
    const verdict = file === undefined ? await verifyConfigured(config) : await verifyFile(file);
    return {
      json: verdict,
      text: describe(verdict),
      ...(verdict.problem !== undefined && { ending: 'failure' as const }),
    };
  },
});

async function verifyConfigured({ database }: Config): Promise<Verdict> {
  const { DatabaseRefused, openCurrentDatabase } = await import('../platform/db/index.ts');
  const { verifyDatabase } = await import('../sealed-history/index.ts');
  const db = await openCurrentDatabase(database);
  if (!db)
    throw new DatabaseRefused(
      'There is no database of this version here. Start the server once, or name an archive.',
    );
  return verifyDatabase(db.reads).finally(() => db.close());
}

// A page has at most a few megabytes of pictures, texts and events.
const pageBytesMax = 64 * 2 ** 20;

async function verifyPageFile(file: string, key: string | undefined): Promise<CommandResult> {
  const { verifyPage } = await import('../proof/index.ts');
  if (statFile(file).size > pageBytesMax)
    throw new UsageError(`${file} is too large for a page of evidence.`);
  const result = verifyPage(readFileSync(file), key === undefined ? [] : await readKeyIds(key));
  if ('problem' in result)
    return {
      json: result,
      text: `The page of evidence does not fit. ${escapeControls(result.problem)}\n`,
      ending: 'failure',
    };
  return { json: result.verdict, text: escapeControls(describePage(result.verdict)) };
}

/** The ids of the keys in a text or a file: 32 hexadecimal digits, or a public key in base64url. */
async function readKeyIds(given: string): Promise<string[]> {
  const { describeKey } = await import('../sealed-history/index.ts');
  const text = statSync(given, { throwIfNoEntry: false })?.isFile() ? readFileSync(given, 'utf8') : given;
  const ids = text.split(/[^A-Za-z0-9_-]+/).flatMap((word) => {
    if (/^[0-9a-f]{32}$/.test(word)) return word;
    return word.length === 43 ? describeKey(word) : [];
  });
  if (ids.length === 0)
    throw new UsageError(`--key must be the id of a key, a public key, or a file with one.`);
  return ids;
}

function describePage(verdict: PageVerdict): string {
  const { ticket, events, sealed, seals, unsealed, forgotten, unrecorded, files, keyId, origin } = verdict;
  const lines = [
    `The evidence of ${ticket} fits: ${count(events, 'event')}, ${sealed} of them in ${count(seals, 'seal')}, and ${count(files, 'file')}.`,
    ...(unsealed > 0
      ? [`${count(unsealed, 'event')} ${unsealed === 1 ? 'is' : 'are'} newer than the last seal.`]
      : []),
    ...(forgotten > 0
      ? [`Of ${count(forgotten, 'event')}, the content was deleted; the hash fits in its place.`]
      : []),
    ...(unrecorded > 0
      ? [`Without an event, so that no seal covers it: ${count(unrecorded, 'fact')}. The signature does.`]
      : []),
    `Signed with the key ${keyId}. Compare it with that of ${origin}, or name it with --key.`,
  ];
  return `${lines.join('\n')}\n`;
}

function statFile(file: string) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new UsageError(`There is no file ${file}.`);
  return stats;
}

async function verifyFile(file: string): Promise<Verdict> {
  const stats = statFile(file);
  const { verifyArchive } = await import('../imports/index.ts');
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
