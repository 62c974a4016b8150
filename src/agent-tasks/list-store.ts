import { byCreation, dynamicPagedList, listPage, type Queries } from '../platform/db/index.ts';
import { readListCount } from '../platform/list-counts/index.ts';
import type { Page } from '../platform/paging.ts';
import type { AgentTaskRow } from './agent-task.ts';
import { taskColumns, taskContextColumns, taskContextJoins } from './agent-task-store.ts';
import { budgetHasRoom } from './budgets/budget-hold-store.ts';

export interface TaskFilter {
  userId: string;
  /** Set for an agent: it sees its own tasks and tickets where its owner is a member. */
  ownerId?: string | undefined;
  /** Ids of visible projects, and of workspaces for tasks on their tickets without a project. */
  homes: string[];
  canManageInstance: boolean;
  /** The projects that the caller’s API key is limited to. */
  keyProjects: readonly string[] | undefined;
  states?: string[] | undefined;
  kinds?: string[] | undefined;
  priorities?: string[] | undefined;
  projectIds?: string[] | undefined;
  ticketIds?: string[] | undefined;
  agentIds?: string[] | undefined;
  /** Tasks that are for one of these agents, or that one of them holds. */
  workerIds?: string[] | undefined;
  held?: boolean | undefined;
  /** Only tasks that can be claimed at this time, or only queued ones that cannot. */
  ready?: { is: boolean; at: number } | undefined;
}

export async function listTaskRows(queries: Queries, filter: TaskFilter, order: 'asc' | 'desc', page: Page) {
  if (areProjectsVisible(filter)) return listTasksOfProjects(queries, filter, order, page);
  const { parts, params } = fieldConditions(filter);
  const tasks = dynamicPagedList<object, AgentTaskRow>({
    columns: `${taskColumns}, ${taskContextColumns}`,
    from: `agent_tasks a ${taskContextJoins}`,
    where: [visibility(filter), ...parts].join(' and '),
    sort: byCreation('a.created_at', 'a.id', order),
  });
  const { userId, ownerId, homes } = filter;
  return listPage(queries, tasks, { ...params, userId, homes, ...(ownerId && { ownerId }) }, page);
}

/** Every task of a visible project is visible. */
const areProjectsVisible = ({ projectIds, homes }: TaskFilter) =>
  projectIds?.every((id) => homes.includes(id)) === true;

/** Reads the index of the project, and counts no rows unless another filter is given. */
function listTasksOfProjects(queries: Queries, filter: TaskFilter, order: 'asc' | 'desc', page: Page) {
  const { parts, params } = fieldConditions(filter);
  const { projectIds = [] } = filter;
  const isOne = projectIds.length === 1;
  const tasks = dynamicPagedList<object, AgentTaskRow>({
    columns: `${taskColumns}, ${taskContextColumns}`,
    from: 'agent_tasks a',
    joins: taskContextJoins,
    where: [...(isOne ? ['a.project_id = :projectId'] : []), ...parts].join(' and '),
    sort: byCreation('a.created_at', 'a.id', order),
  });
  const all = { ...params, ...(isOne && { projectId: projectIds[0] as string }) };
  if (parts.length > 1) return listPage(queries, tasks, all, page);
  return listPage(queries, tasks, all, page, () =>
    readListCount(queries, { list: 'agent_tasks', owners: projectIds }),
  );
}

const homeOfTask = 'coalesce(a.project_id, t.home_id)';
const homesOfOwner = `select project_id from project_members where user_id = :ownerId
  union all select workspace_id from workspace_members where user_id = :ownerId`;

const visibility = ({ canManageInstance, ownerId }: TaskFilter) =>
  `(${homeOfTask} in :homes[]
    or ((a.agent_id = :userId or t.reporter_id = :userId or t.assignee_id = :userId)
      ${ownerId === undefined ? '' : `and ${homeOfTask} in (${homesOfOwner})`})
    ${canManageInstance ? 'or (a.project_id is null and a.ticket_id is null)' : ''})
  and (p.id is null or p.status <> 'deleted')`;

const hasRoom = budgetHasRoom('a.agent_id', ':readyAt');

function fieldConditions(filter: TaskFilter) {
  const { keyProjects, ready } = filter;
  const parts: string[] = [];
  const params: Record<string, string | number | readonly string[]> = {};
  const among = (column: string, name: string, list: readonly string[] | undefined) => {
    if (!list) return;
    parts.push(`${column} in :${name}[]`);
    params[name] = list;
  };
  among('a.project_id', 'keyProjects', keyProjects);
  among('a.state', 'states', filter.states);
  among('a.kind', 'kinds', filter.kinds);
  among('a.priority', 'priorities', filter.priorities);
  among('a.project_id', 'projectIds', filter.projectIds);
  among('a.ticket_id', 'ticketIds', filter.ticketIds);
  among('a.agent_id', 'agentIds', filter.agentIds);
  if (filter.workerIds) {
    parts.push('(a.agent_id in :workerIds[] or a.lease_user_id in :workerIds[])');
    params.workerIds = filter.workerIds;
  }
  if (filter.held !== undefined) parts.push(`a.held_reason is ${filter.held ? 'not null' : 'null'}`);
  if (ready) {
    parts.push(
      ready.is
        ? `a.state = 'queued' and a.held_reason is null and a.run_after <= :readyAt and ${hasRoom}`
        : `a.state = 'queued' and (a.held_reason is not null or a.run_after > :readyAt or not (${hasRoom}))`,
    );
    params.readyAt = ready.at;
  }
  return { parts, params };
}
