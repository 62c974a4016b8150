import { statement, type Tx } from '../../platform/db/index.ts';

const set = statement<{ id: string; workflow: string | null; version: number; updatedAt: number }>(`
  update projects set workflow = :workflow, version = :version, updated_at = :updatedAt where id = :id`);

export const updateWorkflow = (
  tx: Tx,
  project: { id: string; workflow: string | null; version: number; updatedAt: number },
) => tx.run(set, project);
