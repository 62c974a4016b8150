import { type FileConflict, liveBranches } from '../../agent-tasks/index.ts';
import type { MergeRequest, MergeTrial } from '../../code-hosts/index.ts';
import { type DocsGenerationContext, openProjectRepository } from '../../docs-generation/index.ts';
import { type Clock, minuteMs, secondMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { isOpen } from '../../tickets/index.ts';

export interface MergeContext {
  db: Database;
  clock: Clock;
  docs: DocsGenerationContext;
  logger: Pick<Logger, 'warn'>;
}

type Branch = liveBranches.LiveBranchRow;

/** What a check found. The order of landing belongs to the commits that it names. */
export interface MergeResult {
  /** Why the branches were not merged. `host`: only local repositories are merged. */
  problem?: 'host' | 'git' | 'failed';
  /** Of git, or of the failure, for people. */
  detail?: string;
  defaultBranch?: string;
  base?: string;
  /** By the id of the branch. */
  landing: { branchId: string; head: string; conflicts: FileConflict[] | null; isBehind: boolean }[];
  isComplete: boolean;
}

const checksPerStep = 10;
// Longer than a check may take. If the process ends meanwhile, another one checks after this time.
const takenMs = 2 * minuteMs;
/** People merge and delete branches outside Docket. */
const againMs = 2 * minuteMs;
const afterFailureMs = 5 * minuteMs;
/** The newest ones of a repository: at most 190 pairs. */
const branchesMax = 20;
// Within the time that the process has for a request.
const mergingMs = 20 * secondMs;
const conflictsLengthMax = 50_000;
const filesInOrderMax = 10;

/** Merges the branches of repositories that are due. Any number of processes may do so. Resolves to true if more are due. */
export async function checkDueMerges(context: MergeContext, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = context;
  const due = await liveBranches.listDueChecks(db.reads, { now: clock.now(), limit: checksPerStep });
  for (const { projectId, repository, dueAt } of due) {
    if (signal?.aborted) return false;
    const until = clock.now() + takenMs;
    const taking = { projectId, repository, dueAt: dueAt as number, until };
    if (await db.transaction((tx) => liveBranches.takeCheck(tx, taking)))
      await checkRepository(context, projectId, repository, until);
  }
  return due.length === checksPerStep;
}

async function checkRepository(
  context: MergeContext,
  projectId: string,
  repository: string,
  until: number,
): Promise<void> {
  const { db, clock } = context;
  const branches = await liveBranches.listBranches(db.reads, { projectId, repository, limit: branchesMax });
  const trial = branches.length === 0 ? null : await merge(context, projectId, repository, branches);
  await db.transaction(async (tx) => {
    const now = clock.now();
    const result = describe(trial, branches);
    if (trial && !('failure' in trial)) await storeTrial(tx, branches, trial);
    const again = result.problem === 'failed' ? afterFailureMs : againMs;
    const isOver = branches.length === 0 || result.problem === 'host' || result.problem === 'git';
    await liveBranches.saveCheck(tx, {
      projectId,
      repository,
      until,
      checkedAt: now,
      dueAt: isOver ? null : result.isComplete ? now + again : now,
      result: JSON.stringify(result),
    });
  });
}

type Outcome = MergeTrial | { failure: string } | null;

/** Null if the code host cannot merge. */
async function merge(
  { db, docs, logger }: MergeContext,
  projectId: string,
  repository: string,
  branches: Branch[],
): Promise<Outcome> {
  const known = await liveBranches.listMerges(db.reads, { projectId, repository });
  try {
    const opened = await openProjectRepository(db, docs, projectId, repository);
    return await opened.tryMerges({
      ...describePairs(branches),
      known: known.map(readKnown),
      timeMs: mergingMs,
    });
  } catch (error) {
    logger.warn({ err: error, projectId, repository }, 'Cannot merge the branches of a repository');
    return { failure: error instanceof Refusal ? error.message : 'Docket could not run git' };
  }
}

const readKnown = ({ head, otherHead, hasConflicts }: liveBranches.BranchMerge) => ({
  a: head,
  b: otherHead,
  hasConflicts: hasConflicts !== 0,
});

const isUnderWay = ({ ticketStatus, taskState }: Branch) =>
  ticketStatus === null ? taskState !== 'completed' : isOpen({ status: ticketStatus });
const isFinished = ({ ticketStatus, taskState }: Branch) =>
  ticketStatus === null ? taskState === 'completed' : ticketStatus === 'in_review' || ticketStatus === 'done';

/** Branches of one ticket replace each other, and a closed ticket matters only for landing. */
function describePairs(branches: Branch[]): Pick<MergeRequest, 'branches' | 'apart' | 'finished'> {
  const apart = branches.flatMap((a, index) =>
    branches
      .slice(index + 1)
      .filter((b) => {
        const isSameTicket = a.ticketId !== null && a.ticketId === b.ticketId;
        return isSameTicket || !((isUnderWay(a) && isUnderWay(b)) || (isFinished(a) && isFinished(b)));
      })
      .map((b): [string, string] => [a.branch, b.branch]),
  );
  const finished = branches.filter(isFinished).sort(byReadiness);
  return { branches: branches.map(nameBranch), apart, finished: finished.map(nameBranch) };
}

const nameBranch = ({ branch }: Branch) => branch;

/** Done before in review, then the older push. */
const byReadiness = (a: Branch, b: Branch) =>
  Number(b.ticketStatus === 'done') - Number(a.ticketStatus === 'done') ||
  a.pushedAt - b.pushedAt ||
  (a.branch < b.branch ? -1 : 1);

function describe(outcome: Outcome, branches: Branch[]): MergeResult {
  if (branches.length === 0) return { landing: [], isComplete: true };
  if (outcome === null) return { problem: 'host', landing: [], isComplete: true };
  if ('failure' in outcome)
    return { problem: 'failed', detail: outcome.failure, landing: [], isComplete: true };
  if (outcome.outdatedGit !== undefined)
    return { problem: 'git', detail: outcome.outdatedGit, landing: [], isComplete: true };
  const { defaultBranch, base, landing, isComplete } = outcome;
  const ids = new Map(branches.map(({ id, branch }) => [branch, id]));
  const steps = landing.map(({ branch, conflicts, ...step }) => ({
    ...step,
    branchId: ids.get(branch) as string,
    conflicts: conflicts?.slice(0, filesInOrderMax) ?? null,
  }));
  return { defaultBranch, base, landing: steps, isComplete };
}

async function storeTrial(tx: Tx, rows: Branch[], { branches, pairs }: MergeTrial): Promise<void> {
  const byName = new Map(rows.map((row) => [row.branch, row]));
  const heads = new Map(branches.map(({ name, head }) => [name, head]));
  for (const { name, head, isMerged } of branches) {
    const row = byName.get(name);
    if (!row) continue;
    if (head === null || isMerged) await liveBranches.deleteBranch(tx, row);
    else if (head !== row.head) await liveBranches.moveBranch(tx, { id: row.id, from: row.head, head });
  }
  for (const { a, b, conflicts } of pairs) {
    const [one, other, head, otherHead] = [byName.get(a), byName.get(b), heads.get(a), heads.get(b)];
    if (!one || !other || !head || !otherHead) continue;
    const hasConflicts = conflicts && Number(conflicts.length > 0);
    const both = { hasConflicts, head, otherHead };
    const row = { branchId: one.id, otherId: other.id, conflicts: formatConflicts(conflicts) };
    await liveBranches.upsertMerge(tx, { ...both, ...row });
    await liveBranches.upsertMerge(tx, {
      hasConflicts,
      head: otherHead,
      otherHead: head,
      branchId: other.id,
      otherId: one.id,
      conflicts: formatConflicts(conflicts?.map(seenFromOther) ?? null),
    });
  }
}

const seenFromOther = ({ lines, otherLines, ...conflict }: FileConflict): FileConflict => ({
  ...conflict,
  ...(otherLines && { lines: otherLines }),
  ...(lines && { otherLines: lines }),
});

/** As many files as the column takes. */
function formatConflicts(conflicts: FileConflict[] | null): string {
  let files = conflicts ?? [];
  while (JSON.stringify(files).length > conflictsLengthMax) files = files.slice(0, -1);
  return JSON.stringify(files);
}
