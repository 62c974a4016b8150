import { minuteMs } from '../platform/clock.ts';

/** A version of a project. */
export interface Release {
  id: string;
  projectId: string;
  version: string;
  /** Case-folded `owner/name`, and the tag there; both empty for a version that a person recorded without them. */
  repository: string;
  tag: string;
  commit: string | null;
  /** 1: the tag is older than the link of its repository, so nobody is told of its tickets. */
  isSilent: number;
  /** When the repository is read next; null: it is read. */
  dueAt: number | null;
  attempts: number;
  /** Why the repository could not be read. */
  error: string | null;
  createdAt: number;
  deletedAt: number | null;
}

/** With the number of tickets whose first version it is or was. */
export type ListedRelease = Release & { ticketCount: number };

export const releaseLimits = { versionLength: 100, tickets: 500 };

const retryMinutes = [1, 5, 15, 60, 240];

/** When the repository is read again after this many failures in a row. Null: not before somebody asks for it. */
export const nextAttemptAt = (attempts: number, now: number) => {
  const minutes = retryMinutes[attempts - 1];
  return minutes === undefined ? null : now + minutes * minuteMs;
};

const revertTitle = /^(?:revert:? )/i;
const revertedCommit = /\bThis reverts commit ([0-9a-f]{7,64})\b/;

/** Leaves out reverted commits and those that revert them. `commits` are newest first, so what reverts a revert counts. */
export function withoutReverted<Commit extends { sha: string; message: string }>(
  commits: readonly Commit[],
): Commit[] {
  const reverted: string[] = [];
  return commits.filter(({ sha, message }) => {
    if (reverted.some((known) => sha.startsWith(known))) return false;
    const [, target] = revertedCommit.exec(message) ?? [];
    if (target === undefined || !revertTitle.test(message)) return true;
    reverted.push(target);
    return false;
  });
}

/** The numbers of pull requests whose merge or squash a message tells, in the words of each code host. */
export function findMergedNumbers(message: string): string[] {
  const [title = ''] = message.split('\n', 1);
  const squashed = /\((?:#|!|pull request #)([1-9]\d{0,8})\)\s*$/.exec(title);
  const merged = /^Merge(?:d)? (?:pull request|PR) (?:'.*' \()?#([1-9]\d{0,8})\b/.exec(title);
  const requested = /^See merge request \S*!([1-9]\d{0,8})\s*$/m.exec(message);
  return [squashed, merged, requested].flatMap((match) => match?.[1] ?? []);
}
