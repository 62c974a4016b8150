import { setTimeout as wait } from 'node:timers/promises';
import { type Database, statement } from '../src/platform/db/index.ts';
import { Refusal } from '../src/platform/errors.ts';
import { isIndexBehind } from '../src/search/indexing/index-store.ts';
import { findTickets } from '../src/search/query/find-tickets.ts';
import { buildSearchScope, buildWordQuery } from '../src/search/query/search-query.ts';
import { searchTickets } from '../src/search/query/search-tickets.ts';
import { ticketIndex } from '../src/search/query/ticket-index.ts';
import { rankByTableScan } from '../src/search/query/ticket-search-store.ts';
import { createTicket } from '../src/tickets/create-ticket.ts';
import { findVisibleHomes, listTickets, searchWords } from '../src/tickets/index.ts';
import type { Actor, Scope } from '../src/users/index.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import type { Seeded } from './seeded.ts';

/** Twenty words that no seeded ticket contains. */
const rareWords = ['quokka', 'wombat', 'numbat', 'bilby'].flatMap((animal) =>
  ['berry', 'lantern', 'violin', 'harbour', 'almanac'].map((thing) => animal + thing),
);
const ticketsPerWord = 5;
const rounds = 60;
const warmUpRounds = 10;
const tableScanRepeats = 3;
const indexingMsMax = 600_000;
const firstPage = { page: 1, limit: 20, offset: 0 };

const userWithFewestProjects = statement<object, Pick<Actor, 'userId' | 'name' | 'email' | 'role'>>(`
  select u.id as "userId", u.name, u.email, u.role from users u join project_members m on m.user_id = u.id
  where u.active = 1 group by u.id, u.name, u.email, u.role order by count(*), u.id limit 1`);

/** A measured operation: `call` runs it the n-th time; `atMost` is the mark for the median in ms. */
interface Operation {
  name: string;
  call: (searcher: Searcher, n: number) => Promise<unknown>;
  atMost?: number;
}

/** A user and what they may see. */
interface Searcher {
  scope: Scope;
  searchScope: ReturnType<typeof buildSearchScope>;
}

/**
 * The median of searches: in the index alone, and of the whole use case (visibility, rows, matched positions) without
 * HTTP. The same searches by a scan of all tickets are measured beside them.
 */
export async function measureSearches(db: Database, seeded: Seeded): Promise<ProcessFigure[]> {
  const keys = await createTicketsWithRareWords(seeded);
  await untilIndexed(db);
  const person = await db.reads.find(userWithFewestProjects, {});
  const limitedScope: Scope = {
    ...seeded.scope,
    actor: { ...seeded.scope.actor, ...(person as NonNullable<typeof person>) },
  };
  const figures: ProcessFigure[] = [];
  for (const [who, scope] of [['sees all', seeded.scope] as const, ['sees some', limitedScope] as const]) {
    const searcher = {
      scope,
      searchScope: buildSearchScope(await findVisibleHomes(db.reads, scope.actor), undefined),
    };
    figures.push(...(await measureOperations(searcher, who, operationsOf(seeded, keys))));
    figures.push(...(await measureTableScans(searcher, who, seeded)));
  }
  return figures;
}

async function createTicketsWithRareWords({ scope, projects, commonWords }: Seeded): Promise<string[]> {
  const keys: string[] = [];
  for (let i = 0; i < rareWords.length * ticketsPerWord; i++) {
    const { id: projectId, key } = draw(projects, i);
    const title = `Measured ${draw(rareWords, i)} ${draw(commonWords, i)}`;
    const { number } = await createTicket(scope, { title, projectId });
    keys.push(`${key}-${number}`);
  }
  return keys;
}

