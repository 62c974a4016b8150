import { type BranchChange, isRefName, type PushRequest } from '../code-hosts/index.ts';
import { matchesPath } from './path-rules.ts';

const refsMax = 20;
const heads = 'refs/heads/';

/** Why refs of a push are refused, by their names, before its pack is looked at; empty if all are allowed. */
export function findRefRefusals({ commands }: PushRequest, prefix: string): Map<string, string> {
  const refused = new Map<string, string>();
  for (const { ref, after } of commands) {
    const reason = findRefRefusal(ref, after, prefix);
    if (reason !== undefined) refused.set(ref, reason);
  }
  const others =
    commands.length > refsMax
      ? `too many refs: the limit is ${refsMax}`
      : refused.size > 0
        ? 'another ref of this push was refused'
        : undefined;
  // All or nothing: who reads the refusal need not find out what was pushed.
  if (others !== undefined) for (const { ref } of commands) if (!refused.has(ref)) refused.set(ref, others);
  return refused;
}

function findRefRefusal(ref: string, after: string | null, prefix: string): string | undefined {
  if (after === null) return 'deleting is not allowed';
  if (ref.startsWith('refs/tags/')) return 'tags are not allowed';
  const isOwn = ref.startsWith(`${heads}${prefix}`) && ref.length > heads.length + prefix.length;
  const name = Buffer.from(ref, 'latin1').toString();
  // `isRefName` also knows `main~2` and `v1^`, which are no names to push to.
  return isOwn && isRefName(name) && !/[~^]/.test(name) ? undefined : `this task may push only to ${prefix}*`;
}

/** Why the paths that branches change are refused; undefined if the rules allow them. */
export function findPathRefusal(
  changes: readonly BranchChange[],
  patterns: readonly string[] | null,
): string | undefined {
  if (patterns === null) return undefined;
  const isAllowed = (path: string) => patterns.some((pattern) => matchesPath(pattern, path));
  for (const { total } of changes) {
    // A link in an allowed folder would stand for files outside of it.
    const wrong = total.find(({ path, isLink }) => isLink || !isAllowed(path));
    if (wrong) return `path not allowed: ${wrong.path}`;
  }
  return undefined;
}

export const branchName = (ref: string) => Buffer.from(ref, 'latin1').toString().slice(heads.length);
