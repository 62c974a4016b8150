import { type Queries, sql, statement } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';

/** Flags are 0 or 1; `statusRules` is JSON or null. */
interface AutomationRow {
  moveTickets: number;
  openTickets: number;
  moveWithTasks: number;
  mentionsStartTasks: number;
  recheck: number;
  publishDocs: number;
  statusRules: string | null;
}

export const findAutomation = sql.find<{ projectId: string }, AutomationRow>(`
  select move_tickets as "moveTickets", open_tickets as "openTickets", move_with_tasks as "moveWithTasks",
    mentions_start_tasks as "mentionsStartTasks", recheck, publish_docs as "publishDocs",
    status_rules as "statusRules"
  from project_automation where project_id = :projectId`);
export const upsertAutomation = sql.run<AutomationRow & { projectId: string }>(`
  insert into project_automation
    (project_id, move_tickets, open_tickets, move_with_tasks, mentions_start_tasks, recheck, publish_docs,
      status_rules)
  values (:projectId, :moveTickets, :openTickets, :moveWithTasks, :mentionsStartTasks, :recheck, :publishDocs,
    :statusRules)
  on conflict (project_id) do update set move_tickets = excluded.move_tickets, open_tickets = excluded.open_tickets,
    move_with_tasks = excluded.move_with_tasks, mentions_start_tasks = excluded.mentions_start_tasks,
    recheck = excluded.recheck, publish_docs = excluded.publish_docs, status_rules = excluded.status_rules`);

/** The given users that are agents which may work in the project: active, and more than viewers there. */
export const listWorkingAgents = sql.listValues<{ projectId: string; agentIds: string[] }, { id: string }>(`
  select u.id from users u join project_members m on m.user_id = u.id and m.project_id = :projectId
  where u.id in :agentIds[] and u.agent_owner_id is not null and u.active = 1 and m.role <> 'viewer'`);

const workingAgentsNamed = statement<{ projectId: string; nameFolded: string }, { id: string }>(`
  select u.id from users u join project_members m on m.user_id = u.id and m.project_id = :projectId
  where u.name_folded = :nameFolded and u.agent_owner_id is not null and u.active = 1 and m.role <> 'viewer'
  order by u.id limit 2`);
/** The agents of that name, in any case, which may work in the project; two are enough to know that it is not unique. */
export const listAgentsNamed = async (queries: Queries, projectId: string, name: string) =>
  (await queries.list(workingAgentsNamed, { projectId, nameFolded: foldCase(name) })).map(({ id }) => id);

const withRules = statement<{ projectIds: string[] }, { id: string }>(`
  select project_id as id from project_automation where project_id in :projectIds[] and status_rules is not null
  union select project_id from project_workflows where project_id in :projectIds[] and has_start_rules = 1`);
/** The given projects that have status rules, in their settings or in WORKFLOW.md. */
export const filterProjectsWithRules = async (queries: Queries, projectIds: string[]) =>
  projectIds.length === 0 ? [] : (await queries.list(withRules, { projectIds })).map(({ id }) => id);
