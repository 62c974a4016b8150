import { type FileConflict, liveBranches, readTicketNames } from '../../agent-tasks/index.ts';
import { secondMs } from '../../platform/clock.ts';
import { canUseRepositories, getProjectFor } from '../../projects/index.ts';
import type { Ticket } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import type { MergeResult } from './check-merges.ts';

// What somebody looks at is merged again if it is older than this.
const shownAgeMs = 20 * secondMs;
const branchesMax = 100;

/** A finished branch, and whether it merges after those before it. */
export interface LandingBranch {
  taskId: string;
  branch: string;
  commit: string;
  ticket: { id: string; key?: string; title: string; status: Ticket['status'] };
  /** Null: it does not merge, or it is not known yet. */
  position: number | null;
  merges: 'clean' | 'conflict' | 'unknown';
  conflictsWithDefault: boolean;
  files: FileConflict[];
  conflictsWith: { id: string; key?: string; title: string }[];
}

export interface Landing {
  repository: string;
  state: 'ready' | 'checking' | 'unsupported' | 'failed';
  reason: string | null;
  defaultBranch: string | null;
  commit: string | null;
  checkedAt: number | null;
  branches: LandingBranch[];
}

/** In which order the finished branches of a project merge onto the default branch. Reading it has them merged again. */
export async function listLanding(scope: Scope, ref: string): Promise<Landing[]> {
  const { db, actor, clock } = scope;
  const { id: projectId } = await getProjectFor(db.reads, actor, ref, canUseRepositories);
  const now = clock.now();
  const checks = await liveBranches.listChecks(db.reads, { projectId });
  if (checks.some(({ checkedAt }) => checkedAt !== null && checkedAt < now - shownAgeMs))
    await db.transaction((tx) =>
      liveBranches.markOldChecksDue(tx, { projectId, checkedBefore: now - shownAgeMs, dueAt: now }),
    );
  const landings: Landing[] = [];
  for (const check of checks) {
    const landing = await readLanding(scope, check);
    if (landing.branches.length > 0) landings.push(landing);
  }
  return landings;
}

async function readLanding(
  { db, actor }: Scope,
  { projectId, repository, checkedAt, result }: liveBranches.MergeCheck,
): Promise<Landing> {
  const of = { projectId, repository };
  const rows = await liveBranches.listBranches(db.reads, { ...of, limit: branchesMax });
  const finished = rows.filter(({ ticketStatus }) => ticketStatus === 'in_review' || ticketStatus === 'done');
  const names = await readTicketNames(
    db.reads,
    actor,
    finished.flatMap(({ ticketId }) => ticketId ?? []),
  );
  const found: MergeResult = result === null ? noResult : JSON.parse(result);
  const merges = finished.length > 1 ? await liveBranches.listMerges(db.reads, of) : [];
  const byId = new Map(finished.map((row) => [row.id, row]));
  const position = new Map(found.landing.map(({ branchId }, index) => [branchId, index]));
  const atEnd = found.landing.length;
  let clean = 0;
  const branches = finished
    .filter(({ ticketId }) => names.has(ticketId ?? ''))
    .sort((a, b) => (position.get(a.id) ?? atEnd) - (position.get(b.id) ?? atEnd) || a.pushedAt - b.pushedAt)
    .map((row): LandingBranch => {
      const step = found.landing.find(({ branchId, head }) => branchId === row.id && head === row.head);
      const isClean = step?.conflicts?.length === 0;
      const others = merges.flatMap((merge) => {
        const other = byId.get(merge.otherId);
        const isCurrent =
          merge.branchId === row.id && merge.head === row.head && merge.otherHead === other?.head;
        return isCurrent && merge.hasConflicts === 1 ? (names.get(other?.ticketId ?? '') ?? []) : [];
      });
      return {
        taskId: row.taskId,
        branch: row.branch,
        commit: row.head,
        ticket: {
          ...(names.get(row.ticketId as string) as { id: string; title: string }),
          status: row.ticketStatus as Ticket['status'],
        },
        position: isClean ? ++clean : null,
        merges: isClean ? 'clean' : step?.conflicts ? 'conflict' : 'unknown',
        conflictsWithDefault: step?.isBehind ?? false,
        files: step?.conflicts ?? [],
        conflictsWith: others,
      };
    });
  const isKnown = finished.every(({ id, head }) =>
    found.landing.some((step) => step.branchId === id && step.head === head),
  );
  return {
    repository,
    ...describeState(found, isKnown && found.isComplete),
    defaultBranch: found.defaultBranch ?? null,
    commit: found.base ?? null,
    checkedAt,
    branches,
  };
}

const noResult: MergeResult = { landing: [], isComplete: false };

function describeState(
  { problem, detail }: MergeResult,
  isKnown: boolean,
): Pick<Landing, 'state' | 'reason'> {
  if (problem === 'host')
    return { state: 'unsupported', reason: 'Docket merges branches of local repositories only.' };
  if (problem === 'git')
    return { state: 'unsupported', reason: `The server has ${detail}. Install git 2.38 or newer.` };
  if (problem === 'failed') return { state: 'failed', reason: detail ?? null };
  return { state: isKnown ? 'ready' : 'checking', reason: null };
}
