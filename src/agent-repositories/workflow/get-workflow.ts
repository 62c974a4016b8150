import { canWorkOnTask, getTaskFor, readBudget } from '../../agent-tasks/index.ts';
import { renderPrompt } from '../../context-packs/index.ts';
import { readAgentBranches } from '../../leased-branches/index.ts';
import { minuteMs } from '../../platform/clock.ts';
import { toIso } from '../../platform/instant.ts';
import {
  canUseRepositories,
  canWriteInProject,
  findWorkflowPolicy,
  findWorkflowRow,
  getProjectFor,
  listEffectiveRules,
  listProjectRepositories,
  markWorkflowDue,
} from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import {
  noHooks,
  type WorkflowPolicy,
  type WorkflowProblem,
  type WorkflowStatus,
} from '../../workflow-file/index.ts';
import { type RefreshContext, refreshWorkflow } from './refresh-workflow.ts';

// What somebody looks at is read again if it is older than this.
const shownAgeMs = 5 * minuteMs;

/** What applies to the agents of a project, and where each part comes from. */
export async function getWorkflow(scope: Scope, ref: string) {
  const { db, actor, clock } = scope;
  const project = await getProjectFor(db.reads, actor, ref, canUseRepositories);
  const row = await findWorkflowRow(db.reads, { projectId: project.id });
  const isStale = (row?.readAt ?? 0) < clock.now() - shownAgeMs;
  if (isStale && (await listProjectRepositories(db.reads, { projectId: project.id })).length > 0)
    await db.transaction((tx) => markWorkflowDue(tx, { projectId: project.id, dueAt: clock.now() }));
  return readWorkflow(scope, project.id);
}

/** Reads the file now, for a person who has just changed it. */
export async function refreshNow(scope: Scope, context: Omit<RefreshContext, 'db' | 'clock'>, ref: string) {
  const { db, actor, clock } = scope;
  const project = await getProjectFor(db.reads, actor, ref, canWriteInProject);
  await refreshWorkflow({ ...context, db, clock }, project.id);
  return readWorkflow(scope, project.id);
}

async function readWorkflow({ db, clock }: Scope, projectId: string) {
  const row = await findWorkflowRow(db.reads, { projectId });
  const policy = row?.policy ? (JSON.parse(row.policy) as WorkflowPolicy) : undefined;
  const [{ rules, unknown }, branches, budget] = await Promise.all([
    listEffectiveRules(db.reads, projectId, policy),
    readAgentBranches(db.reads, projectId),
    readBudget(db.reads, { kind: 'project', subjectId: projectId }, clock.now()),
  ]);
  const problems = JSON.parse(row?.problems ?? '[]') as WorkflowProblem[];
  const missing = [...new Set(unknown.flatMap(({ agent }) => agent ?? []))].map((agent) => ({
    line: 1,
    column: 1,
    message: `No agent ${JSON.stringify(agent)} works in the project, or more than one`,
    instead: 'the name or id of an agent that is a member of the project',
  }));
  const paths = branches.paths ?? policy?.paths ?? null;
  return {
    repository: row?.repository ?? null,
    commit: row?.commitSha ?? null,
    policyCommit: row?.policyCommit ?? null,
    readAt: row?.readAt ? toIso(row.readAt) : null,
    problems: [...problems, ...missing],
    start: rules.map(({ status, labels = [], agentId, from }) => ({ status, labels, agentId, from })),
    concurrency: Object.entries(policy?.concurrency ?? {}).map(([status, max]) => ({
      status: status as WorkflowStatus,
      max,
      from: 'file' as const,
    })),
    paths: { value: paths, from: originOf(branches.paths !== null, paths !== null) },
    budget: {
      value: budget.budget,
      from: originOf(!budget.isFromWorkflow && budget.budget !== null, budget.budget !== null),
    },
    hooks: policy?.hooks ?? noHooks,
    checks: policy?.checks ?? [],
    template: policy?.template ?? '',
  };
}

const originOf = (isSet: boolean, isThere: boolean) =>
  isSet ? ('settings' as const) : isThere ? ('file' as const) : ('default' as const);

/** What the runner of a task does by WORKFLOW.md; null without such a file. */
export async function getTaskWorkflow(scope: Scope, taskId: string) {
  const task = await getTaskFor(scope.db.reads, scope.actor, taskId, canWorkOnTask);
  const { projectId } = task;
  const row = projectId === null ? undefined : await findWorkflowRow(scope.db.reads, { projectId });
  const policy = projectId === null ? undefined : await findWorkflowPolicy(scope.db.reads, projectId);
  if (!policy || !row?.policyCommit) return null;
  const { hooks, checks } = policy;
  return { commit: row.policyCommit, hooks, checks, prompt: await renderPrompt(scope, task, policy) };
}
