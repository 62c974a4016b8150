import { setTimeout as wait } from 'node:timers/promises';
import { type Database, statement } from '../src/platform/db/index.ts';
import { findTickets } from '../src/search/query/find-tickets.ts';
import { buildSearchScope, buildWordQuery } from '../src/search/query/search-query.ts';
import { searchTickets } from '../src/search/query/search-tickets.ts';
import { rankByTableScan } from '../src/search/query/ticket-search-store.ts';
import { wordIndex } from '../src/search/query/word-index.ts';
import { createTicket } from '../src/tickets/create-ticket.ts';
import { findVisibleHomes, listTickets, searchWords } from '../src/tickets/index.ts';
import type { Actor, Scope } from '../src/users/index.ts';
import type { ProcessFigure } from './process-figures.ts';
import type { Seeded } from './seeded.ts';

/** Twenty words that nothing else holds. */
const rareWords = ['quokka', 'wombat', 'numbat', 'bilby'].flatMap((animal) =>
  ['berry', 'lantern', 'violin', 'harbour', 'almanac'].map((thing) => animal + thing),
);
const ticketsPerWord = 5;
const rounds = 60;
const warmUpRounds = 10;
const naiveRepeats = 3;
const indexingMsMax = 600_000;
const firstPage = { page: 1, limit: 20, offset: 0 };

const notIndexed = statement<object, { left: number }>(`
  select (select count(*) from tickets where deleted_at is null) - (select count(*) from search_documents) as "left"`);
const leastMember = statement<object, Pick<Actor, 'userId' | 'name' | 'email' | 'role'>>(`
  select u.id as "userId", u.name, u.email, u.role from users u join project_members m on m.user_id = u.id
  where u.active = 1 group by u.id, u.name, u.email, u.role order by count(*), u.id limit 1`);

/** What is measured: the n-th call of it, and how long half of them may take. */
interface Kind {
  name: string;
  call: (seer: Seer, n: number) => Promise<unknown>;
  atMost?: number;
}

/** Somebody, and what they may see. */
interface Seer {
  scope: Scope;
  searchScope: ReturnType<typeof buildSearchScope>;
}

/**
 * Half of the searches take no longer: in the engine, which names the tickets as reading through all of them beside it
 * does, and whole, with who sees what, the rows and where in them the words stand, but without HTTP.
 */
export async function measureSearches(db: Database, seeded: Seeded): Promise<ProcessFigure[]> {
  const keys = await createRare(seeded);
  await untilIndexed(db);
  const person = await db.reads.find(leastMember, {});
  const some: Scope = {
    ...seeded.scope,
    actor: { ...seeded.scope.actor, ...(person as NonNullable<typeof person>) },
  };
  const figures: ProcessFigure[] = [];
  for (const [who, scope] of [['sees all', seeded.scope] as const, ['sees some', some] as const]) {
    const seer = {
      scope,
      searchScope: buildSearchScope(await findVisibleHomes(db.reads, scope.actor), undefined),
    };
    figures.push(...(await measureKinds(seer, who, kindsOf(seeded, keys))));
    figures.push(...(await measureNaive(seer, who, seeded)));
  }
  return figures;
}

async function createRare({ scope, projects, commonWords }: Seeded): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < rareWords.length * ticketsPerWord; i++) {
    const { id: projectId, key } = draw(projects, i);
    const title = `Measured ${draw(rareWords, i)} ${draw(commonWords, i)}`;
    const { number } = await createTicket(scope, { title, projectId });
    keys.push(`${key}-${number}`);
  }
  return keys;
}

