import { sql } from '../../platform/db/index.ts';

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

export const listTargets = sql.list<object, WebhookTarget>(
  `select ${columns} from ${tables} order by t.target`,
);
export const findTarget = sql.find<{ id: string }, WebhookTarget>(
  `select ${columns} from ${tables} where t.id = :id`,
);
export const listTargetNames = sql.listValues<object, { target: string }>(
  'select target from webhook_targets order by target',
);

/** Returns whether the target was not listed yet. */
export const insertTarget = sql.change<NewTarget>(`
  insert into webhook_targets (id, target, note, added_at, added_by)
  values (:id, :target, :note, :addedAt, :addedById) on conflict (target) do nothing`);
export const deleteTarget = sql.change<{ id: string }>('delete from webhook_targets where id = :id');
