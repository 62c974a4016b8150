import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import {
  findVisibleHomes,
  searchWords,
  ticketPriorities,
  ticketStatuses,
  type WordIndex,
} from '../tickets/index.ts';
import type { Actor } from '../users/index.ts';
import { indexNextTickets } from './indexing/index-tickets.ts';
import { listIdsByWords } from './query/list-by-words.ts';
import { planSearch } from './query/plan-search.ts';
import { findExactMatches } from './query/rank-matches.ts';
import { buildSearchScope, buildWordQuery } from './query/search-query.ts';
import { wordListInput } from './query/word-index.ts';

type Listing = Parameters<WordIndex['listIds']>[1];

/** A ticket as the API returns it, with the case-folded texts in which it is found. */
interface ExpectedTicket {
  id: string;
  projectId: string;
  title: string;
  texts: string[];
  status: string;
  priority: string;
  type: string;
  assigneeId?: string;
  reporterId: string;
  groupId?: string;
  parentId?: string;
  labels: { id: string }[];
  createdAt: string;
  updatedAt: string;
}

const characters = fc.constantFrom(
  ...['a', 'b', 'A', 'ß', 'é', 'É', 'ﬁ', '-', '_', '%', '!', '"', '1', '2', '客', '🚀', ' '],
);
const text = fc
  .string({ unit: characters, minLength: 1, maxLength: 14 })
  .filter((value) => value.trim() !== '');
