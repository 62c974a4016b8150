import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TicketRow } from '../../sdk/index.ts';
import { dayMs } from '../../src/platform/clock.ts';
import { indexNextTickets } from '../../src/search/indexing/index-tickets.ts';
import { countByFacets } from '../../src/search/query/count-by-facets.ts';
import { listIdsByIndex } from '../../src/search/query/list-by-index.ts';
import { ticketIndex, ticketPageInput } from '../../src/search/query/ticket-index.ts';
import {
  closedStatuses,
  fieldDeclaration,
  inputFields,
  type TicketField,
  ticketSorts,
} from '../../src/tickets/fields/ticket-fields.ts';
import {
  type FilterName,
  filterNames,
  rangeParameters,
  ticketFacets,
  ticketFilters,
} from '../../src/tickets/fields/ticket-filters.ts';
import { filterFields, listOperators } from '../../src/tickets/filter-language/filter-fields.ts';
import { findVisibleHomes, listTickets, parseSavedQuery, type SavedQuery } from '../../src/tickets/index.ts';
import { countTickets } from '../../src/tickets/lists/count-tickets.ts';
import { matchesFacts } from '../../src/tickets/lists/matches-facts.ts';
import type { Actor, Scope } from '../../src/users/index.ts';
import { compileOrder, compileQuery } from '../../web/replica/views/match.ts';
import { findCondition } from '../../web/tickets/filter/find-condition.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

/** One filter: as parameters of a list (undefined: only the language has it), as a condition, and what it means for a row. */
interface Condition {
  query: SavedQuery | undefined;
  text: string;
  matches: (row: TicketRow) => boolean;
}

const word = 'marmalade';
const ticketsCount = 48;
const roundsOfEachFilter = 8;
const combinedRounds = 80;
const none = 'none';

