import { sql } from '../../platform/db/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { selectTasks } from '../agent-task-store.ts';

/** As in the index `agent_tasks_touching`. */
const isTouching = (task: string) =>
  `${task}.touched_files > 0 and ${task}.state in ('in_progress', 'waiting_for_user')`;

/**
 * Locks the collisions of a project that holds colliding tasks; undefined for other projects. Of a task that touches a file
 * and another that is predicted to touch it, the later transaction sees the earlier one.
 */
export const lockCollisions = sql.find<{ projectId: string }, { projectId: string }>(`
  select project_id as "projectId" from agent_task_limits
  where project_id = :projectId and collisions = 'hold' for update`);

/** Whether any running task of the project touches files. */
export const hasTouchingTask = sql.exists<{ projectId: string }, { id: string }>(`
  select r.id from agent_tasks r where r.project_id = :projectId and ${isTouching('r')} limit 1`);

const overlaps = `from agent_tasks a
  join agent_tasks r on r.project_id = a.project_id and r.id <> a.id and ${isTouching('r')}
  join agent_task_predicted_files p on p.task_id = a.id and p.share >= :shareMin
  join agent_task_files f on f.task_id = r.id and f.path = p.path`;

export const hasOverlap = sql.exists<{ taskId: string; shareMin: number }, { id: string }>(
  `select r.id ${overlaps} where a.id = :taskId limit 1`,
);

/** A predicted file of a task that another, running task touches. */
export interface Overlap {
  taskId: string;
  otherId: string;
  otherTicketId: string;
  path: string;
}

/** Only with tasks on tickets. The most probable files first. */
export const listOverlaps = sql.list<{ taskIds: string[]; shareMin: number; limit: number }, Overlap>(`
  select a.id as "taskId", r.id as "otherId", r.ticket_id as "otherTicketId", p.path ${overlaps}
  where a.id in :taskIds[] and r.ticket_id is not null
  order by a.id, r.id, p.share desc, p.path limit :limit`);

/** The offered tasks of a project that are predicted to touch one of the files. */
export const listTasksAtFiles = sql.listValues<
  { projectId: string; paths: string[]; shareMin: number },
  { id: string }
>(`
  select distinct a.id from agent_task_predicted_files p join agent_tasks a on a.id = p.task_id
  where p.path in :paths[] and p.share >= :shareMin and a.project_id = :projectId
    and a.state = 'queued' and a.hold is null
  order by a.id limit 1000`);

/** Locks those of the tasks that are still queued. */
export const lockQueuedTasks = sql.list<{ ids: string[] }, AgentTaskRow>(
  `${selectTasks} where a.id in :ids[] and a.state = 'queued' order by a.id for update of a`,
);

export const lockCollidingTasks = sql.list<{ projectId: string; limit: number }, AgentTaskRow>(`
  ${selectTasks} where a.hold = 'collision' and a.project_id = :projectId and a.state = 'queued'
  order by a.created_at, a.id limit :limit for update of a`);

export const listPredictedFiles = sql.list<{ taskId: string }, { path: string; share: number }>(`
  select path, share from agent_task_predicted_files where task_id = :taskId order by share desc, path`);
export const deletePredictedFiles = sql.run<{ taskId: string }>(
  'delete from agent_task_predicted_files where task_id = :taskId',
);
export const insertPredictedFile = sql.run<{ taskId: string; path: string; share: number }>(
  'insert into agent_task_predicted_files (task_id, path, share) values (:taskId, :path, :share)',
);
export const markPredicted = sql.run<{ taskId: string; predictedFiles: number }>(`
  update agent_tasks set predict_at = null, predicted_files = :predictedFiles where id = :taskId`);

/** Has the files of queued tasks of a project predicted, those that wait longest first; more than 1,000 wait for days. */
export const predictQueuedTasks = sql.run<{ projectId: string; now: number }>(`
  update agent_tasks set predict_at = :now where id in (
    select id from agent_tasks where project_id = :projectId and state = 'queued'
    order by created_at, id limit 1000)`);

/** A task whose files are to be predicted. */
export interface TaskToPredict {
  id: string;
  projectId: string;
  ticketId: string | null;
  kind: string;
  title: string;
  instructions: string;
  /** JSON of a TaskSource. */
  source: string;
  predictAt: number;
}

export const listTasksToPredict = sql.list<{ now: number; limit: number }, TaskToPredict>(`
  select id, project_id as "projectId", ticket_id as "ticketId", kind, title, instructions, source,
    predict_at as "predictAt"
  from agent_tasks
  where predict_at is not null and state = 'queued' and predict_at <= :now and project_id is not null
  order by predict_at, id limit :limit`);
/** Returns false if another process has taken it. */
export const takeTaskToPredict = sql.change<{ id: string; predictAt: number; until: number }>(`
  update agent_tasks set predict_at = :until where id = :id and predict_at = :predictAt`);

/** The files that the newest completed tasks of a project touched. */
export const listTouchedFiles = sql.list<
  { projectId: string; tasks: number },
  { taskId: string; title: string; ticketId: string | null; path: string }
>(`
  select c.id as "taskId", c.title, c.ticket_id as "ticketId", f.path
  from (select id, title, ticket_id, completed_at from agent_tasks
    where project_id = :projectId and state = 'completed' and touched_files > 0
    order by created_at desc, id desc limit :tasks) c
  join agent_task_files f on f.task_id = c.id
  order by c.completed_at, c.id, f.path`);
