import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../test/support/engines.ts';
import { dueRuns } from '../../test/support/rotation.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';
import { statement } from '../platform/db/index.ts';
import {
  fieldDeclaration,
  findVisibleHomes,
  noValue,
  searchWords,
  type TicketIndex,
  ticketPriorities,
} from '../tickets/index.ts';
import type { Actor } from '../users/index.ts';
import { indexNextDocuments } from './indexing/index-documents.ts';
import { indexNextTickets } from './indexing/index-tickets.ts';
import { rebuildIndex, rebuildTexts } from './indexing/rebuild-index.ts';
import { absentKey, type Position, type SortOrder, sortOrderNames } from './indexing/sort-orders.ts';
import { listIdsByIndex } from './query/list-by-index.ts';
import { planSearch } from './query/plan-search.ts';
import { findExactMatches } from './query/rank-matches.ts';
import { buildSearchScope, buildWordQuery } from './query/search-query.ts';
import { ticketIndex, ticketPageInput } from './query/ticket-index.ts';
import type { HitWindow } from './query/ticket-search-store.ts';

type Filter = Parameters<TicketIndex['listIds']>[1]['filter'];

interface Listing {
  filter: Filter;
  sort: SortOrder;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
  /** Whether the page begins after a ticket of the list instead of at an offset. */
  isAfter: boolean;
}

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
  milestoneId?: string;
  parentId?: string;
  labels: { id: string }[];
  createdAt: string;
  updatedAt: string;
  dueDate?: string;
  estimate?: number;
  rank: string;
}