/** Numbers from 0 to 1 that follow from the seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const some = <T>(values: readonly T[]): T[] => {
    const chosen = values.filter(() => next() < 0.4);
    return chosen.length > 0 ? chosen : [pick(values)];
  };
  return { next, pick, some };
}

const seed = Math.floor(Math.random() * 2 ** 32);

onEveryEngine(`filters against a check of every row (seed ${seed})`, (engine) => {
  const random = randomOf(seed);
  let world: World;
  let ada: Person;
  let ben: Person;
  let rows: TicketRow[];
  /** The values that tickets can have, by the kind of their filter. */
  let ids: Record<
    'person' | 'project' | 'workspace' | 'group' | 'milestone' | 'label' | 'parent' | 'ownStatus',
    string[]
  >;
  let firstMoment: number;
  const estimates = [0, 0.25, 1, 2.5, 8];

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    const workspaces = [await world.sharedWorkspace(ada.id, []), await world.sharedWorkspace(ada.id, [])];
    const create = async (url: string, body: object): Promise<string> =>
      (await ada.post(url, body)).body.data.id;
    const [workspaceId] = workspaces as [string];
    const projectId = await create('/api/projects', { name: 'One', key: 'ONE', workspaceId });
    await ada.post('/api/project/ONE/members', { userId: ben.id });
    await ada.put('/api/project/ONE', { triage: true });
    const groups = [await world.group(projectId, 'Sprint 1'), await world.group(projectId, 'Sprint 2')];
    const ofMilestone = { name: 'Big day', kind: 'milestone', projectId };
    for (const [status, name] of [
      ['in_review', 'QA'],
      ['todo', 'Ready'],
    ])
      await ada.post('/api/project/ONE/workflow/statuses', { status, name });
    const { statuses } = (await ada.get('/api/project/ONE/workflow')).body.data;
    ids = {
      ownStatus: statuses.flatMap(({ id }: { id?: string }) => id ?? []),
      person: [ada.id, ben.id],
      project: [projectId],
      workspace: workspaces,
      group: groups,
      milestone: [await create('/api/groups', ofMilestone)],
      label: [await world.label(workspaceId, 'a'), await world.label(workspaceId, 'b')],
      parent: [],
    };
    firstMoment = world.clock.now();
    for (let i = 0; i < ticketsCount; i++) await makeTicket(i);
    while ((await indexNextTickets(world.db, 100)) > 0);
    rows = (await ada.get('/api/tickets?fields=row&limit=100')).body.data;
    assert.equal(rows.length, ticketsCount);
  });
  after(() => world.close());

  /** A value for every field that callers set; one ticket in six has no project. */
  async function makeTicket(i: number): Promise<void> {
    world.clock.advance(dayMs / 3);
    const caller = i % 3 === 0 ? ben : ada;
    const hasProject = caller !== ada || i % 6 !== 1;
    const fields = Object.fromEntries(inputFields.map((name) => [name, valueFor(name, hasProject)]));
    // An own status has the status that it was added for.
    if (fields.ownStatusId) delete fields.status;
    const home = hasProject ? {} : { workspaceId: random.pick(ids.workspace), projectId: null };
    const labelIds = hasProject && i % 2 ? random.some(ids.label) : [];
    const { body } = await caller.post('/api/tickets', { ...fields, ...home, labelIds });
    assert.ok(body.data, JSON.stringify(body));
    if (i < 3 && hasProject) ids.parent.push(body.data.id);
  }

  function valueFor(name: TicketField, hasProject: boolean): unknown {
    const { kind, of, choices, nullable, filter } = fieldDeclaration(name);
    if (name === 'title') return `Some ${word}`;
    if (name === 'projectId') return ids.project[0];
    if (name === 'triage' && !hasProject) return null;
    if (name === 'snoozedUntil') return new Date(world.clock.now() + dayMs * ticketsCount).toISOString();
    if (nullable && random.next() < 0.4) return null;
    if (choices) return random.pick(choices);
    if (of && of !== 'person' && (!hasProject || ids[of].length === 0)) return null;
    if (of === 'person' && !hasProject) return ada.id;
    if (of) return random.pick(ids[of]);
    if (kind === 'instant') return new Date(anyMoment()).toISOString();
    if (kind === 'decimal') return random.pick(estimates);
    assert.equal(filter, undefined, `no values for ${name}`);
    return null;
  }
  const anyMoment = () => firstMoment + Math.floor(random.next() * ticketsCount) * (dayMs / 3);

  const isOpen = ({ status }: TicketRow) => !closedStatuses.some((closed) => closed === status);
  const fieldValue = (row: TicketRow, name: FilterName): string | number | null => {
    const { field } = ticketFilters[name];
    return (field ? row[field as keyof TicketRow] : row.workspaceId) as string | number | null;
  };

  function anyCondition(name: FilterName): Condition {
    const { kind } = ticketFilters[name];
    if (kind === 'flag') return flagCondition(name);
    if (kind === 'text')
      return {
        query: { search: word },
        text: `text ~ ${word}`,
        matches: ({ title }) => title.includes(word),
      };
    if (kind === 'date') return dateCondition(name);
    if (kind === 'number') return numberCondition(name);
    return valuesCondition(name);
  }

  function flagCondition(name: FilterName): Condition {
    const now = new Date(world.clock.now()).toISOString();
    const isOverdue = (row: TicketRow) => isOpen(row) && row.dueDate !== null && row.dueDate < now;
    assert.ok(name === 'ready' || name === 'overdue', `no meaning for the flag ${name}`);
    return { query: { [name]: true }, text: name, matches: name === 'ready' ? isOpen : isOverdue };
  }

  function valuesCondition(name: FilterName): Condition {
    const { kind, field, nullable } = ticketFilters[name];
    const choices = field && fieldDeclaration(field).choices;
    const known = choices ?? ids[kind as keyof typeof ids];
    // Lists find projects by id or key alone; a ticket without one is in a workspace.
    const mayBeNone = nullable && kind !== 'project';
    const values = random.some([...known, ...(mayBeNone ? [none] : [])]);
    const isOne = (value: string | null) => values.includes(value ?? none);
    return {
      query: { [name]: values.join() },
      text: `${name} in (${values.join(', ')})`,
      matches:
        kind === 'label'
          ? ({ labelIds }) => (labelIds.length > 0 ? labelIds.some(isOne) : isOne(null))
          : (row) => isOne(fieldValue(row, name) as string | null),
    };
  }

  function dateCondition(name: FilterName): Condition {
    const { parameter, bound } = random.pick(rangeParameters.filter((known) => known.name === name));
    const isNone = bound === 'none';
    const moment = new Date(anyMoment()).toISOString();
    const operator = { from: '>=', before: '<', none: '=' }[bound];
    return {
      query: { [parameter]: isNone ? true : moment },
      text: `${name} ${operator} ${isNone ? none : moment}`,
      matches: (row) => {
        const value = fieldValue(row, name) as string | null;
        if (isNone || value === null) return isNone && value === null;
        return bound === 'from' ? value >= moment : value < moment;
      },
    };
  }

  function numberCondition(name: FilterName): Condition {
    const operator = random.pick(['<', '<=', '>', '>=', '=', '!='] as const);
    const limit = random.pick([...estimates, 3, null]);
    const isEqual = operator === '=' || operator === '!=';
    if (limit === null && !isEqual) return numberCondition(name);
    return {
      query: undefined,
      text: `${name} ${operator} ${limit ?? none}`,
      matches: (row) => {
        const value = fieldValue(row, name) as number | null;
        if (isEqual) return (value === limit) === (operator === '=');
        if (value === null || limit === null) return false;
        if (operator === '<') return value < limit;
        if (operator === '<=') return value <= limit;
        return operator === '>' ? value > limit : value >= limit;
      },
    };
  }

  const scopeOf = ({ id }: Person): Scope => ({
    actor: { userId: id } as Actor,
    db: world.db,
    clock: world.clock,
    acceptedVersions: undefined,
    write: () => assert.fail('nothing is written'),
  });
  const context = () => ({
    me: ada.id,
    zone: 'UTC',
    nowMs: world.clock.now(),
    projectId: (ref: string) => ref,
    ticketId: (ref: string) => ref,
  });
  const page = { page: 1, offset: 0, limit: 100 };
  const sortedIds = (list: readonly { id: string }[]) => list.map(({ id }) => id).sort();

  /** Compares all answers with that of the reference. */
  async function assertSame(conditions: Condition[]): Promise<void> {
    const expected = rows.filter((row) => conditions.every(({ matches }) => matches(row)));
    const texts = conditions.map(({ text }) => text).join(' and ');
    const plain = conditions.map(({ query }) => query);
    const hasParameters = plain.every((query) => query !== undefined);
    const byParameters: SavedQuery = Object.assign({}, ...plain);
    const queries = [{ filter: texts }, ...(hasParameters ? [byParameters] : [])];
    for (const query of queries) {
      const name = JSON.stringify(query);
      const asked = await parseSavedQuery(scopeOf(ada), query);
      const read = await listTickets(scopeOf(ada), asked, page);
      assert.deepEqual(sortedIds(read.rows), sortedIds(expected), `SQL: ${name}`);
      const searched = { ...query, search: word };
      const listing = await parseSavedQuery(scopeOf(ada), searched);
      const homes = await findVisibleHomes(
        world.db.reads,
        scopeOf(ada).actor,
        listing.projects,
        listing.workspaces,
      );
      const indexed = await listIdsByIndex.run(world.db, ticketPageInput({ homes, ...listing, page }));
      assert.deepEqual(indexed?.ids.toSorted(), sortedIds(expected), `index: ${name}`);
      const isLimited = asked.projects !== undefined || asked.workspaces !== undefined;
      for (const row of rows) {
        const isIn = matchesFacts(asked.filter, row);
        if (isIn === undefined || (isIn && isLimited)) continue;
        assert.equal(isIn, expected.includes(row), `facts of ${row.title}: ${name}`);
      }
    }
    if (!hasParameters) return;
    const shown = rows.filter(compileQuery(byParameters, context()));
    assert.deepEqual(sortedIds(shown), sortedIds(expected), `browser: ${JSON.stringify(byParameters)}`);
  }

  for (const name of filterNames)
    test(`the filter ${name} means the same to SQL, index, language and browser`, async () => {
      for (let round = 0; round < roundsOfEachFilter; round++) await assertSame([anyCondition(name)]);
    });

  test('filters together select what each of them selects', async () => {
    for (let round = 0; round < combinedRounds; round++)
      await assertSame(random.some(filterNames).slice(0, 4).map(anyCondition));
  });

  test('counts by every facet are those of the rows, from SQL and from the index', async () => {
    for (let round = 0; round < 10; round++) {
      const { text, matches } = anyCondition(random.pick(filterNames));
      const listing = await parseSavedQuery(scopeOf(ada), { filter: text });
      const inTable = await countTickets(scopeOf(ada), listing, ticketFacets);
      const homes = await findVisibleHomes(world.db.reads, scopeOf(ada).actor);
      const by = ticketFacets.map((facet) => (facet === 'project' ? 'home' : facet));
      const input = ticketPageInput({ homes, ...listing, page });
      const inIndex = await countByFacets.run(world.db, { ...input, by });
      for (const facet of ticketFacets) {
        const expected: Record<string, number> = {};
        for (const row of rows.filter(matches)) {
          const values = facet === 'label' ? row.labelIds : [fieldValue(row, facet)];
          for (const value of values.length > 0 ? values : [null])
            expected[value ?? none] = (expected[value ?? none] ?? 0) + 1;
        }
        const counted = Object.entries(inTable.by[facet] ?? {}).filter(([, count]) => count > 0);
        assert.deepEqual(Object.fromEntries(counted), expected, `SQL: ${facet} of ${text}`);
        if (facet === 'project') continue;
        const { '': absent, ...present } = inIndex?.by[facet] ?? {};
        assert.deepEqual(
          { ...present, ...(absent && { [none]: absent }) },
          expected,
          `index: ${facet} of ${text}`,
        );
      }
    }
  });

  for (const sort of ticketSorts)
    test(`the order by ${sort} is the same in SQL, index and browser`, async () => {
      for (const order of ['asc', 'desc'] as const) {
        const listing = await parseSavedQuery(scopeOf(ada), { sort, order });
        const expected = rows.toSorted(compileOrder({ sort, order })).map(({ id }) => id);
        const { rows: read } = await listTickets(scopeOf(ada), listing, page);
        assert.deepEqual(
          read.map(({ id }) => id),
          expected,
          `SQL ${order}`,
        );
        const homes = await findVisibleHomes(world.db.reads, scopeOf(ada).actor);
        const indexed = await ticketIndex.listIds(world.db, { homes, ...listing, page });
        assert.deepEqual(indexed?.ids, expected, `index ${order}`);
      }
    });
});

test('the filter bar finds where a condition begins for every field and operator of the query language', () => {
  for (const [name, field] of filterFields)
    for (const operator of listOperators(field)) {
      const values = /in$/.test(operator) ? '(x)' : 'x';
      assert.equal(findCondition(`words ${name} ${operator} ${values}`), 6, `${name} ${operator}`);
    }
});