function kindsOf({ commonWords }: Seeded, keys: string[]): Kind[] {
  const { limit } = firstPage;
  const inEngine = (name: string, atMost: number, texts: string[]): Kind => ({
    name: `p50 in the engine, ${name} such as "${texts[0]}"`,
    call: ({ scope, searchScope }, n) => {
      const query = buildWordQuery(searchWords(draw(texts, n)));
      return scope.db.runOnWorker(findTickets, { query, scope: searchScope, key: undefined, limit });
    },
    atMost,
  });
  const search = (name: string, texts: string[], atMost?: number): Kind => ({
    name: `p50 of a search, ${name} such as "${texts[0]}"`,
    call: ({ scope }, n) => searchTickets(scope, { text: draw(texts, n), limit }),
    ...(atMost && { atMost }),
  });
  const list = (name: string, listing: Partial<Parameters<typeof listTickets>[1]>): Kind => ({
    name: `p50 of a list with a common word, ${name}`,
    call: ({ scope }, n) => {
      const filter = { ...listing.filter, words: searchWords(draw(commonWords, n)) };
      return listTickets(
        scope,
        { sort: 'updatedAt', order: 'desc', ...listing, filter },
        firstPage,
        wordIndex,
      );
    },
    atMost: 50,
  });
  const commonAndRare = rareWords.map((word, i) => `${draw(commonWords, i)} ${word}`);
  return [
    inEngine('rare words', 2, rareWords),
    inEngine('common words', 20, commonWords),
    search('rare words', rareWords),
    search('common words', commonWords, 20),
    search('a common word and a rare one,', commonAndRare, 20),
    search('one letter', [...'eatonirs'], 20),
    search('two letters', ['in', 'er', 'st', 'th', 'on'], 20),
    search('a full key', keys, 20),
    search('a misspelt word', rareWords.map(misspelt), 50),
    list('newest first', {}),
    list('by priority, todo', { sort: 'priority', filter: { statuses: ['todo'] } }),
    list('by title, urgent bugs', {
      sort: 'title',
      order: 'asc',
      filter: { priorities: ['high', 'highest'], types: ['BUG'] },
    }),
    list('oldest first, done', { sort: 'createdAt', order: 'asc', filter: { statuses: ['done'] } }),
  ];
}

/** Two letters in the middle change places. */
const misspelt = (word: string) => word.slice(0, 4) + word[5] + word[4] + word.slice(6);

const draw = <T>(list: T[], n: number): T => list[n % list.length] as T;

/** One of each kind in turn, so that whatever else this machine does hits all alike. */
async function measureKinds(seer: Seer, who: string, kinds: Kind[]): Promise<ProcessFigure[]> {
  const took = kinds.map((): number[] => []);
  for (let n = 0; n < warmUpRounds + rounds; n++) {
    for (const [i, { call }] of kinds.entries()) {
      const startedAt = performance.now();
      await call(seer, n);
      if (n >= warmUpRounds) took[i]?.push(performance.now() - startedAt);
    }
  }
  return kinds.map(({ name, atMost }, i) => ({
    name: `${name}, ${who}`,
    value: median(took[i] ?? []),
    unit: 'ms',
    ...(atMost && { atMost }),
  }));
}

async function measureNaive(
  { scope: { db }, searchScope }: Seer,
  who: string,
  { commonWords }: Seeded,
): Promise<ProcessFigure[]> {
  const figures: ProcessFigure[] = [];
  for (const [kind, words] of Object.entries({ rare: rareWords, common: commonWords })) {
    const took: number[] = [];
    for (let n = 0; n < naiveRepeats; n++) {
      const startedAt = performance.now();
      await rankByTableScan(db.workerReads, searchScope, buildWordQuery(searchWords(draw(words, n))), {
        limit: 20,
      });
      took.push(performance.now() - startedAt);
    }
    figures.push({ name: `${kind} words by reading through all, ${who}`, value: median(took), unit: 'ms' });
  }
  return figures;
}

/** The server beside indexes. */
async function untilIndexed(db: Database): Promise<void> {
  const deadline = performance.now() + indexingMsMax;
  while (((await db.workerReads.find(notIndexed, {}))?.left ?? 0) > 0) {
    if (performance.now() > deadline) throw new Error('The server did not index the tickets.');
    await wait(200);
  }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
