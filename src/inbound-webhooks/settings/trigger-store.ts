import { insertMany, type Queries, statement, type Tx } from '../../platform/db/index.ts';
import type { Trigger } from './trigger.ts';

type Row = Omit<Trigger, 'ignores'> & { ignores: number };

const listProjectTriggersSql = statement<{ projectId: string }, Row>(`
  select event, ignores, kind, instructions, priority from project_triggers
  where project_id = :projectId order by position`);
export const listProjectTriggers = async (queries: Queries, projectId: string): Promise<Trigger[]> =>
  (await queries.list(listProjectTriggersSql, { projectId })).map((row) => ({
    ...row,
    ignores: row.ignores === 1,
  }));

const clear = statement<{ projectId: string }>('delete from project_triggers where project_id = :projectId');
export async function replaceTriggers(tx: Tx, projectId: string, triggers: Trigger[]): Promise<void> {
  await tx.run(clear, { projectId });
  await insertMany(
    tx,
    'project_triggers',
    ['project_id', 'position', 'event', 'ignores', 'kind', 'instructions', 'priority'],
    triggers.map(({ event, ignores, kind, instructions, priority }, position) => [
      projectId,
      position,
      event,
      Number(ignores),
      kind,
      instructions,
      priority,
    ]),
  );
}
