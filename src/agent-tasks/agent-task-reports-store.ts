import { byCreation, listPage, pagedList, type Queries, sql, statement } from '../platform/db/index.ts';
import { readListCount } from '../platform/list-counts/index.ts';
import type { Page } from '../platform/paging.ts';
import type { ActivityType, ArtifactType } from './agent-task.ts';

export interface Activity {
  id: string;
  taskId: string;
  authorId: string | null;
  authorName: string | null;
  type: ActivityType;
  content: string;
  createdAt: number;
}

export interface Artifact {
  id: string;
  taskId: string;
  type: ArtifactType;
  title: string;
  url: string | null;
  content: string | null;
  createdAt: number;
}

const activityColumns = `v.id, v.task_id as "taskId", v.author_id as "authorId", u.name as "authorName", v.type, v.content,
  v.created_at as "createdAt"`;
const ofTask = {
  columns: activityColumns,
  from: 'agent_task_activities v',
  joins: 'left join users u on u.id = v.author_id',
  where: 'v.task_id = :taskId',
};
const activities = pagedList<{ taskId: string }, Activity>({
  ...ofTask,
  sort: byCreation('v.created_at', 'v.id', 'asc'),
});

const listLatestActivitiesSql = statement<{ taskId: string; limit: number }, Activity>(`
  select ${activityColumns} from ${ofTask.from} ${ofTask.joins} where ${ofTask.where}
  order by v.created_at desc, v.id desc limit :limit`);
/** The latest `limit` activities, oldest first. */
export const listLatestActivities = async (queries: Queries, taskId: string, limit: number) =>
  (await queries.list(listLatestActivitiesSql, { taskId, limit })).reverse();

const newestOfTasks = statement<{ taskIds: string[] }, Activity>(`
  select ${activityColumns} from ${ofTask.from} ${ofTask.joins} where v.id in (
    select (select w.id from agent_task_activities w where w.task_id = a.id order by w.created_at desc, w.id desc limit 1)
    from agent_tasks a where a.id in :taskIds[])`);
/** The newest activity of each task, by the id of the task. */
export async function findNewestActivities(queries: Queries, taskIds: string[]) {
  if (taskIds.length === 0) return new Map<string, Activity>();
  const rows = await queries.list(newestOfTasks, { taskIds });
  return new Map(rows.map((row) => [row.taskId, row]));
}
export const listActivityRows = (queries: Queries, taskId: string, page: Page) =>
  listPage(queries, activities, { taskId }, page, () =>
    readListCount(queries, { list: 'agent_task_activities', owners: [taskId] }),
  );

const nextActivityAtSql = statement<{ taskId: string }, { createdAt: number }>(`
  select created_at as "createdAt" from agent_task_activities where task_id = :taskId
  order by created_at desc limit 1`);
/** At least 1 ms after the latest activity of the task, because activities are ordered by time. */
export const nextActivityAt = async (tx: Queries, taskId: string, now: number) =>
  Math.max(now, ((await tx.find(nextActivityAtSql, { taskId }))?.createdAt ?? 0) + 1);

export const insertActivity = sql.run<Omit<Activity, 'authorName'>>(`
  insert into agent_task_activities (id, task_id, author_id, type, content, created_at)
  values (:id, :taskId, :authorId, :type, :content, :createdAt)`);
export const listArtifacts = sql.list<{ taskId: string }, Artifact>(`
  select id, task_id as "taskId", type, title, url, content, created_at as "createdAt"
  from agent_task_artifacts where task_id = :taskId order by created_at, id limit 200`);
export const insertArtifact = sql.run<Artifact>(`
  insert into agent_task_artifacts (id, task_id, type, title, url, content, created_at)
  values (:id, :taskId, :type, :title, :url, :content, :createdAt)`);
/** Of a new artifact of the type `branch`. */
export const updateBranch = sql.run<{ taskId: string; branch: string }>(
  'update agent_tasks set branch = :branch where id = :taskId',
);

export const listFiles = sql.listValues<{ taskId: string }, { path: string }>(
  'select path from agent_task_files where task_id = :taskId order by path',
);
export const insertFile = sql.change<{ taskId: string; path: string }>(
  'insert into agent_task_files (task_id, path) values (:taskId, :path) on conflict do nothing',
);
export const addTouchedFiles = sql.run<{ taskId: string; change: number }>(
  'update agent_tasks set touched_files = touched_files + :change where id = :taskId',
);
