import type { Queries } from '../../platform/db/index.ts';
import type { StartRule, WorkflowPolicy, WorkflowStatus } from '../../workflow-file/index.ts';
import { getAutomation, type StatusRule } from '../automation.ts';
import { listAgentsNamed, listWorkingAgents } from '../automation-store.ts';
import { findWorkflowRow } from './workflow-store.ts';

/** The last version without problems of the project’s WORKFLOW.md; undefined without one. */
export async function findWorkflowPolicy(
  queries: Queries,
  projectId: string,
): Promise<WorkflowPolicy | undefined> {
  const row = await findWorkflowRow(queries, { projectId });
  return row?.policy ? (JSON.parse(row.policy) as WorkflowPolicy) : undefined;
}

/** The patterns of the files that agents may change according to WORKFLOW.md; null if it names none. */
export const workflowPaths = async (queries: Queries, projectId: string): Promise<string[] | null> =>
  (await findWorkflowPolicy(queries, projectId))?.paths ?? null;

/** A rule that starts a task, and where it comes from. */
export type EffectiveRule = Omit<StatusRule, 'agentId'> & {
  /** Null: every agent that works in the project may claim the task. */
  agentId: string | null;
  from: 'settings' | 'file';
};

/** The rules that apply. For a status with rules in the settings, those of the file do not count. */
export async function listEffectiveRules(
  queries: Queries,
  projectId: string,
  policy: WorkflowPolicy | undefined,
): Promise<{ rules: EffectiveRule[]; unknown: StartRule[] }> {
  const { statusRules } = await getAutomation(queries, projectId);
  const settled = new Set(statusRules.map(({ status }) => status));
  const rules: EffectiveRule[] = statusRules.map((rule) => ({ ...rule, from: 'settings' }));
  const unknown: StartRule[] = [];
  for (const rule of policy?.start ?? []) {
    if (settled.has(rule.status)) continue;
    const agentId = await findAgent(queries, projectId, rule.agent);
    if (agentId === undefined) unknown.push(rule);
    else rules.push({ status: rule.status, labels: rule.labels, agentId, from: 'file' });
  }
  return { rules, unknown };
}

/** The agent with that id or name; null if the rule names none, undefined if there is none or more than one. */
async function findAgent(
  queries: Queries,
  projectId: string,
  agent: string | null,
): Promise<string | null | undefined> {
  if (agent === null) return null;
  const [byId] = await listWorkingAgents(queries, { projectId, agentIds: [agent] });
  if (byId !== undefined) return byId;
  const named = await listAgentsNamed(queries, projectId, agent);
  return named.length === 1 ? named[0] : undefined;
}

/** How many tasks of a status may be offered or running at a time; undefined: no limit. */
export async function findConcurrency(
  queries: Queries,
  projectId: string,
  status: string,
): Promise<number | undefined> {
  return (await findWorkflowPolicy(queries, projectId))?.concurrency[status as WorkflowStatus];
}
