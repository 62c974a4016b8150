import { isDeepStrictEqual } from 'node:util';
import type { Queries, Tx } from '../platform/db/index.ts';
import { assertValid, type FieldMessages } from '../platform/errors.ts';
import { findAutomation, listWorkingAgents, upsertAutomation } from './automation-store.ts';

/** The statuses of tickets, whose module is above this one. */
export const ruleStatuses = ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;

/** A ticket that enters the status, with one of the labels if there are any, gets a task for the agent. */
export interface StatusRule {
  status: (typeof ruleStatuses)[number];
  /** Ids or names. */
  labels?: string[] | undefined;
  agentId: string;
  instructions?: string | undefined;
}

/** What Docket does by itself: `moveTickets`, `openTickets` and `publishDocs` for linked repositories, the others for agents. */
export interface Automation {
  moveTickets: boolean;
  openTickets: boolean;
  /** A claimed task moves its ticket to in_progress, a completed one to in_review, a failed one back. */
  moveWithTasks: boolean;
  /** A comment or description that mentions an agent gives it a task. */
  mentionsStartTasks: boolean;
  /** A push to the default branch that touches the files of a done ticket queues a task that runs its commands again. */
  recheck: boolean;
  /** Pull requests get a status and a comment, tags release notes, and drafts of documentation a pull request. */
  publishDocs: boolean;
  statusRules: StatusRule[];
}

/** Applies to projects without a row. */
const defaults: Automation = {
  moveTickets: true,
  openTickets: false,
  moveWithTasks: true,
  mentionsStartTasks: true,
  recheck: true,
  publishDocs: false,
  statusRules: [],
};

export async function getAutomation(queries: Queries, projectId: string): Promise<Automation> {
  const row = await findAutomation(queries, { projectId });
  if (!row) return defaults;
  return {
    moveTickets: row.moveTickets === 1,
    openTickets: row.openTickets === 1,
    moveWithTasks: row.moveWithTasks === 1,
    mentionsStartTasks: row.mentionsStartTasks === 1,
    recheck: row.recheck === 1,
    publishDocs: row.publishDocs === 1,
    statusRules: row.statusRules === null ? [] : JSON.parse(row.statusRules),
  };
}

/** Throws if a rule names an agent that may not work in the project. */
export async function validateAutomation(
  queries: Queries,
  projectId: string,
  { statusRules = [] }: Partial<Automation>,
): Promise<void> {
  if (statusRules.length === 0) return;
  const agentIds = [...new Set(statusRules.map(({ agentId }) => agentId))];
  const working = new Set(await listWorkingAgents(queries, { projectId, agentIds }));
  const problems: FieldMessages = {};
  for (const [index, { agentId }] of statusRules.entries()) {
    if (!working.has(agentId))
      problems[`automation.statusRules.${index}.agentId`] = [
        'Agent must be an agent that is a member of the project and more than a viewer',
      ];
  }
  assertValid(problems);
}

/** An absent field keeps its value. Returns the change, or undefined if there is none. */
export async function changeAutomation(tx: Tx, projectId: string, input: Partial<Automation>) {
  if (Object.values(input).every((value) => value === undefined)) return undefined;
  await validateAutomation(tx, projectId, input);
  const from = await getAutomation(tx, projectId);
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const to: Automation = { ...from, ...Object.fromEntries(given) };
  if (isDeepStrictEqual(to, from)) return undefined;
  await upsertAutomation(tx, {
    projectId,
    moveTickets: Number(to.moveTickets),
    openTickets: Number(to.openTickets),
    moveWithTasks: Number(to.moveWithTasks),
    mentionsStartTasks: Number(to.mentionsStartTasks),
    recheck: Number(to.recheck),
    publishDocs: Number(to.publishDocs),
    statusRules: to.statusRules.length === 0 ? null : JSON.stringify(to.statusRules),
  });
  return { from, to };
}
