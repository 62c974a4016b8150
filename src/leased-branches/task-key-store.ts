import { sql } from '../platform/db/index.ts';

/** The credential of one lease for the repository of its task. */
export interface TaskKeyRow {
  taskId: string;
  epoch: number;
  userId: string;
  keyHash: string;
  repository: string;
  branchPrefix: string;
  /** The API key or connection with which the task was claimed; null for a session. */
  credentialId: string | null;
  createdAt: number;
}

export const findTaskKey = sql.find<{ taskId: string; epoch: number }, TaskKeyRow>(`
  select task_id as "taskId", epoch, user_id as "userId", key_hash as "keyHash", repository,
    branch_prefix as "branchPrefix", credential_id as "credentialId", created_at as "createdAt"
  from agent_task_keys where task_id = :taskId and epoch = :epoch`);

/** A repeated claim replaces the key of its lease. */
export const putTaskKey = sql.run<TaskKeyRow>(`
  insert into agent_task_keys (task_id, epoch, user_id, key_hash, repository, branch_prefix, credential_id, created_at)
  values (:taskId, :epoch, :userId, :keyHash, :repository, :branchPrefix, :credentialId, :createdAt)
  on conflict (task_id, epoch) do update set user_id = excluded.user_id, key_hash = excluded.key_hash,
    repository = excluded.repository, branch_prefix = excluded.branch_prefix,
    credential_id = excluded.credential_id`);

/** Whether any lease of the task ever had access to a repository. */
export const hasTaskKey = sql.exists<{ taskId: string }, { taskId: string }>(
  'select task_id as "taskId" from agent_task_keys where task_id = :taskId limit 1',
);