const ranks = statement<object, { id: string; rank: string }>('select id, rank from tickets');

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
// So small that a few tickets split and merge buckets.
const bucketSizes = { max: 5, target: 4, min: 2 };
/** Mostly undefined: with several filters at once no ticket would be left. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const someOf = (...lists: string[][]) => maybe(fc.constantFrom(...lists));
const ticketsCount = 60;
const firstDueDate = Date.UTC(2030, 0, 1);

onEveryEngine('search against a full scan', (engine) => {
  let world: World;
  let ada: Person;
  let bob: Person;
  let projects: Record<'A1' | 'B', string>;
  let labels: string[];
  let groups: string[];
  /** Of the projects B and A1. */
  let milestones: string[];
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
    const milestoneOf = async (projectId: string) =>
      (await ada.post('/api/groups', { name: 'Day', kind: 'milestone', projectId })).body.data.id;
    milestones = [await milestoneOf(projects.B), await milestoneOf(projects.A1)];
    groups = [await world.group(projects.A1, 'first'), await world.group(projects.B, 'second')];
    await makeTickets();
    expectedTickets = await readAll();
  });
  after(() => world.close());

  /** Indexes tickets, then changes them in every way: documents are stale, missing or of deleted tickets. */
  async function makeTickets(): Promise<void> {
    const texts = fc.sample(text, { numRuns: ticketsCount * 6, seed: 7 });
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
        ...(i % 9 < 3 && { milestoneId: milestones[i % 2] }),
        ...(i % 5 > 1 && { parentId: parents[i % 2] }),
        ...(i % 4 > 0 && { estimate: [0, 0.5, 3, 13][i % 4] }),
        ...(i % 3 > 0 && { dueDate: new Date(firstDueDate + (i % 4) * dayMs).toISOString() }),
      });
      assert.ok(body.data, JSON.stringify(body));
      ids.push(body.data.id);
      if (i < 2) parents.push(body.data.id);
      if (i % 4 === 0) await ada.post(`/api/tickets/${body.data.id}/comments`, { content: next() });
      if (i % 4 === 1) await ada.post(`/api/tickets/${body.data.id}/criteria`, { text: next() });
      // Bob is a guest of project B: he sees only the tickets he is assigned to.
      if (i % 8 === 0) await ada.put(`/api/tickets/${body.data.id}/assignee`, { assigneeId: bob.id });
    }
    await indexAll();
    for (const [i, id] of ids.entries()) {
      if (i % 7 === 0) await ada.put(`/api/tickets/${id}`, { title: next() });
      if (i % 11 === 0) await ada.post(`/api/tickets/${id}/comments`, { content: next() });
      if (i % 9 === 0) await ada.post(`/api/tickets/${id}/criteria`, { text: next() });
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

  async function indexAll(): Promise<void> {
    while ((await indexNextTickets(world.db, 11, bucketSizes)) > 0);
  }

  async function readAll(): Promise<ExpectedTicket[]> {
    const { body } = await ada.get('/api/tickets?limit=100');
    const rankOf = new Map((await world.db.reads.list(ranks, {})).map(({ id, rank }) => [id, rank]));
    const all: ExpectedTicket[] = [];
    for (const { id } of body.data) {
      const { data } = (await ada.get(`/api/tickets/${id}`)).body;
      const comments = data.comments.map(({ content }: { content: string }) => content);
      const criteria = (await ada.get(`/api/tickets/${id}/criteria`)).body.data.map(
        (criterion: { text: string }) => criterion.text,
      );
      all.push({
        ...data,
        rank: rankOf.get(id) ?? '',
        texts: [data.key, data.title, data.description ?? '', ...comments, ...criteria].map(folded),
      });
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

  const isFound = (person: Person, filter: Filter) => (ticket: ExpectedTicket) => {
    const { label: requestedLabels } = filter;
    return (
      isVisible(person, ticket) &&
      containsAll(filter.words ?? [], ticket.texts) &&
      isOneOf(filter.status, ticket.status) &&
      isOneOf(filter.priority, ticket.priority) &&
      isOneOf(filter.type, ticket.type) &&
      isOneOf(filter.assignee, ticket.assigneeId ?? noValue) &&
      isOneOf(filter.reporter, ticket.reporterId) &&
      (!requestedLabels || valuesOf.label(ticket).some((id) => requestedLabels.includes(id || noValue))) &&
      isOneOf(filter.group, ticket.groupId ?? noValue) &&
      isOneOf(filter.parent, ticket.parentId ?? noValue) &&
      (!filter.due?.none || ticket.dueDate === undefined) &&
      (!filter.ready || (isOpen(ticket) && !isBlocked(ticket))) &&
      (filter.overdueAt === undefined ||
        (isOpen(ticket) && Number(keyOf.dueDate(ticket)) < filter.overdueAt)) &&
      rangedFields.every(([name, field]) => isWithin(Number(keyOf[field](ticket)), filter[name]))
    );
  };
  const rangedFields = [
    ['due', 'dueDate'],
    ['created', 'createdAt'],
    ['updated', 'updatedAt'],
    ['estimate', 'estimate'],
  ] as const;
  const isWithin = (key: number, range: Filter['due']) =>
    (range?.from === undefined && range?.before === undefined) ||
    (key >= (range.from ?? 0) && key < (range.before ?? absentKey));
  const found = (person: Person, filter: Filter) => expectedTickets.filter(isFound(person, filter));

  const keyOf = Object.fromEntries(
    sortOrderNames.map((name) => [name, (ticket: ExpectedTicket) => sortKey(name, ticket)]),
  ) as Record<SortOrder, (ticket: ExpectedTicket) => Position['key']>;
  function sortKey(name: SortOrder, ticket: ExpectedTicket): Position['key'] {
    const { kind, choices } = fieldDeclaration(name);
    const value = (ticket as Partial<Record<SortOrder, string | number>>)[name];
    if (value === undefined) return absentKey;
    if (choices) return choices.indexOf(String(value));
    if (kind === 'instant') return Date.parse(String(value));
    if (kind === 'decimal') return Math.round(Number(value) * 100);
    return name === 'title' ? folded(String(value)) : value;
  }

  function sorted(tickets: ExpectedTicket[], sort: SortOrder, order: Listing['order']): ExpectedTicket[] {
    const sign = order === 'asc' ? 1 : -1;
    const isAbsent = (ticket: ExpectedTicket) => Number(keyOf[sort](ticket) === absentKey);
    const compareKeys = (a: Position['key'], b: Position['key']) =>
      typeof a === 'number' ? a - Number(b) : bytewise(a, String(b));
    return tickets.toSorted(
      (a, b) =>
        isAbsent(a) - isAbsent(b) ||
        sign * (compareKeys(keyOf[sort](a), keyOf[sort](b)) || bytewise(a.id, b.id)),
    );
  }

  const idsOf = (tickets: { id: string }[]) => tickets.map(({ id }) => id);
  const homesOf = (person: Person) => findVisibleHomes(world.db.reads, { userId: person.id } as Actor);

  async function assertSearch(words: string[], person: Person, statuses: string[] | undefined, max: Limits) {
    const matching = sorted(found(person, { words, status: statuses }), 'updatedAt', 'desc');
    const inTitle = matching.filter(({ title }) => containsAll(words, [folded(title)]));
    const best = [...inTitle, ...matching.filter((ticket) => !inTitle.includes(ticket))];
    const plan = await planSearch(world.db, words, { termsMax: max.terms, textsMax: max.texts });
    const scope = buildSearchScope(await homesOf(person), statuses);
    const query = buildWordQuery(words);
    const read = (window: HitWindow, pinned: string[] = []) =>
      findExactMatches(world.db, scope, query, plan, window, { sortedMax: max.sorted, pinned });
    const { hits, total } = await read({ offset: 0, limit: 9 });
    if (plan.lag.waiting > 0) return assertPart(idsOf(hits), total, matching);
    assert.deepEqual([total, idsOf(hits)], [best.length, idsOf(best.slice(0, 9))], words.join(' '));
    const place = Math.floor(best.length / 2);
    const following = await read({ offset: place + 1, limit: 3 });
    assert.deepEqual(
      [following.total, idsOf(following.hits)],
      [best.length, idsOf(best.slice(place + 1, place + 4))],
      `${words.join(' ')} from ${place + 1}`,
    );
    const last = best[place];
    if (!last) return;
    const after = {
      id: last.id,
      updatedAt: Date.parse(last.updatedAt),
      inTitle: Number(inTitle.includes(last)),
    };
    const next = await read({ offset: 0, limit: 3, after });
    assert.deepEqual(next, following, `${words.join(' ')} after ${last.id}`);
    const others = best.filter((ticket) => ticket !== last);
    const unpinned = await read({ offset: 0, limit: 9 }, [last.id]);
    assert.deepEqual([unpinned.total, idsOf(unpinned.hits)], [others.length, idsOf(others.slice(0, 9))]);
  }

  async function assertList(person: Person, listing: Listing, max: Limits) {
    const { filter, sort, order, offset, limit, isAfter } = listing;
    const all = sorted(found(person, filter), sort, order);
    const last = isAfter ? all[offset - 1] : undefined;
    const after = last && { key: keyOf[sort](last), id: last.id };
    const homes = await homesOf(person);
    const page = { page: 1, offset, limit };
    const answer = await listIdsByIndex.run(world.db, {
      ...ticketPageInput({ homes, filter, sort, order, page }),
      window: after ? { offset: 0, limit, after } : { offset, limit },
      limits: {
        sortedMax: max.sorted,
        walkedMax: max.walked,
        termsMax: max.terms,
        textsMax: max.texts,
      },
    });
    const expected = idsOf(all.slice(offset, offset + limit));
    assert.ok(answer);
    if (answer.waiting > 0) assertPart(answer.ids, answer.total, all);
    else assert.deepEqual([answer.total, answer.ids], [all.length, expected], JSON.stringify(listing));
    if (!filter.words) assert.equal(answer.waiting, 0);
  }

  async function assertCounts(person: Person, filter: Filter) {
    const counted = await ticketIndex.countByFacets(
      world.db,
      { homes: await homesOf(person), filter },
      countedFacets,
    );
    if (!counted) return;
    const tickets = found(person, filter);
    const expected = countedFacets.map((facet) => {
      const counts: Record<string, number> = {};
      for (const ticket of tickets)
        for (const value of valuesOf[facet](ticket)) counts[value] = (counts[value] ?? 0) + 1;
      return [facet, counts];
    });
    assert.deepEqual(counted, { total: tickets.length, by: Object.fromEntries(expected) });
  }
  const countedFacets = ['home', 'status', 'assignee', 'reporter', 'group', 'milestone', 'label'] as const;
  const valuesOf: Record<(typeof countedFacets)[number], (ticket: ExpectedTicket) => string[]> = {
    home: ({ projectId }) => [projectId],
    status: ({ status }) => [status],
    assignee: ({ assigneeId }) => [assigneeId ?? ''],
    reporter: ({ reporterId }) => [reporterId],
    group: ({ groupId }) => [groupId ?? ''],
    milestone: ({ milestoneId }) => [milestoneId ?? ''],
    label: ({ labels: own }) => (own.length > 0 ? idsOf(own) : ['']),
  };

  /** While texts are not indexed, a search returns no ticket that it should not return. */
  function assertPart(ids: string[], total: number, matching: ExpectedTicket[]): void {
    assert.ok(total <= matching.length);
    for (const id of ids) assert.ok(matching.some((ticket) => ticket.id === id));
  }

  interface Limits {
    /** Small limits, so that a few matches, buckets, terms and texts count as many. */
    sorted: number;
    walked: number;
    terms: number;
    texts: number;
  }
  const limits = fc.record({
    sorted: fc.constantFrom(0, 0, 3, 1000),
    walked: fc.constantFrom(0, 2, 1000),
    terms: fc.constantFrom(0, 5, 1000),
    texts: fc.constantFrom(3, 1000, 1000, 1000),
  });
  const filter = (): fc.Arbitrary<Filter> =>
    fc.record({
      words: maybe(query.map((parts) => searchWords(parts.join(' '))).filter((words) => words.length > 0)),
      status: someOf(['todo'], ['backlog', 'done', 'todo'], []),
      priority: someOf(['highest'], ['low', 'medium', 'highest']),
      type: someOf(['BUG']),
      assignee: maybe(fc.subarray([ada.id, bob.id, noValue])),
      reporter: maybe(fc.subarray([ada.id, bob.id])),
      label: maybe(fc.subarray([...labels, noValue], { minLength: 1 })),
      group: maybe(fc.subarray([...groups, noValue], { minLength: 1 })),
      parent: maybe(fc.subarray([...parents, noValue], { minLength: 1 })),
      ready: maybe(fc.constant(true as const)),
      overdueAt: maybe(moment()),
      due: maybe(fc.oneof(range(moment()), fc.constant({ none: true as const }))),
      created: maybe(range(moment())),
      updated: maybe(range(moment())),
      estimate: maybe(range(fc.constantFrom(0, 25, 100, 250, 800))),
    });
  /** Moments around the dates of the tickets. */
  const moment = () =>
    fc
      .constantFrom(
        ...expectedTickets.flatMap((ticket) => [keyOf.createdAt(ticket), keyOf.updatedAt(ticket)]),
        firstDueDate,
        firstDueDate + 2 * dayMs,
      )
      .map(Number);
  const range = (bound: fc.Arbitrary<number>) =>
    fc.record({ from: bound, before: bound }, { requiredKeys: [] });
  const listings = () =>
    fc.record({
      filter: fc.oneof(fc.constant<Filter>({}), filter()),
      sort: fc.constantFrom(...sortOrderNames),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      offset: fc.nat(60),
      limit: fc.integer({ min: 1, max: 30 }),
      isAfter: fc.boolean(),
    });

  /** The states of the index, each reached from the one before. */
  const states: Record<string, () => Promise<unknown>> = {
    behind: async () => {},
    'up to date': indexAll,
    'whose texts are rebuilt': async () => {
      await rebuildTexts(world.db);
      await indexNextTickets(world.db, 30);
    },
    'that is rebuilt': async () => {
      await rebuildIndex(world.db);
      await indexNextDocuments(world.db, 30, bucketSizes);
    },
    'rebuilt completely': indexAll,
  };
  for (const [state, reach] of Object.entries(states)) {
    test(`searches and lists return what a check of every ticket returns, with an index ${state}`, async () => {
      await reach();
      const people = fc.constantFrom(ada, bob);
      await fc.assert(
        fc.asyncProperty(people, listings(), limits, (...given) => assertList(...given)),
        { numRuns: dueRuns(300), seed: 11 },
      );
      await fc.assert(fc.asyncProperty(people, fc.oneof(fc.constant<Filter>({}), filter()), assertCounts), {
        numRuns: dueRuns(60),
        seed: 11,
      });
      await fc.assert(
        fc.asyncProperty(query, people, someOf(['todo']), limits, async (parts, person, statuses, max) => {
          const words = searchWords(parts.join(' '));
          if (words.length > 0) await assertSearch(words, person, statuses, max);
        }),
        { numRuns: dueRuns(60), seed: 11 },
      );
    });
  }

  test('a list by words over HTTP has the right page and total, and a search by full key returns that ticket first', async () => {
    for (const [person, search] of [
      [ada, 'a'],
      [bob, 'a'],
      [bob, 'A1-'],
    ] as const) {
      const all = sorted(found(person, { words: searchWords(search), status: ['todo'] }), 'priority', 'asc');
      const url = `/api/tickets?search=${search}&status=todo&sort=priority&order=asc&limit=4&page=2`;
      const { body } = await person.get(url);
      assert.deepEqual([body.pagination.total, idsOf(body.data)], [all.length, idsOf(all.slice(4, 8))]);
    }
    const [first] = found(bob, { words: ['a1-'] }).toSorted((a, b) => bytewise(a.updatedAt, b.updatedAt));
    const key = (first as ExpectedTicket).texts[0] as string;
    assert.equal((await bob.get(`/api/tickets/search?q=${key}`)).body.data[0].id, first?.id);
  });
});
