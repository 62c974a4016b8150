import { byCreation, dynamicPagedList, listPage, type Queries } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import type { AgentTaskRow } from './agent-task.ts';
import { taskColumns, taskContextColumns, taskTables } from './agent-task-store.ts';

export interface TaskFilter {
  userId: string;
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
  held?: boolean | undefined;
  /** Only tasks that can be claimed at this time. */
  readyAt?: number | undefined;
}

export async function listTaskRows(queries: Queries, filter: TaskFilter, order: 'asc' | 'desc', page: Page) {
  const { where, params } = conditions(filter);
  const tasks = dynamicPagedList<object, AgentTaskRow>({
    columns: `${taskColumns}, ${taskContextColumns}`,
    from: taskTables,
    where,
    sort: byCreation('a.created_at', 'a.id', order),
  });
  return listPage(queries, tasks, params, page);
}

function conditions(filter: TaskFilter) {
  const { userId, homes, keyProjects, readyAt } = filter;
  const parts = [
    `(coalesce(a.project_id, t.home_id) in :homes[] or a.agent_id = :userId or a.created_by = :userId
      or t.reporter_id = :userId or t.assignee_id = :userId
      ${filter.canManageInstance ? 'or (a.project_id is null and a.ticket_id is null)' : ''})`,
    `(p.id is null or p.status <> 'deleted')`,
  ];
  const params: Record<string, string | number | readonly string[]> = { userId, homes };
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
  if (filter.held !== undefined) parts.push(`a.held_reason is ${filter.held ? 'not null' : 'null'}`);
  if (readyAt !== undefined) {
    parts.push(`a.state = 'queued' and a.held_reason is null and a.run_after <= :readyAt`);
    params.readyAt = readyAt;
  }
  return { where: parts.join(' and '), params };
}
