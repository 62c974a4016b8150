import { sql } from '../platform/db/index.ts';

/** A push that the repository may have taken and that is not recorded yet. */
export interface UnfinishedPush {
  id: string;
  taskId: string;
  epoch: number;
  projectId: string;
  branch: string;
  before: string | null;
  after: string;
  createdAt: number;
}

const columns = `id, task_id as "taskId", epoch, project_id as "projectId", branch, before_id as "before",
  after_id as "after", created_at as "createdAt"`;

export const insertUnfinishedPush = sql.run<UnfinishedPush>(`
  insert into agent_task_pushes (id, task_id, epoch, project_id, branch, before_id, after_id, created_at)
  values (:id, :taskId, :epoch, :projectId, :branch, :before, :after, :createdAt)`);

/** Returns false if another process has recorded or dropped it. */
export const deleteUnfinishedPush = sql.change<{ id: string }>(
  'delete from agent_task_pushes where id = :id',
);

export const listUnfinishedPushesOfTask = sql.list<{ taskId: string }, UnfinishedPush>(
  `select ${columns} from agent_task_pushes where task_id = :taskId order by created_at, id limit 100`,
);

/** The oldest ones that began before the time. */
export const listOldUnfinishedPushes = sql.list<{ before: number; limit: number }, UnfinishedPush>(
  `select ${columns} from agent_task_pushes where created_at <= :before order by created_at limit :limit`,
);
