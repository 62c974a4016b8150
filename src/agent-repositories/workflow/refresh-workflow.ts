import { applyWorkflowBudget } from '../../agent-tasks/index.ts';
import { type DocsGenerationContext, openProjectRepository } from '../../docs-generation/index.ts';
import { type Clock, dayMs, minuteMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import {
  findWorkflowRow,
  listProjectRepositories,
  saveWorkflow,
  takeWorkflow,
  type WorkflowRow,
} from '../../projects/index.ts';
import {
  parseWorkflowFile,
  type WorkflowPolicy,
  type WorkflowProblem,
  workflowBytesMax,
  workflowFileName,
} from '../../workflow-file/index.ts';

export interface RefreshContext {
  db: Database;
  clock: Clock;
  docs: DocsGenerationContext;
  tasksPerHourMax: number;
}

// A push webhook makes the file due at once. These bound the age where there is none.
const withFileMs = 30 * minuteMs;
const withoutFileMs = dayMs;
const afterFailureMs = 15 * minuteMs;
// More repositories than this are not searched for the file.
const repositoriesMax = 10;

interface Found {
  repository: string;
  commit: string;
  /** Undefined if the commit is the one that was read before. */
  content?: Buffer | undefined;
  isTooLarge?: boolean | undefined;
}

// Longer than reading a file may take. If the process ends meanwhile, another one reads it after this time.
const takenMs = 2 * minuteMs;

/** When the reading that begins now counts as abandoned. */
export const newReadingEnd = ({ clock }: Pick<RefreshContext, 'clock'>) => clock.now() + takenMs;

/**
 * Reads the WORKFLOW.md of a project, and keeps its last version without problems if the new one has some. `taken` is the
 * end of a reading that the caller has taken already.
 */
export async function refreshWorkflow(
  context: RefreshContext,
  projectId: string,
  taken?: number,
): Promise<void> {
  const { db, clock, tasksPerHourMax } = context;
  const until = taken ?? newReadingEnd(context);
  if (taken === undefined) await db.transaction((tx) => takeWorkflow(tx, { projectId, until }));
  const before = await findWorkflowRow(db.reads, { projectId });
  let read: Pick<WorkflowRow, 'repository' | 'commitSha' | 'problems' | 'policy' | 'policyCommit' | 'dueAt'>;
  try {
    const found = await findFile(context, projectId, before);
    read = { ...describe(found, before), dueAt: clock.now() + (found ? withFileMs : withoutFileMs) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = [atStart(error.message, 'a repository that Docket can read')];
    const kept = before ?? { repository: null, policy: null, policyCommit: null };
    // Without its commit the file is parsed again as soon as it can be read.
    const { repository, policy, policyCommit } = kept;
    read = {
      repository,
      policy,
      policyCommit,
      commitSha: null,
      problems: JSON.stringify(problems),
      dueAt: clock.now() + afterFailureMs,
    };
  }
  await db.transaction(async (tx) => {
    const now = clock.now();
    const { start = [] } = read.policy === null ? {} : (JSON.parse(read.policy) as WorkflowPolicy);
    const hasStartRules = Number(start.length > 0);
    await saveWorkflow(tx, { ...read, projectId, readAt: now, hasStartRules, until });
    await applyWorkflowBudget(tx, projectId, { now, tasksPerHourMax });
  });
}

const atStart = (message: string, instead: string): WorkflowProblem => ({
  line: 1,
  column: 1,
  message,
  instead,
});

/** The first repository, by name, whose default branch has the file. */
async function findFile(
  { db, docs }: RefreshContext,
  projectId: string,
  before: WorkflowRow | undefined,
): Promise<Found | undefined> {
  const names = await listProjectRepositories(db.reads, { projectId });
  let failure: Refusal | undefined;
  for (const name of names.slice(0, repositoriesMax)) {
    try {
      const repository = await openProjectRepository(db, docs, projectId, name);
      const known = before?.repository === name ? before.commitSha : null;
      const { commit, content, isTooLarge } = await repository.readRootFile(
        workflowFileName,
        workflowBytesMax,
        known,
      );
      if (content === undefined) return { repository: name, commit };
      if (content !== null) return { repository: name, commit, content: Buffer.from(content, 'base64') };
      if (isTooLarge) return { repository: name, commit, isTooLarge };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      failure ??= error;
    }
  }
  // A repository that cannot be read may be the one with the file: its last version stays.
  if (failure) throw failure;
  return undefined;
}

function describe(found: Found | undefined, before: WorkflowRow | undefined) {
  if (!found) return { repository: null, commitSha: null, problems: '[]', policy: null, policyCommit: null };
  const { repository, commit, content, isTooLarge } = found;
  const kept =
    before?.repository === repository
      ? { policy: before.policy, policyCommit: before.policyCommit }
      : { policy: null, policyCommit: null };
  if (isTooLarge) {
    const problems = [atStart(`The file has more than ${workflowBytesMax} bytes`, 'a shorter file')];
    return { ...kept, repository, commitSha: commit, problems: JSON.stringify(problems) };
  }
  if (content === undefined)
    return { ...kept, repository, commitSha: commit, problems: before?.problems ?? '[]' };
  const { policy, problems } = parseWorkflowFile(content);
  return {
    ...(policy ? { policy: JSON.stringify(policy), policyCommit: commit } : kept),
    repository,
    commitSha: commit,
    problems: JSON.stringify(problems),
  };
}
