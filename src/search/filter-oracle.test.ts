import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { dayMs } from '../platform/clock.ts';
import type { SortValues } from '../platform/paging.ts';
import { findVisibleHomes, listTickets, parseSavedQuery, ticketPriorities } from '../tickets/index.ts';
import type { Actor, Scope } from '../users/index.ts';
import { indexNextTickets } from './indexing/index-tickets.ts';
import { listIdsByIndex } from './query/list-by-index.ts';
import { ticketIndex, ticketPageInput } from './query/ticket-index.ts';

/** A ticket as the API returns it. */
interface Row {
  id: string;
  key?: string;
  projectId?: string;
  workspaceId: string;
  text: string;
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
  isBlocked: boolean;
  fields?: Record<string, unknown>;
}

/** A field of a project as the API returns it. */
interface OwnField {
  id: string;
  options: { id: string }[];
}

/** A filter as text, and what it means for one ticket and one caller. */
interface Expression {
  text: string;
  matches: (row: Row, me: Person) => boolean;
  /** How strongly its outermost operator binds. */
  binding: 'or' | 'and' | 'not' | 'condition';
}

type Operator = '=' | '!=' | '<' | '<=' | '>' | '>=';

const bindings = ['or', 'and', 'not', 'condition'];
const enclosed = (part: Expression, within: Expression['binding']) =>
  bindings.indexOf(part.binding) < bindings.indexOf(within) ? `(${part.text})` : part.text;

const combined = (word: 'and' | 'or', parts: Expression[]): Expression => ({
  text: parts.map((part) => enclosed(part, word)).join(` ${word} `),
  matches: (row, me) =>
    word === 'and'
      ? parts.every((part) => part.matches(row, me))
      : parts.some((part) => part.matches(row, me)),
  binding: word,
});
const negated = (part: Expression): Expression => ({
  text: `not ${enclosed(part, 'not')}`,
  matches: (row, me) => !part.matches(row, me),
  binding: 'not',
});

const conditions = (text: string, matches: Expression['matches']): Expression => ({
  text,
  matches,
  binding: 'condition',
});

/** A field with one or several values, in all four forms of equality. */
function equality(
  field: string,
  choices: Record<string, (row: Row, me: Person) => boolean>,
): fc.Arbitrary<Expression> {
  return fc
    .record({
      values: fc.subarray(Object.keys(choices), { minLength: 1 }),
      isNegated: fc.boolean(),
      isList: fc.boolean(),
    })
    .map(({ values, isNegated, isList }) => {
      const used = isList ? values : values.slice(0, 1);
      const operator = isList ? (isNegated ? 'NOT IN' : 'in') : isNegated ? '!=' : '=';
      const text = `${field} ${operator} ${isList ? `(${used.join(', ')})` : used[0]}`;
      return conditions(text, (row, me) => used.some((value) => choices[value]?.(row, me)) !== isNegated);
    });
}

const compare: Record<Operator, (key: number, from: number, before: number) => boolean> = {
  '=': (key, from, before) => key >= from && key < before,
  '!=': (key, from, before) => !(key >= from && key < before),
  '<': (key, from) => key < from,
  '<=': (key, _, before) => key < before,
  '>': (key, _, before) => key >= before,
  '>=': (key, from) => key >= from,
};
const anyOperator = fc.constantFrom(...(Object.keys(compare) as Operator[]));
const ticketsCount = 40;

