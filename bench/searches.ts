import { setTimeout as wait } from 'node:timers/promises';
import { type Database, statement } from '../src/platform/db/index.ts';
import { searchTickets } from '../src/search/search-tickets.ts';
import { rankByReading } from '../src/search/ticket-search-store.ts';
import { createTicket } from '../src/tickets/create-ticket.ts';
import { findVisibleHomes, searchWords } from '../src/tickets/index.ts';
import type { Actor, Scope } from '../src/users/index.ts';
import type { ProcessFigure } from './process-figures.ts';
import type { Seeded } from './seeded.ts';

const rareWord = 'quokkaberry';
const rareTickets = 100;
const repeats = 60;
const naiveRepeats = 3;
const indexingMsMax = 600_000;

const notIndexed = statement<object, { left: number }>(`
  select (select count(*) from tickets where deleted_at is null) - (select count(*) from search_documents) as "left"`);
const leastMember = statement<object, Pick<Actor, 'userId' | 'name' | 'email' | 'role'>>(`
  select u.id as "userId", u.name, u.email, u.role from users u join project_members m on m.user_id = u.id
  where u.active = 1 group by u.id, u.name, u.email, u.role order by count(*), u.id limit 1`);

/** Half of the searches take no longer, in this process without HTTP; beside them reading through all tickets. */
export async function measureSearches(db: Database, seeded: Seeded): Promise<ProcessFigure[]> {
  for (let i = 0; i < rareTickets; i++) {
    const projectId = seeded.projects[i % seeded.projects.length]?.id as string;
    await createTicket(seeded.scope, { title: `Measured ${rareWord}`, projectId });
  }
  await untilIndexed(db);
  const person = await db.reads.find(leastMember, {});
  const some: Scope = {
    ...seeded.scope,
    actor: { ...seeded.scope.actor, ...(person as NonNullable<typeof person>) },
  };
  const figures: ProcessFigure[] = [];
  for (const [who, scope] of [['sees all', seeded.scope] as const, ['sees some', some] as const]) {
    const p50 = (text: string) => median(repeats, () => searchTickets(scope, { text, limit: 20 }));
    const figure = async (what: string, text: string, atMost: number) => {
      const name = `p50 of a search, ${what} "${text}", ${who}`;
      figures.push({ name, value: await p50(text), unit: 'ms', atMost });
    };
    await figure('rare', rareWord, 2);
    await figure('common', seeded.commonWord, 20);
    await figure('one letter', 'e', 50);
    const homes = await findVisibleHomes(db.reads, scope.actor);
    const looking = { homes, statuses: undefined };
    const naive = () => rankByReading(db.heavyReads, looking, searchWords(rareWord), { limit: 20 });
    figures.push({
      name: `the rare one by reading through all, ${who}`,
      value: await median(naiveRepeats, naive),
      unit: 'ms',
    });
  }
  return figures;
}

/** The server beside indexes. */
async function untilIndexed(db: Database): Promise<void> {
  const deadline = performance.now() + indexingMsMax;
  while (((await db.heavyReads.find(notIndexed, {}))?.left ?? 0) > 0) {
    if (performance.now() > deadline) throw new Error('The server did not index the tickets.');
    await wait(200);
  }
}

/** After half as many to warm up. */
async function median(times: number, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let i = 0; i < times / 2; i++) await work();
  for (let i = 0; i < times; i++) {
    const startedAt = performance.now();
    await work();
    took.push(performance.now() - startedAt);
  }
  return took.sort((a, b) => a - b)[Math.floor(times / 2)] as number;
}
