import type { Commit } from '../code-host.ts';

export interface RawCommit extends Commit {
  committedAt: string;
}

// A commit message has no size limit, so the rest is cut off.
const messageBytesMax = 64 * 1024;

/** Parses a raw commit object. */
export function parseCommit(sha: string, bytes: Buffer): RawCommit {
  const split = bytes.indexOf('\n\n');
  const head = (split < 0 ? bytes : bytes.subarray(0, split)).toString('latin1').split('\n');
  const body = split < 0 ? Buffer.alloc(0) : bytes.subarray(split + 2, split + 2 + messageBytesMax);
  const field = (name: string) =>
    head.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? '';
  const decode = newDecoder(field('encoding'));
  const parents = head.filter((line) => line.startsWith('parent ')).map((line) => line.slice(7));
  return {
    sha,
    parents,
    isMerge: parents.length > 1,
    author: decode(Buffer.from(field('author').replace(/ <.*$/s, ''), 'latin1')),
    committedAt: parseTime(field('committer')),
    message: decode(body),
    paths: [],
  };
}

function newDecoder(encoding: string): (bytes: Buffer) => string {
  try {
    const decoder = new TextDecoder(encoding || 'utf-8');
    return (bytes) => decoder.decode(bytes);
  } catch {
    return (bytes) => bytes.toString();
  }
}

/** Parses the time of `Ada <ada@example.org> 1730000000 +0100`. A time out of range becomes the epoch. */
function parseTime(committer: string): string {
  const seconds = Number(/ (-?\d{1,15}) [+-]\d{4}$/.exec(committer)?.[1] ?? 0);
  const date = new Date(seconds * 1000);
  const isSane = !Number.isNaN(date.getTime()) && seconds >= 0 && seconds < 253_402_300_800;
  return (isSane ? date : new Date(0)).toISOString().replace('.000Z', 'Z');
}
