import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../command.ts';
import type { ClientContext } from '../client-context.ts';
import { escapeControls } from '../terminal-text.ts';
import { newGit, type RunGit } from './run-git.ts';

/** A file of a git repository, and the lines that are asked about. */
export interface Place {
  git: RunGit;
  /** The name of the file in the folder where `git` runs. */
  name: string;
  /** The path in the repository. */
  path: string;
  lines: { from: number; to: number } | undefined;
  lineCount: number;
  isBinary: boolean;
  isShallow: boolean;
}

const bytesMax = 50_000_000;

/** Parses `FILE`, `FILE:LINE` or `FILE:FROM-TO` and finds the file in git. Throws a `UsageError` that says what is wrong. */
export async function findPlace(context: ClientContext, argument: string): Promise<Place> {
  const { file, lines } = await parseArgument(argument);
  const shown = escapeControls(file);
  const stats = await lstat(file).catch(() => undefined);
  if (!stats) throw new UsageError(`There is no file ${shown}.`);
  if (stats.isDirectory()) throw new UsageError(`${shown} is a folder. Name a file.`);
  if (!stats.isFile()) throw new UsageError(`${shown} is no ordinary file.`);
  if (stats.size > bytesMax) throw new UsageError(`${shown} is larger than 50 MB.`);
  const git = newGit(context, path.dirname(path.resolve(file)));
  const name = path.basename(file);
  const repository = await git(['rev-parse', '--show-prefix', '--is-shallow-repository']);
  if (repository.code !== 0) throw new UsageError(describeNoRepository(shown, repository.errors));
  const [prefix = '', shallow] = repository.out.split('\n');
  if ((await git(['rev-parse', '--quiet', '--verify', 'HEAD'])).code !== 0)
    throw new UsageError(`The repository of ${shown} has no commit yet.`);
  if ((await git(['ls-files', '--error-unmatch', '--', name])).code !== 0)
    throw new UsageError(`${shown} is not in git: it was never added.`);
  const content = await readFile(file);
  // As git does: a file is binary if its first 8,000 bytes have a zero byte.
  const isBinary = content.subarray(0, 8_000).includes(0);
  if (isBinary && lines)
    throw new UsageError(`${shown} is binary: its lines have no history. Leave out the line.`);
  const lineCount = countLines(content);
  if (lines && lines.to > lineCount)
    throw new UsageError(
      `${shown} has ${lineCount} ${lineCount === 1 ? 'line' : 'lines'}; there is no line ${lines.to}.`,
    );
  return { git, name, path: prefix + name, lines, lineCount, isBinary, isShallow: shallow === 'true' };
}

async function parseArgument(argument: string) {
  const [, file = '', first = '', last = first] = /^(.+):(\d{1,9})(?:-(\d{1,9}))?$/s.exec(argument) ?? [];
  // A file may be called `notes:12`.
  if (file === '' || (await lstat(argument).catch(() => undefined)))
    return { file: argument, lines: undefined };
  const [from, to] = [Number(first), Number(last)];
  if (from < 1 || to < from) throw new UsageError(`${first}-${last} are no lines. Lines count from 1.`);
  return { file, lines: { from, to } };
}

function describeNoRepository(file: string, errors: string): string {
  if (/dubious ownership/.test(errors))
    return `git refuses the repository of ${file}, because it belongs to somebody else. See git help safe.directory.`;
  return `${file} is in no git repository.`;
}

function countLines(content: Buffer): number {
  let count = 0;
  for (let at = content.indexOf(10); at >= 0; at = content.indexOf(10, at + 1)) count++;
  return count + (content.length > 0 && content.at(-1) !== 10 ? 1 : 0);
}