const query = fc.array(fc.string({ unit: characters, minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 2,
});
const sorts = ['title', 'priority', 'status', 'createdAt', 'updatedAt'] as const;
/** Mostly undefined: with several filters at once no ticket would be left. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const someOf = (...lists: string[][]) => maybe(fc.constantFrom(...lists));
const ticketsCount = 60;

onEveryEngine('search against a full scan', (engine) => {
  let world: World;
  let ada: Person;
  let bob: Person;
  let projects: Record<'A1' | 'B', string>;
  let labels: string[];
  let groups: string[];
  /** Tickets with children. */
  const parents: string[] = [];
  let expectedTickets: ExpectedTicket[];
  /** The blocking ticket of each blocked one. */
  const blocked = new Map<string, string>();

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    bob = await world.person('Bob');
    const workspaceId = await world.sharedWorkspace(ada.id, []);
    const project = async (key: string): Promise<string> =>
      (await ada.post('/api/projects', { name: key, key, workspaceId })).body.data.id;
    projects = { A1: await project('A1'), B: await project('B') };
    await ada.post(`/api/project/A1/members`, { userId: bob.id });
    labels = [await world.label(workspaceId, 'one'), await world.label(workspaceId, 'two')];
    groups = [await world.group(projects.A1, 'first'), await world.group(projects.B, 'second')];
    await makeTickets();
    expectedTickets = await readAll();
  });
  after(() => world.close());

  /** Indexes tickets, then changes them in every way: documents are stale, missing or of deleted tickets. */
  async function makeTickets(): Promise<void> {
    const texts = fc.sample(text, { numRuns: ticketsCount * 5, seed: 7 });
    const next = () => texts.pop() as string;
    const ids: string[] = [];
    for (let i = 0; i < ticketsCount; i++) {
      if (i % 3 === 0) world.clock.advance(1);
      const { body } = await ada.post('/api/tickets', {
        title: i % 10 === 0 ? 'same' : next(),
        description: next(),
        projectId: i % 2 ? 'A1' : 'B',
        status: ['backlog', 'todo', 'done'][i % 3],
        priority: ticketPriorities[i % 5],
        type: i % 4 ? 'TASK' : 'BUG',
        ...(i % 5 < 2 && i % 2 === 0 && { assigneeId: ada.id }),
        ...(i % 7 < 3 && { labelIds: [labels[i % 2]] }),
        ...(i % 6 < 2 && { groupId: groups[i % 2 ? 0 : 1] }),
        ...(i % 5 > 1 && { parentId: parents[i % 2] }),
      });
      assert.ok(body.data, JSON.stringify(body));
      ids.push(body.data.id);
      if (i < 2) parents.push(body.data.id);
      if (i % 4 === 0) await ada.post(`/api/tickets/${body.data.id}/comments`, { content: next() });
      // Bob is a guest of project B: he sees only the tickets he is assigned to.
      if (i % 8 === 0) await ada.put(`/api/tickets/${body.data.id}/assignee`, { assigneeId: bob.id });
    }
    while ((await indexNextTickets(world.db, 11)) > 0);
    for (const [i, id] of ids.entries()) {
      if (i % 7 === 0) await ada.put(`/api/tickets/${id}`, { title: next() });
      if (i % 11 === 0) await ada.post(`/api/tickets/${id}/comments`, { content: next() });
      if (i % 13 === 0) await ada.delete(`/api/tickets/${id}`);
      if (i % 9 === 0) await ada.put(`/api/tickets/${id}`, { status: 'todo', priority: 'highest' });
      if (i % 17 === 0) await ada.put(`/api/tickets/${id}`, { projectId: 'B' });
      if (i % 19 === 18) await ada.put(`/api/tickets/${id}`, { parentId: parents[0] });
    }
    for (let i = 0; i < 20; i += 2) {
      const blocking = { kind: 'blocks', ticketId: ids[i + 30] };
      const { status } = await ada.post(`/api/tickets/${ids[i]}/relations`, blocking);
      if (status === 201) blocked.set(ids[i + 30] as string, ids[i] as string);
    }
    for (let i = 0; i < 6; i++) await ada.post('/api/tickets', { title: next(), projectId: 'B' });
    // These deletions record no event on the tickets that had the label or group.
    await ada.delete(`/api/labels/${labels[1]}`);
    await ada.delete(`/api/groups/${groups[1]}`);
  }

  async function readAll(): Promise<ExpectedTicket[]> {
    const { body } = await ada.get('/api/tickets?limit=100');
    const all: ExpectedTicket[] = [];
    for (const { id } of body.data) {
      const { data } = (await ada.get(`/api/tickets/${id}`)).body;
      const comments = data.comments.map(({ content }: { content: string }) => content);
      all.push({ ...data, texts: [data.key, data.title, data.description ?? '', ...comments].map(folded) });
    }
    return all;
  }

  const folded = (value: string) => value.normalize('NFKC').toLowerCase();
  const bytewise = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

  const isVisible = (person: Person, { projectId, assigneeId, reporterId }: ExpectedTicket) =>
    person === ada || projectId === projects.A1 || assigneeId === bob.id || reporterId === bob.id;
  const containsAll = (words: string[], texts: string[]) =>
    words.every((word) => texts.some((part) => part.includes(word)));
  const isOneOf = (list: string[] | undefined, value: string | undefined) =>
    list === undefined || (value !== undefined && list.includes(value));

  const isOpen = ({ status }: ExpectedTicket) => status !== 'done' && status !== 'cancelled';
  const isBlocked = ({ id }: ExpectedTicket) =>
    expectedTickets.some((other) => other.id === blocked.get(id) && isOpen(other));

  function found(person: Person, words: string[], { filter }: Pick<Listing, 'filter'>): ExpectedTicket[] {
    const {
      statuses,
      priorities,
      types,
      assignees,
      reporters,
      labels: requestedLabels,
      groups: cycles,
    } = filter;
    return expectedTickets.filter(
      (ticket) =>
        isVisible(person, ticket) &&
        containsAll(words, ticket.texts) &&
        isOneOf(statuses, ticket.status) &&
        isOneOf(priorities, ticket.priority) &&
        isOneOf(types, ticket.type) &&
        (!assignees || (ticket.assigneeId ? assignees.ids.includes(ticket.assigneeId) : assignees.none)) &&
        isOneOf(reporters?.ids, ticket.reporterId) &&
        (!requestedLabels || ticket.labels.some(({ id }) => requestedLabels.includes(id))) &&
        isOneOf(cycles, ticket.groupId) &&
        isOneOf(filter.parents, ticket.parentId) &&
        (!filter.ready || (isOpen(ticket) && !isBlocked(ticket))),
    );
  }

  function sorted(
    tickets: ExpectedTicket[],
    sort: Listing['sort'],
    order: Listing['order'],
  ): ExpectedTicket[] {
    const compare: Record<Listing['sort'], (a: ExpectedTicket, b: ExpectedTicket) => number> = {
      title: (a, b) => bytewise(folded(a.title), folded(b.title)),
      priority: (a, b) => rank(ticketPriorities, a.priority) - rank(ticketPriorities, b.priority),
      status: (a, b) => rank(ticketStatuses, a.status) - rank(ticketStatuses, b.status),
      createdAt: (a, b) => bytewise(a.createdAt, b.createdAt),
      updatedAt: (a, b) => bytewise(a.updatedAt, b.updatedAt),
    };
    const ascending = tickets.toSorted((a, b) => compare[sort](a, b) || bytewise(a.id, b.id));
    return order === 'asc' ? ascending : ascending.reverse();
  }
  const rank = (values: readonly string[], value: string) => values.indexOf(value);

  const idsOf = (tickets: { id: string }[]) => tickets.map(({ id }) => id);
  const homesOf = (person: Person) => findVisibleHomes(world.db.reads, { userId: person.id } as Actor);

  async function assertSearch(words: string[], person: Person, statuses: string[] | undefined, max: Limits) {
    const matching = sorted(found(person, words, { filter: { statuses } }), 'updatedAt', 'desc');
    const inTitle = matching.filter(({ title }) => containsAll(words, [folded(title)]));
    const best = [...inTitle, ...matching.filter((ticket) => !inTitle.includes(ticket))];
    const plan = await planSearch(world.db, words, max.terms);
    const scope = buildSearchScope(await homesOf(person), statuses);
    const { hits, total } = await findExactMatches(
      world.db,
      scope,
      buildWordQuery(words),
      plan,
      9,
      max.sorted,
    );
    assert.deepEqual([total, idsOf(hits)], [best.length, idsOf(best.slice(0, 9))], words.join(' '));
  }

  async function assertList(person: Person, listing: Omit<Listing, 'homes'>, max: Limits) {
    const { words, sort, order, page } = listing;
    const all = sorted(found(person, words, listing), sort, order);
    const input = wordListInput({ ...listing, homes: await homesOf(person) });
    const answer = await listIdsByWords.run(world.db, { ...input, sortedMax: max.sorted });
    const expected = idsOf(all.slice(page.offset, page.offset + page.limit));
    assert.deepEqual([answer?.total, answer?.ids], [all.length, expected], words.join(' '));
  }

  interface Limits {
    /** Small limits, so that a few matches count as many, and a few terms as too many. */
    sorted: number;
    terms: number;
  }
  const limits = fc.record({ sorted: fc.constantFrom(0, 0, 3, 1000), terms: fc.constantFrom(0, 5, 1000) });
  const filter = (): fc.Arbitrary<Listing['filter']> =>
    fc.record({
      statuses: someOf(['todo'], ['backlog', 'done', 'todo']),
      priorities: someOf(['highest'], ['low', 'medium', 'highest']),
      types: someOf(['BUG']),
      assignees: maybe(fc.record({ ids: fc.subarray([ada.id, bob.id]), none: fc.boolean() })),
      reporters: maybe(fc.subarray([ada.id, bob.id]).map((ids) => ({ ids, none: false }))),
      labels: maybe(fc.subarray(labels, { minLength: 1 })),
      groups: maybe(fc.subarray(groups, { minLength: 1 })),
      parents: maybe(fc.subarray(parents, { minLength: 1 })),
      ready: maybe(fc.constant(true as const)),
    });

  for (const state of ['behind', 'up to date']) {
    test(`search and filtered lists return what a scan of every ticket returns, with the index ${state}`, async () => {
      if (state === 'up to date') while ((await indexNextTickets(world.db, 50)) > 0);
      await fc.assert(
        fc.asyncProperty(
          query,
          fc.constantFrom(ada, bob),
          fc.record({
            filter: fc.oneof(fc.constant<Listing['filter']>({}), filter()),
            sort: fc.constantFrom(...sorts),
            order: fc.constantFrom('asc' as const, 'desc' as const),
            page: fc.record({
              page: fc.constant(1),
              limit: fc.integer({ min: 1, max: 9 }),
              offset: fc.nat(12),
            }),
          }),
          limits,
          async (parts, person, listing, max) => {
            const words = searchWords(parts.join(' '));
            if (words.length === 0) return;
            await assertSearch(words, person, listing.filter.statuses, max);
            await assertList(person, { ...listing, words }, max);
          },
        ),
        { numRuns: 120, seed: 11 },
      );
    });
  }

  test('a list by words over HTTP has the right page and total, and a search by full key returns that ticket first', async () => {
    for (const [person, search] of [
      [ada, 'a'],
      [bob, 'a'],
      [bob, 'A1-'],
    ] as const) {
      const all = sorted(
        found(person, searchWords(search), { filter: { statuses: ['todo'] } }),
        'priority',
        'asc',
      );
      const url = `/api/tickets?search=${search}&status=todo&sort=priority&order=asc&limit=4&page=2`;
      const { body } = await person.get(url);
      assert.deepEqual([body.pagination.total, idsOf(body.data)], [all.length, idsOf(all.slice(4, 8))]);
    }
    const [first] = found(bob, ['a1-'], { filter: {} }).toSorted((a, b) =>
      bytewise(a.updatedAt, b.updatedAt),
    );
    const key = (first as ExpectedTicket).texts[0] as string;
    assert.equal((await bob.get(`/api/tickets/search?q=${key}`)).body.data[0].id, first?.id);
  });
});
