import { type Queries, statement } from './db/index.ts';

const find = statement<{ name: string }, { value: string }>(
  'select value from instance_facts where name = :name',
);
const claim = statement<{ name: string; value: string }>(
  'insert into instance_facts (name, value) values (:name, :value) on conflict (name) do nothing',
);
const save = statement<{ name: string; value: string }>(`
  insert into instance_facts (name, value) values (:name, :value) on conflict (name) do update set value = excluded.value`);
const remove = statement<{ name: string }>('delete from instance_facts where name = :name');

type Fact = 'demo' | 'first_account' | 'webhook_subscriptions';

export const findFact = async (queries: Queries, name: Fact) => (await queries.find(find, { name }))?.value;
/** Returns true for exactly one of several concurrent callers. */
export const claimFact = async (tx: Queries, name: Fact, value: string) =>
  (await tx.run(claim, { name, value })) === 1;
export const saveFact = (tx: Queries, name: Fact, value: string) => tx.run(save, { name, value });
export const removeFact = (tx: Queries, name: Fact) => tx.run(remove, { name });
