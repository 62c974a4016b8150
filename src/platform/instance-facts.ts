import { sql } from './db/index.ts';

type Fact = 'demo' | 'first_account' | 'webhook_subscriptions';

export const findFact = sql.findValue<{ name: Fact }, { value: string }>(
  'select value from instance_facts where name = :name',
);
/** Returns true for exactly one of several concurrent callers. */
export const claimFact = sql.change<{ name: Fact; value: string }>(
  'insert into instance_facts (name, value) values (:name, :value) on conflict (name) do nothing',
);
export const saveFact = sql.run<{ name: Fact; value: string }>(`
  insert into instance_facts (name, value) values (:name, :value) on conflict (name) do update set value = excluded.value`);
export const removeFact = sql.run<{ name: Fact }>('delete from instance_facts where name = :name');