function operationsOf({ commonWords }: Seeded, keys: string[]): Operation[] {
  const inEngine = (name: string, atMost: number, texts: string[]): Operation => ({
    name: `p50 in the engine, ${name} such as "${texts[0]}"`,
    call: ({ scope, searchScope }, n) => {
      const query = buildWordQuery(searchWords(draw(texts, n)));
      return scope.db.runOnWorker(findTickets, {
        query,
        scope: searchScope,
        key: undefined,
        originalKey: '',
        window: firstPage,
      });
    },
    atMost,
  });
  const search = (name: string, texts: string[], atMost?: number): Operation => ({
    name: `p50 of a search, ${name} such as "${texts[0]}"`,
    call: ({ scope }, n) => searchTickets(scope, { text: draw(texts, n), page: firstPage }),
    ...(atMost && { atMost }),
  });
  const list = (name: string, listing: Partial<Parameters<typeof listTickets>[1]>): Operation => ({
    name: `p50 of a list with a common word, ${name}`,
    call: ({ scope }, n) => {
      const filter = { ...listing.filter, words: searchWords(draw(commonWords, n)) };
      return listTickets(
        scope,
        { sort: 'updatedAt', order: 'desc', ...listing, filter },
        firstPage,
        ticketIndex,
      );
    },
    atMost: 50,
  });
  const commonAndRare = rareWords.map((word, i) => `${draw(commonWords, i)} ${word}`);
  return [
    inEngine('rare words', 2, rareWords),
    inEngine('common words', 20, commonWords),
    search('rare words', rareWords, 3),
    search('common words', commonWords, 20),
    search('a common word and a rare one,', commonAndRare, 20),
    search('one letter', [...'eatonirs'], 20),
    search('two letters', ['in', 'er', 'st', 'th', 'on'], 20),
    search('a full key', keys, 20),
    search('a misspelt word', rareWords.map(misspelt), 50),
    list('newest first', {}),
    list('by priority, todo', { sort: 'priority', filter: { status: ['todo'] } }),
    list('by title, urgent bugs', {
      sort: 'title',
      order: 'asc',
      filter: { priority: ['high', 'highest'], type: ['BUG'] },
    }),
    list('oldest first, done', { sort: 'createdAt', order: 'asc', filter: { status: ['done'] } }),
  ];
}

/** Swaps two letters in the middle. */
const misspelt = (word: string) => word.slice(0, 4) + word[5] + word[4] + word.slice(6);

const draw = <T>(list: T[], n: number): T => list[n % list.length] as T;

/** Runs one of each in turn, so that other load on the machine affects all alike. */
async function measureOperations(
  searcher: Searcher,
  who: string,
  operations: Operation[],
): Promise<ProcessFigure[]> {
  const durationsMs = operations.map((): number[] => []);
  for (let n = 0; n < warmUpRounds + rounds; n++) {
    for (const [i, { call }] of operations.entries()) {
      const startedAt = performance.now();
      await call(searcher, n);
      if (n >= warmUpRounds) durationsMs[i]?.push(performance.now() - startedAt);
    }
  }
  return operations.map(({ name, atMost }, i) => ({
    name: `${name}, ${who}`,
    value: median(durationsMs[i] ?? []),
    unit: 'ms',
    ...(atMost && { atMost }),
  }));
}

async function measureTableScans(
  { scope: { db }, searchScope }: Searcher,
  who: string,
  { commonWords }: Seeded,
): Promise<ProcessFigure[]> {
  const figures: ProcessFigure[] = [];
  for (const [kind, words] of Object.entries({ rare: rareWords, common: commonWords })) {
    const durationsMs: number[] = [];
    for (let n = 0; n < tableScanRepeats; n++) {
      const startedAt = performance.now();
      const query = buildWordQuery(searchWords(draw(words, n)));
      // Of a million tickets it ends by the time limit of reads; the figure is that limit then.
      await rankByTableScan(db.workerReads, searchScope, query, { offset: 0, limit: 20 }).catch(
        passTimeLimit,
      );
      durationsMs.push(performance.now() - startedAt);
    }
    figures.push({ name: `${kind} words by a table scan, ${who}`, value: median(durationsMs), unit: 'ms' });
  }
  return figures;
}

function passTimeLimit(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'UNAVAILABLE')) throw error;
}

/** Waits for the running server, which indexes the tickets. */
async function untilIndexed(db: Database): Promise<void> {
  const deadline = performance.now() + indexingMsMax;
  while (await isIndexBehind(db.reads)) {
    if (performance.now() > deadline) throw new Error('The server did not index the tickets.');
    await wait(200);
  }
}
