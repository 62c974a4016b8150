import type { TicketRow } from '../types.ts';
import type { Compare, Predicate } from './match.ts';

/** The approximate duration of each step of the generator. */
const sliceMs = 8;
const checkEvery = 256;

/**
 * Finds and sorts the matching rows. It yields often enough for the browser to draw frames in between: each slice sorts
 * a run, and runs of similar length are merged.
 */
export function* sortInSlices(
  rows: readonly TicketRow[],
  matches: Predicate,
  compare: Compare,
  now: () => number,
): Generator<undefined, TicketRow[]> {
  const runs: TicketRow[][] = [];
  let run: TicketRow[] = [];
  let endsAt = now() + sliceMs / 2;
  for (const [index, row] of rows.entries()) {
    if (matches(row)) run.push(row);
    if (index % checkEvery !== 0 || now() < endsAt) continue;
    addRun(runs, run.sort(compare), compare);
    run = [];
    yield;
    // Sorting the run takes about as long as finding it.
    endsAt = now() + sliceMs / 2;
  }
  addRun(runs, run.sort(compare), compare);
  while (runs.length > 1) {
    yield;
    mergeLast(runs, compare);
  }
  return runs[0] ?? [];
}

function addRun(runs: TicketRow[][], run: TicketRow[], compare: Compare): void {
  runs.push(run);
  while (runs.length > 1 && (runs.at(-2)?.length ?? 0) <= 2 * (runs.at(-1)?.length ?? 0))
    mergeLast(runs, compare);
}

function mergeLast(runs: TicketRow[][], compare: Compare): void {
  const [right, left] = [runs.pop() ?? [], runs.pop() ?? []];
  const merged: TicketRow[] = [];
  let at = 0;
  for (const row of left) {
    for (let other = right[at]; other !== undefined && compare(other, row) < 0; other = right[++at])
      merged.push(other);
    merged.push(row);
  }
  for (; at < right.length; at++) merged.push(right[at] as TicketRow);
  runs.push(merged);
}
