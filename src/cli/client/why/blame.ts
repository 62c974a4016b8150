import { secondMs } from '../../../platform/clock.ts';
import { UsageError } from '../../command.ts';
import { escapeControls } from '../terminal-text.ts';
import type { Place } from './find-place.ts';

/** Adjacent lines that the same commit wrote. */
export interface Range {
  from: number;
  to: number;
  /** Undefined if the lines are not committed. */
  commit: string | undefined;
}

export interface Blame {
  ranges: Range[];
  /** Commits whose parents a shallow clone lacks: they or older ones wrote the lines. */
  shallowEnds: Set<string>;
  /** False if the search for moved and copied lines was given up. */
  hasSearchedCopies: boolean;
}

const copySearchMs = 10 * secondMs;

/** Finds the commits of the lines: also of lines that moved within the file or from another, ignoring spaces. */
export async function blame({ git, name, lines, isShallow, isBinary, lineCount }: Place): Promise<Blame> {
  if (isBinary) {
    const { out } = await git(['log', '-1', '--format=%H', '--', name]);
    const commit = out.trim() || undefined;
    return { ranges: [{ from: 1, to: 1, commit }], shallowEnds: new Set(), hasSearchedCopies: true };
  }
  if (lineCount === 0) return { ranges: [], shallowEnds: new Set(), hasSearchedCopies: true };
  const only = lines ? ['-L', `${lines.from},${lines.to}`] : [];
  const rest = ['--porcelain', '--no-textconv', ...only, '--', name];
  const thorough = await git(['blame', '-w', '-M', '-C', ...rest], { timeoutMs: copySearchMs });
  const answer = thorough.code === null ? await git(['blame', '-w', ...rest]) : thorough;
  if (answer.code !== 0) throw new UsageError(`git blame failed: ${escapeControls(answer.errors.trim())}`);
  const { ranges, boundaries } = parsePorcelain(answer.out);
  return {
    ranges,
    // Git also marks the first commit of a history as a boundary.
    shallowEnds: isShallow ? boundaries : new Set(),
    hasSearchedCopies: answer === thorough,
  };
}

/** Parses the output of `git blame --porcelain`. */
export function parsePorcelain(out: string): { ranges: Range[]; boundaries: Set<string> } {
  const ranges: Range[] = [];
  const boundaries = new Set<string>();
  let sha = '';
  for (const line of out.split('\n')) {
    if (line === 'boundary') boundaries.add(sha);
    const [, found, final] = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/.exec(line) ?? [];
    if (found === undefined) continue;
    sha = found;
    const number = Number(final);
    const commit = /^0+$/.test(sha) ? undefined : sha;
    const last = ranges.at(-1);
    if (last && last.commit === commit && last.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number, commit });
  }
  return { ranges, boundaries };
}
