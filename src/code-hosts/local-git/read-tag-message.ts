import { isRefName } from '../repository-name.ts';
import { newBatchReader } from './blob-reader.ts';
import { lines, type Repository, runGit } from './git-command.ts';

const messageBytesMax = 256 * 1024;

/** The message of an annotated tag without its signature; undefined if the tag is missing or points at a commit. */
export async function readTagMessage(
  repository: Repository,
  tag: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!isRefName(tag)) return undefined;
  let message: string | undefined;
  const read = newBatchReader((_, type, bytes) => {
    if (type === 'tag') message = parseMessage(bytes);
  });
  await runGit(
    { ...repository, signal, args: ['cat-file', '--batch'], input: lines([`refs/tags/${tag}`]) },
    read,
  );
  return message;
}

function parseMessage(bytes: Buffer): string {
  const start = bytes.indexOf('\n\n');
  if (start < 0) return '';
  return bytes
    .subarray(start + 2, start + 2 + messageBytesMax)
    .toString()
    .replace(/^-----BEGIN (?:PGP|SSH) SIGNATURE-----$[\s\S]*/m, '');
}
