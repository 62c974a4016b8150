import { type Queries, statement } from '../../platform/db/index.ts';
import type { InstanceRole } from '../../users/index.ts';

const newestEvent = statement<object, { occurredAt: number }>(
  'select occurred_at as "occurredAt" from events order by seq desc limit 1',
);

const selfMadeAdmins = statement<object, SelfMadeAdmin>(`
  select u.name, u.email, u.role, u.active, e.created_at as "createdAt", e.address
  from audit_entries e join users u on u.id = e.subject_id
  where e.action = 'user.created' and e.actor_id = e.subject_id and e.details like '%"role":"ADMIN"%'
    and not exists (select 1 from instance_facts f where f.name = 'first_account' and f.value = e.subject_id)
  order by e.created_at, e.id`);

/** An account that became ADMIN by its own sign-up without being the first one (SECURITY.md, advisory 1). */
export interface SelfMadeAdmin {
  name: string;
  email: string;
  role: InstanceRole;
  active: number;
  createdAt: number;
  address: string | null;
}

export const listSelfMadeAdmins = (queries: Queries) => queries.list(selfMadeAdmins, {});

export const findNewestEventTime = async (queries: Queries) =>
  (await queries.find(newestEvent, {}))?.occurredAt;
