import { type Queries, runInBatches, sql, statement } from '../../platform/db/index.ts';

/** Reads the workflow and keeps others from changing it until the transaction ends. Readers do not wait for each other. */
export const lockWorkflow = sql.findValue<{ projectId: string }, { workflow: string | null }>(
  'select p.workflow from projects p where p.id = :projectId for key share',
);

/** Lists the workflows of those of the homes that are projects with one. */
export const listWorkflows = sql.listValues<{ homes: string[] }, { workflow: string }>(
  'select p.workflow from projects p where p.id in :homes[] and p.workflow is not null',
);

const clear = statement<{ projectId: string; id: string; limit: number }>(`
  update tickets set own_status_id = null where id in (
    select t.id from tickets t where t.own_status_id = :id and t.project_id = :projectId limit :limit)`);
/** Leaves the tickets of an own status in its status alone. */
export const clearOwnStatus = (tx: Queries, projectId: string, id: string) =>
  runInBatches(tx, clear, { projectId, id });
