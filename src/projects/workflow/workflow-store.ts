import { sql } from '../../platform/db/index.ts';

/** What was read of the file WORKFLOW.md of a project. */
export interface WorkflowRow {
  projectId: string;
  dueAt: number | null;
  readAt: number | null;
  /** The repository that was read, and its newest commit then. */
  repository: string | null;
  commitSha: string | null;
  /** JSON of the problems of that commit. */
  problems: string;
  /** JSON of the last policy without problems, and its commit. */
  policy: string | null;
  policyCommit: string | null;
}

const columns = `project_id as "projectId", due_at as "dueAt", read_at as "readAt", repository, commit_sha as "commitSha",
  problems, policy, policy_commit as "policyCommit"`;

export const findWorkflowRow = sql.find<{ projectId: string }, WorkflowRow>(
  `select ${columns} from project_workflows where project_id = :projectId`,
);

/** Reads the file at that time, unless it is to be read earlier. */
export const markWorkflowDue = sql.run<{ projectId: string; dueAt: number }>(`
  insert into project_workflows (project_id, due_at) values (:projectId, :dueAt)
  on conflict (project_id) do update set due_at = excluded.due_at
  where project_workflows.due_at is null or project_workflows.due_at > excluded.due_at`);

export const listDueWorkflows = sql.list<
  { now: number; limit: number },
  { projectId: string; dueAt: number }
>(`
  select w.project_id as "projectId", w.due_at as "dueAt" from project_workflows w
  join projects p on p.id = w.project_id and p.status = 'active'
  where w.due_at <= :now order by w.due_at limit :limit`);

/** Returns false if another process took it. */
export const takeDueWorkflow = sql.change<{ projectId: string; dueAt: number; until: number }>(
  'update project_workflows set due_at = :until where project_id = :projectId and due_at = :dueAt',
);

/** Begins a reading: what makes the file due from now on is earlier than `until`. */
export const takeWorkflow = sql.run<{ projectId: string; until: number }>(`
  insert into project_workflows (project_id, due_at) values (:projectId, :until)
  on conflict (project_id) do update set due_at = excluded.due_at`);

/**
 * Ends a reading that was taken with `until`. If a push or a person made the file due meanwhile, it stays due: what was
 * read may be older.
 */
export const saveWorkflow = sql.run<WorkflowRow & { hasStartRules: number; until: number }>(`
  insert into project_workflows (project_id, due_at, read_at, repository, commit_sha, problems, policy, policy_commit,
    has_start_rules)
  values (:projectId, :dueAt, :readAt, :repository, :commitSha, :problems, :policy, :policyCommit, :hasStartRules)
  on conflict (project_id) do update set
    due_at = case when project_workflows.due_at < :until then project_workflows.due_at else excluded.due_at end,
    read_at = excluded.read_at,
    repository = excluded.repository, commit_sha = excluded.commit_sha, problems = excluded.problems,
    policy = excluded.policy, policy_commit = excluded.policy_commit, has_start_rules = excluded.has_start_rules`);
