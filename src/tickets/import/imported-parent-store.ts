import { statement, type Tx } from '../../platform/db/index.ts';

// A repeated step of an import must not count as a change, nor undo what a person has chosen meanwhile.
const set = statement<{ id: string; parentId: string }>(`
  update tickets set parent_id = :parentId, updated_at = updated_at + 1 where id = :id and parent_id is null`);

const withoutParent = statement<{ ids: string[] }, { id: string }>(
  'select id from tickets where id in :ids[] and parent_id is null',
);

export const listTicketsWithoutParent = async (tx: Tx, ids: string[]) =>
  (await tx.list(withoutParent, { ids })).map(({ id }) => id);
export const setParent = (tx: Tx, id: string, parentId: string) => tx.run(set, { id, parentId });