onEveryEngine('the query language against a check of every ticket', (engine) => {
  let world: World;
  let ada: Person;
  let bob: Person;
  let rows: Row[];
  let projects: Record<'ONE' | 'TWO', string>;
  let labels: string[];
  let groups: string[];
  let milestone: string;
  let workspaceId: string;
  let own: Record<'customer' | 'cost' | 'start' | 'team' | 'areas' | 'tester' | 'billable', OwnField>;
  let otherCost: OwnField;
  const ids: string[] = [];

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    bob = await world.person('Bob');
    workspaceId = await world.sharedWorkspace(ada.id, []);
    const project = async (key: string): Promise<string> =>
      (await ada.post('/api/projects', { name: `Project ${key}`, key, workspaceId })).body.data.id;
    projects = { ONE: await project('ONE'), TWO: await project('TWO') };
    await ada.post('/api/project/ONE/members', { userId: bob.id });
    labels = [await world.label(workspaceId, 'wontfix'), await world.label(workspaceId, 'two words')];
    groups = [await world.group(projects.ONE, 'Sprint 7')];
    const ofMilestone = { name: 'Big day', kind: 'milestone', projectId: projects.ONE };
    milestone = (await ada.post('/api/groups', ofMilestone)).body.data.id;
    const field = async (name: string, type: string, options?: { name: string }[]): Promise<OwnField> =>
      (await ada.post('/api/project/ONE/fields', { name, type, options })).body.data;
    own = {
      customer: await field('Customer', 'text'),
      cost: await field('Cost of it', 'number'),
      start: await field('Start', 'date'),
      team: await field('Team', 'select', [{ name: 'Blue' }, { name: 'Two words' }]),
      areas: await field('Areas', 'multi_select', [{ name: 'API' }, { name: 'Web' }]),
      tester: await field('Tester', 'person'),
      billable: await field('Billable', 'checkbox'),
    };
    // A field of the same name in another project, of another type.
    otherCost = (await ada.post('/api/project/TWO/fields', { name: 'cost OF it', type: 'text' })).body.data;
    for (let i = 0; i < ticketsCount; i++) await makeTicket(i);
    while ((await indexNextTickets(world.db, 11)) > 0);
    // What changes from here on is not indexed.
    for (let i = 0; i < ticketsCount; i += 7) await changeTicket(i);
    await makeTicket(ticketsCount);
    rows = await readRows();
  });
  after(() => world.close());

  async function makeTicket(i: number): Promise<void> {
    world.clock.advance(dayMs / 4);
    const { body } = await ada.post('/api/tickets', {
      title: i % 3 ? 'Login page' : 'Invoice',
      description: i % 4 ? 'shows the rate' : 'login fails',
      ...(i % 5 === 4 ? { workspaceId } : { projectId: i % 2 ? 'ONE' : 'TWO' }),
      status: ['backlog', 'todo', 'done', 'in_progress'][i % 4],
      priority: ticketPriorities[i % 5],
      type: i % 3 ? 'TASK' : 'BUG',
      ...(i % 6 === 0 && { assigneeId: ada.id }),
      ...(i % 7 < 3 && { labelIds: [labels[i % 2]] }),
      ...(i % 2 === 1 && i % 5 !== 4 && i % 3 === 0 && { groupId: groups[0] }),
      ...(i % 2 === 1 && i % 5 !== 4 && i % 4 === 1 && { milestoneId: milestone }),
      ...(i > 4 && i % 5 === 1 && { parentId: ids[0] }),
      ...(i % 5 !== 4 && { fields: fieldsOf(i) }),
      ...(i % 4 > 0 && { estimate: [0, 0.25, 1, 3, 8][i % 5] }),
      ...(i % 3 > 0 && { dueDate: new Date(world.clock.now() + (i % 9) * dayMs).toISOString() }),
    });
    assert.ok(body.data, JSON.stringify(body));
    ids.push(body.data.id);
    if (i % 8 === 0) await ada.put(`/api/tickets/${body.data.id}/assignee`, { assigneeId: bob.id });
    if (i % 9 === 8)
      await ada.post(`/api/tickets/${ids[i - 1]}/relations`, { kind: 'blocks', ticketId: ids[i] });
  }

  const fieldsOf = (i: number) =>
    i % 2 === 0
      ? { 'cost of it': ['10', 'cheap'][i % 4 === 0 ? 0 : 1] }
      : {
          ...(i % 3 > 0 && { Customer: i % 4 === 1 ? 'ACME' : 'Init "ech"' }),
          ...(i % 7 > 1 && { 'Cost of it': [10, -2.5, 1e6][i % 3] }),
          ...(i % 3 !== 1 && {
            Start: new Date(world.clock.now() + ((i % 5) - 2) * dayMs).toISOString().slice(0, 10),
          }),
          ...(i % 9 > 3 && { Team: i % 4 === 1 ? 'Blue' : 'two words' }),
          ...(i % 6 > 1 && { Areas: i % 4 === 1 ? ['API', 'Web'] : ['Web'] }),
          ...(i % 11 > 4 && { Tester: i % 4 === 1 ? ada.id : bob.id }),
          ...(i % 5 > 1 && { Billable: i % 4 === 1 }),
        };

  const changeTicket = (i: number) =>
    ada.put(`/api/tickets/${ids[i]}`, {
      ...(i % 2 === 1 && i % 5 !== 4 && { fields: { Customer: 'acme', Team: null, 'Cost of it': 7 } }),
      status: 'todo',
      priority: 'high',
      title: 'Invoice login',
      dueDate: null,
      estimate: i % 2 ? null : 5,
    });

  async function readRows(): Promise<Row[]> {
    const found: Row[] = [];
    for (const id of ids) {
      const { data } = (await ada.get(`/api/tickets/${id}`)).body;
      const blocker = ids.indexOf(id) % 9 === 8 ? ids[ids.indexOf(id) - 1] : undefined;
      const status = blocker && (await ada.get(`/api/tickets/${blocker}`)).body.data.status;
      const text = `${data.key ?? ''} ${data.title} ${data.description}`.toLowerCase();
      found.push({ ...data, text, isBlocked: Boolean(status) && status !== 'done' });
    }
    return found;
  }

  const isOpen = ({ status }: Row) => status !== 'done' && status !== 'cancelled';
  const day = (at: number) => Math.floor(at / dayMs) * dayMs;

  function dates(
    field: string,
    keyOf: (row: Row) => number | undefined,
    { hasMoments } = { hasMoments: true },
  ): fc.Arbitrary<Expression> {
    const now = world.clock.now();
    const distance = fc.integer({ min: -12, max: 12 });
    const days = fc.oneof(
      distance.map((days) => ({ text: `${days}d`, from: day(now) + days * dayMs, length: dayMs })),
      distance.map((days) => {
        const from = day(now) + days * dayMs;
        return { text: new Date(from).toISOString().slice(0, 10), from, length: dayMs };
      }),
      fc.constant({ text: 'today', from: day(now), length: dayMs }),
    );
    const moments = fc.oneof(
      distance.map((hours) => ({ text: `${hours}h`, from: now + (hours * dayMs) / 24, length: 1 })),
      distance.map((days) => ({
        text: new Date(now + days * dayMs).toISOString(),
        from: now + days * dayMs,
        length: 1,
      })),
    );
    const value = hasMoments ? fc.oneof(days, moments) : days;
    return fc.tuple(anyOperator, value).map(([operator, { text, from, length }]) =>
      conditions(`${field} ${operator} ${text}`, (row) => {
        const key = keyOf(row);
        return key === undefined ? operator === '!=' : compare[operator](key, from, from + length);
      }),
    );
  }

  const fieldValue = ({ fields }: Row, { id }: OwnField) => fields?.[id];
  const hasOption = (field: OwnField, index: number) => (row: Row) =>
    [fieldValue(row, field)].flat().includes(field.options[index]?.id);

  /** Conditions on own fields. */
  function anyOwnCondition(): fc.Arbitrary<Expression> {
    const text = (field: OwnField, value: string) => (row: Row) =>
      String(fieldValue(row, field) ?? '').toLowerCase() === value;
    const absent = (field: OwnField) => (row: Row) => fieldValue(row, field) === undefined;
    const dayOfStart = (row: Row) => {
      const start = fieldValue(row, own.start);
      return typeof start === 'string' ? Date.parse(start) : undefined;
    };
    return fc.oneof(
      equality('field.Customer', {
        acme: text(own.customer, 'acme'),
        '"INIT \\"ech\\""': text(own.customer, 'init "ech"'),
        none: absent(own.customer),
      }),
      fc
        .tuple(
          fc.constantFrom(['field.Customer', own.customer], ['field."cost of it"', otherCost] as const),
          fc.constantFrom('~', '!~'),
          fc.constantFrom(['ac'], ['init'], ['ECH', '"'], ['1'], ['cheap'], ['none such']),
        )
        .map(([[name, field], operator, words]) =>
          conditions(`${name} ${operator} ${JSON.stringify(words.join(' '))}`, (row) => {
            const value = String(fieldValue(row, field as OwnField) ?? '').toLowerCase();
            const all = words
              .join(' ')
              .split(' ')
              .every((word) => value.includes(word.toLowerCase()));
            return all === (operator === '~');
          }),
        ),
      equality('field.team', {
        blue: hasOption(own.team, 0),
        '"Two Words"': hasOption(own.team, 1),
        none: absent(own.team),
      }),
      equality('FIELD."areas"', {
        api: hasOption(own.areas, 0),
        Web: hasOption(own.areas, 1),
        none: absent(own.areas),
      }),
      equality('field.Tester', {
        me: (row, me) => fieldValue(row, own.tester) === me.id,
        Bob: (row) => fieldValue(row, own.tester) === bob.id,
        none: absent(own.tester),
      }),
      equality('field.Billable', {
        true: (row) => fieldValue(row, own.billable) === true,
        no: (row) => fieldValue(row, own.billable) === false,
        none: absent(own.billable),
      }),
      fc.tuple(anyOperator, fc.constantFrom(10, -2.5, 7, 3)).map(([operator, value]) =>
        conditions(`field."Cost of it" ${operator} ${value}`, (row) => {
          const cost = fieldValue(row, own.cost);
          const isText = fieldValue(row, otherCost) === String(value);
          if (operator === '=' || operator === '!=') return (cost === value || isText) === (operator === '=');
          return (
            typeof cost === 'number' &&
            { '<': cost < value, '<=': cost <= value, '>': cost > value, '>=': cost >= value }[operator]
          );
        }),
      ),
      dates('field.Start', dayOfStart, { hasMoments: false }),
    );
  }

  function anyCondition(): fc.Arbitrary<Expression> {
    const is = (field: keyof Row, value: string) => (row: Row) => row[field] === value;
    const hasLabel = (id: string | undefined) => (row: Row) => row.labels.some((label) => label.id === id);
    const has = (word: string) => (row: Row) => row.text.includes(word);
    const texts = ['login', 'RATE', 'invoice login', 'on', 'two-'];
    const parentKey = rows[0]?.key as string;
    return fc.oneof(
      equality('status', {
        todo: is('status', 'todo'),
        DONE: is('status', 'done'),
        backlog: is('status', 'backlog'),
      }),
      equality('type', { bug: is('type', 'BUG'), TASK: is('type', 'TASK') }),
      equality('assignee', {
        me: ({ assigneeId }, me) => assigneeId === me.id,
        none: ({ assigneeId }) => assigneeId === undefined,
        bob: is('assigneeId', bob.id),
        [ada.email]: is('assigneeId', ada.id),
      }),
      equality('reporter', {
        me: ({ reporterId }, me) => reporterId === me.id,
        '"Ada"': is('reporterId', ada.id),
      }),
      equality('label', {
        wontfix: hasLabel(labels[0]),
        '"Two Words"': hasLabel(labels[1]),
        none: (row) => row.labels.length === 0,
      }),
      equality('group', {
        '"sprint 7"': is('groupId', groups[0] as string),
        none: ({ groupId }) => groupId === undefined,
      }),
      equality('milestone', {
        '"big day"': is('milestoneId', milestone),
        none: ({ milestoneId }) => milestoneId === undefined,
      }),
      equality('project', {
        one: is('projectId', projects.ONE),
        [projects.TWO]: is('projectId', projects.TWO),
        none: ({ projectId }) => projectId === undefined,
      }),
      equality('parent', {
        [parentKey]: is('parentId', ids[0] as string),
        none: ({ parentId }) => parentId === undefined,
      }),
      fc.tuple(anyOperator, fc.constantFrom(...ticketPriorities)).map(([operator, value]) => {
        const rank = ticketPriorities.indexOf(value);
        return conditions(`priority ${operator} ${value}`, ({ priority }) =>
          compare[operator](ticketPriorities.indexOf(priority as typeof value), rank, rank + 1),
        );
      }),
      fc
        .tuple(anyOperator, fc.constantFrom(0, 0.25, 1, 2.5, 5, 8))
        .map(([operator, value]) =>
          conditions(`estimate ${operator} ${value}`, ({ estimate }) =>
            estimate === undefined ? operator === '!=' : compare[operator](estimate, value, value + 0.01),
          ),
        ),
      dates('due', ({ dueDate }) => (dueDate ? Date.parse(dueDate) : undefined)),
      dates('created', ({ createdAt }) => Date.parse(createdAt)),
      dates('Updated', ({ updatedAt }) => Date.parse(updatedAt)),
      fc.constantFrom(
        conditions('due = none', ({ dueDate }) => dueDate === undefined),
        conditions('due != none', ({ dueDate }) => dueDate !== undefined),
        conditions('estimate = none', ({ estimate }) => estimate === undefined),
        conditions('estimate != none', ({ estimate }) => estimate !== undefined),
        conditions('ready', (row) => isOpen(row) && !row.isBlocked),
        conditions(
          'overdue',
          (row) => isOpen(row) && row.dueDate !== undefined && Date.parse(row.dueDate) < world.clock.now(),
        ),
      ),
      fc.tuple(fc.constantFrom(...texts), fc.boolean()).map(([words, isNegated]) =>
        conditions(
          `text ${isNegated ? '!~' : '~'} "${words}"`,
          (row) =>
            words
              .toLowerCase()
              .split(' ')
              .every((word) => has(word)(row)) !== isNegated,
        ),
      ),
    );
  }

  const expressions = () =>
    fc.letrec<{ node: Expression }>((tie) => ({
      node: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        anyCondition(),
        anyOwnCondition(),
        fc
          .tuple(
            fc.constantFrom('and' as const, 'or' as const),
            fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
          )
          .map(([word, parts]) => combined(word, parts)),
        tie('node').map(negated),
      ),
    })).node;

  /** The use cases here only read. */
  const scopeOf = ({ id }: Person): Scope => ({
    actor: { userId: id } as Actor,
    db: world.db,
    clock: world.clock,
    acceptedVersions: undefined,
    write: () => assert.fail('nothing is written'),
  });
  const isVisible = (row: Row, { id }: Person) =>
    id === ada.id || row.projectId === projects.ONE || row.assigneeId === id;

  async function assertSame(person: Person, expression: Expression, order: 'asc' | 'desc', limit: number) {
    const scope = scopeOf(person);
    const matching = rows.filter((row) => isVisible(row, person) && expression.matches(row, person));
    const expected = matching.map(({ id }) => id);
    if (order === 'desc') expected.reverse();
    const listing = await parseSavedQuery(scope, { filter: expression.text, sort: 'createdAt', order });
    const { rows: read, total } = await listTickets(scope, listing, { page: 1, limit: 100, offset: 0 });
    assert.deepEqual(
      [total, read.map(({ id }) => id)],
      [expected.length, expected],
      `SQL: ${expression.text}`,
    );
    const homes = await findVisibleHomes(world.db.reads, scope.actor);
    const indexed: string[] = [];
    let after: SortValues | undefined;
    do {
      const page = { page: 1, offset: 0, limit, ...(after && { after }) };
      const answer = await listIdsByIndex.run(world.db, ticketPageInput({ homes, ...listing, page }));
      assert.equal(answer?.total, expected.length, `total of ${expression.text}`);
      indexed.push(...answer.ids);
      after = answer.next;
    } while (after);
    assert.deepEqual(indexed, expected, `index: ${expression.text}`);
    const counted = await ticketIndex.countByFacets(world.db, { homes, filter: listing.filter }, ['status']);
    assert.equal(counted?.total, expected.length);
  }

  for (const state of ['behind', 'up to date'] as const) {
    test(`a filter selects the tickets that meet it, with an index that is ${state}`, async () => {
      if (state === 'up to date') while ((await indexNextTickets(world.db, 11)) > 0);
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(ada, bob),
          expressions(),
          fc.constantFrom('asc' as const, 'desc' as const),
          fc.integer({ min: 5, max: 50 }),
          assertSame,
        ),
        { numRuns: 40, seed: 17 },
      );
    });
  }
});
