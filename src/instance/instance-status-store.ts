import { type Queries, statement } from '../platform/db/index.ts';

const accounts = statement<object, { people: number; disabled: number; agents: number }>(`
  select count(case when agent_owner_id is null and active = 1 then 1 end) as people,
    count(case when agent_owner_id is null and active = 0 then 1 end) as disabled,
    count(case when agent_owner_id is not null and active = 1 then 1 end) as agents
  from users`);
const files = statement<object, { files: number; bytes: number }>(`
  select count(*) as files, cast(coalesce(sum(size), 0) as bigint) as bytes
  from (select size from attachments union all select size from avatars) f`);
export const countAccounts = async (queries: Queries) =>
  (await queries.find(accounts, {})) ?? { people: 0, disabled: 0, agents: 0 };
export const sumFiles = async (queries: Queries) => (await queries.find(files, {})) ?? { files: 0, bytes: 0 };
