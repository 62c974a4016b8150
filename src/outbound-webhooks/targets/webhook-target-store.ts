import { type Queries, statement, type Tx } from '../../platform/db/index.ts';

/** A private address, network or host that webhooks may reach. */
export interface WebhookTarget {
  id: string;
  target: string;
  note: string;
  addedAt: number;
  /** Null: added on the command line. */
  addedById: string | null;
  addedByName: string | null;
}

type NewTarget = Omit<WebhookTarget, 'addedByName'>;

const columns = `t.id, t.target, t.note, t.added_at as "addedAt", u.id as "addedById", u.name as "addedByName"`;
const tables = 'webhook_targets t left join users u on u.id = t.added_by';

const all = statement<object, WebhookTarget>(`select ${columns} from ${tables} order by t.target`);
const byId = statement<{ id: string }, WebhookTarget>(`select ${columns} from ${tables} where t.id = :id`);
const names = statement<object, { target: string }>('select target from webhook_targets order by target');
const insert = statement<NewTarget>(`
  insert into webhook_targets (id, target, note, added_at, added_by)
  values (:id, :target, :note, :addedAt, :addedById) on conflict (target) do nothing`);
const remove = statement<{ id: string }>('delete from webhook_targets where id = :id');

export const listTargets = (queries: Queries) => queries.list(all, {});
export const findTarget = (queries: Queries, id: string) => queries.find(byId, { id });
export const listTargetNames = async (queries: Queries) =>
  (await queries.list(names, {})).map(({ target }) => target);

/** Returns whether the target was not listed yet. */
export const insertTarget = async (tx: Tx, target: NewTarget) => (await tx.run(insert, target)) === 1;
export const deleteTarget = async (tx: Tx, id: string) => (await tx.run(remove, { id })) === 1;
