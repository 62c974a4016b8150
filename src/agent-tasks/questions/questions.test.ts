import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import type { EventCursor } from '../../events/index.ts';
import { taskCursor } from '../starting/follow-store.ts';
import { followTickets } from '../starting/follow-tickets.ts';
import { parseForm, parseValues, valuesOfText } from './question-form.ts';

const formOf = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const problemsOf = (work: () => unknown) => {
  try {
    work();
    return [];
  } catch (error) {
    return Object.keys((error as { details?: object }).details ?? {});
  }
};

test('a form is flat: everything else is refused with its path', () => {
  const cases: [unknown, string][] = [
    ['text', 'form'],
    [[], 'form'],
    [{ type: 'array', items: {} }, 'form.type'],
    [formOf({}), 'form.properties'],
    [formOf({ a: { type: 'object', properties: {} } }), 'form.properties.a.type'],
    [formOf({ a: { type: 'array', items: { type: 'string' } } }), 'form.properties.a.type'],
    [formOf({ a: { type: ['string', 'null'] } }), 'form.properties.a.type'],
    [formOf({ a: { type: 'string', pattern: '(a+)+$' } }), 'form.properties.a.pattern'],
    [formOf({ a: { type: 'string', $ref: '#/x' } }), 'form.properties.a.$ref'],
    [formOf({ a: { type: 'string', format: 'regex' } }), 'form.properties.a.format'],
    [formOf({ a: { type: 'string', minLength: 5, maxLength: 2 } }), 'form.properties.a.maxLength'],
    [formOf({ a: { type: 'string', minLength: -1 } }), 'form.properties.a.minLength'],
    [formOf({ a: { type: 'string', enum: ['x', 'x'] } }), 'form.properties.a.enum'],
    [formOf({ a: { type: 'string', enum: [] } }), 'form.properties.a.enum'],
    [formOf({ a: { type: 'string', enum: ['x'], enumNames: ['X', 'Y'] } }), 'form.properties.a.enumNames'],
    [
      formOf({ a: { type: 'string', oneOf: [{ const: 'x', title: 'X', if: 1 }] } }),
      'form.properties.a.oneOf',
    ],
    [formOf({ a: { type: 'number', enum: [1, 2] } }), 'form.properties.a.enum'],
    [formOf({ a: { type: 'boolean', default: 'yes' } }), 'form.properties.a.default'],
    [formOf({ a: { type: 'integer', default: 1.5 } }), 'form.properties.a.default'],
    [formOf({ a: true }), 'form.properties.a'],
    [formOf({ '': { type: 'string' } }), 'form.properties.'],
    [
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}'),
      'form.properties.__proto__',
    ],
    [formOf({ a: { type: 'string' } }, { required: ['b'] }), 'form.required'],
    [formOf({ a: { type: 'string' } }, { additionalProperties: true }), 'form.additionalProperties'],
    [formOf({ a: { type: 'string' } }, { allOf: [] }), 'form.allOf'],
    [
      formOf(Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`f${index}`, { type: 'string' }]))),
      'form.properties',
    ],
    [formOf({ a: { type: 'string', description: 'x'.repeat(20_000) } }), 'form'],
  ];
  for (const [form, path] of cases)
    assert.ok(
      problemsOf(() => parseForm(form)).includes(path),
      `${JSON.stringify(form).slice(0, 100)} → ${path}`,
    );
});

const everything = parseForm({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  ...formOf(
    {
      branch: {
        type: 'string',
        title: 'Branch',
        oneOf: [
          { const: 'main', title: 'Main' },
          { const: 'next', title: 'Next' },
        ],
      },
      note: { type: 'string', minLength: 2, maxLength: 5 },
      mail: { type: 'string', format: 'email' },
      page: { type: 'string', format: 'uri' },
      day: { type: 'string', format: 'date' },
      at: { type: 'string', format: 'date-time' },
      ratio: { type: 'number', minimum: 0, maximum: 1 },
      count: { type: 'integer', minimum: 1 },
      sure: { type: 'boolean' },
    },
    { required: ['branch', 'sure'], additionalProperties: false },
  ),
});

test('values are checked against the form, and problems name the field', () => {
  const good = {
    ...{ branch: 'main', note: 'Hi', mail: 'a@b.org', page: 'https://x.org', day: '2026-02-28' },
    ...{ at: '2026-02-28T10:00:00Z', ratio: 0.5, count: 2, sure: false },
  };
  assert.deepEqual(parseValues(everything, good), good);
  assert.deepEqual(parseValues(everything, { branch: 'next', sure: true, note: '', mail: null }), {
    branch: 'next',
    sure: true,
  });
  for (const [name, value] of Object.entries({
    ...{ branch: 'Main', note: 'x', mail: 'nobody', page: 'no url', day: '2026-02-30', at: 'now' },
    ...{ ratio: 1.1, count: 1.5, sure: 'yes', other: 1 },
  }))
    assert.deepEqual(
      problemsOf(() => parseValues(everything, { ...good, [name]: value })),
      [`values.${name}`],
    );
  for (const [name, value] of Object.entries({ note: 5, ratio: '1', count: Number.NaN, branch: ['main'] }))
    assert.deepEqual(
      problemsOf(() => parseValues(everything, { ...good, [name]: value })),
      [`values.${name}`],
    );
  assert.deepEqual(problemsOf(() => parseValues(everything, {})).sort(), ['values.branch', 'values.sure']);
});

test('a text answers a form with one field of text only, by one of its choices', () => {
  const choice = parseForm(
    formOf({ a: { type: 'string', enum: ['yes', 'no'], enumNames: ['Yes, do it', 'No'] } }),
  );
  assert.deepEqual(valuesOfText(choice, ' yes, DO it '), { a: 'yes' });
  assert.deepEqual(valuesOfText(choice, 'NO'), { a: 'no' });
  assert.equal(valuesOfText(choice, 'Maybe'), undefined);
  assert.deepEqual(valuesOfText(parseForm(formOf({ a: { type: 'string' } })), 'Words'), { a: 'Words' });
  assert.equal(
    valuesOfText(parseForm(formOf({ a: { type: 'string', format: 'email' } })), 'Words'),
    undefined,
  );
  assert.equal(valuesOfText(parseForm(formOf({ a: { type: 'number' } })), '5'), undefined);
  assert.equal(valuesOfText(everything, 'main'), undefined);
});

onEveryEngine('questions of agents', (engine) => {
  let world: World;
  let ada: Person;
  let projectId: string;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', AGENT_TASKS_PER_HOUR: '1000' });
    ada = await world.person('Ada');
    projectId = (await ada.post('/api/projects', { name: 'Work', key: 'ASK' })).body.data.id;
  });
  after(() => world.close());

  /** Follows until the newest event was read. Transactions of other tests on the server can keep it unsettled for a while. */
  const follow = async () => {
    const last = (await world.events()).at(-1)?.seq ?? 0;
    const settings = { now: world.clock.now(), tasksPerHourMax: 1_000 };
    let position: EventCursor | undefined;
    for (;;) {
      position = (await followTickets(world.db, settings, position)) ?? position;
      const stored = await taskCursor.find(world.db.reads);
      if (Math.max(position?.seq ?? 0, stored.seq) >= last) return;
      await nextTurn();
    }
  };
  const start = async () => {
    const ticket = (await ada.post('/api/tickets', { title: 'T', projectId })).body.data;
    await ada.post('/v1/agent-tasks', { ticketId: ticket.id, title: 'T', instructions: '' });
    const { data } = (await ada.post('/v1/agent-tasks/claim', { workerId: 'w', projectId })).body;
    return { ...data, ticket };
  };
  const ask = async (more: object) => {
    const task = await start();
    const asked = await ada.post(`/v1/agent-tasks/${task.id}/ask`, { epoch: 1, question: 'Well?', ...more });
    return { ...task, asked };
  };
  const answer = ({ id }: { id: string }, body: object) => ada.post(`/v1/agent-tasks/${id}/answer`, body);
  const finish = async ({ id }: { id: string }) => ada.post(`/v1/agent-tasks/${id}/cancel`);
  const form = formOf(
    {
      branch: { type: 'string', title: 'Branch', enum: ['main', 'next'] },
      deploy: { type: 'boolean', title: 'Deploy' },
    },
    { required: ['branch'] },
  );

  test('values of a form are typed in the task and readable in its activities', async () => {
    const task = await ask({ form });
    assert.deepEqual([task.asked.body.data.questionKind, task.asked.body.data.form], ['question', form]);
    for (const [body, field] of [
      [{ values: { branch: 'other' } }, 'values.branch'],
      [{ values: {} }, 'values.branch'],
      [{ values: { branch: 'main', constructor: 1 } }, 'values.constructor'],
      [{ answer: 'main' }, 'answer'],
      [{ approve: true }, 'approve'],
      [{}, 'answer'],
      [{ answer: 'main', values: { branch: 'main' } }, 'answer'],
    ] as [object, string][]) {
      const refused = await answer(task, body);
      assert.deepEqual(
        [body, refused.status, Object.keys(refused.body.error?.details ?? {})],
        [body, 400, [field]],
      );
    }
    const { state, activities } = (await answer(task, { values: { branch: 'next', deploy: false } })).body
      .data;
    assert.deepEqual([state, activities.at(-1).content], ['queued', 'Branch: next\nDeploy: no']);
    const { data } = (await ada.post('/v1/agent-tasks/claim', { workerId: 'w', projectId })).body;
    assert.deepEqual(
      [data.id, data.answer, data.form],
      [task.id, { values: { branch: 'next', deploy: false } }, undefined],
    );
    await finish(task);
  });

  test('a form that is refused leaves the task with its worker', async () => {
    const task = await ask({ form: formOf({ a: { type: 'object' } }) });
    assert.deepEqual(
      [task.asked.status, Object.keys(task.asked.body.error.details)],
      [400, ['form.properties.a.type']],
    );
    assert.equal((await ada.post(`/v1/agent-tasks/${task.id}/heartbeat`, { epoch: 1 })).status, 200);
    const stale = await ada.post(`/v1/agent-tasks/${task.id}/ask`, {
      epoch: 0,
      question: 'x',
      form: { type: 'array' },
    });
    assert.equal(stale.status, 409);
    await finish(task);
  });

  test('an approval is answered by a decision alone, never by words or a comment', async () => {
    const task = await ask({ kind: 'approval' });
    assert.equal((await answer(task, { answer: 'Yes' })).status, 400);
    await ada.post(`/api/tickets/${task.ticket.id}/comments`, { content: 'Approved' });
    await follow();
    assert.equal((await ada.get(`/v1/agent-tasks/${task.id}`)).body.data.state, 'waiting_for_user');
    const { data } = (await answer(task, { approve: false, reason: 'Too risky' })).body;
    assert.deepEqual(
      [data.answer, data.activities.at(-1).content],
      [{ approve: false, reason: 'Too risky' }, 'Rejected: Too risky'],
    );
    await finish(task);
  });

  test('a decision about a ticket that changed since is refused until the person names its version', async () => {
    const task = await ask({ kind: 'approval', subject: { type: 'ticket' } });
    const asked = task.asked.body.data.subject;
    assert.equal(asked.id, task.ticket.id);
    await ada.put(`/api/tickets/${task.ticket.id}`, { title: 'Other' });
    const refused = await answer(task, { approve: true });
    assert.equal(refused.status, 409);
    const current = Number(refused.body.error.details.version[0]);
    assert.ok(current > asked.version);
    assert.equal((await answer(task, { approve: true, version: asked.version })).status, 409);
    const { data } = (await answer(task, { approve: true, version: current })).body;
    assert.deepEqual(data.answer, { approve: true, version: current });
    await finish(task);
  });

  test('a subject is strict: it identifies something, or is the ticket of the task', async () => {
    for (const [more, field] of [
      [{ kind: 'approval', subject: { type: 'commit' } }, 'subject'],
      [{ kind: 'approval', subject: { type: 'ticket', id: 'other' } }, 'subject'],
      [{ kind: 'approval', subject: { type: 'mood', text: 'x' } }, 'subject'],
      [{ kind: 'approval', subject: { type: 'commit', sha: 'main' } }, 'subject'],
      [{ kind: 'approval', subject: { type: 'pull_request', url: 'javascript:alert(1)' } }, 'subject'],
      [{ subject: { type: 'text', text: 'x' } }, 'subject'],
      [{ kind: 'approval', form }, 'form'],
      [{ kind: 'mood' }, 'kind'],
    ] as const) {
      const task = await ask(more);
      assert.deepEqual(
        [more, task.asked.status, Object.keys(task.asked.body.error?.details ?? {})],
        [more, 400, [field]],
      );
      await finish(task);
    }
    const task = await ask({ kind: 'approval', subject: { type: 'commit', sha: '1a2b3c4' } });
    assert.equal((await answer(task, { approve: true, version: 'ffffff0' })).status, 409);
    assert.deepEqual((await answer(task, { approve: true })).body.data.answer, {
      approve: true,
      version: '1a2b3c4',
    });
    await finish(task);
  });

  test('a comment answers words and one choice; another comment leaves the question open', async () => {
    const task = await ask({ form: formOf({ branch: { type: 'string', enum: ['main', 'next'] } }) });
    const say = async (content: string) => {
      await ada.post(`/api/tickets/${task.ticket.id}/comments`, { content });
      await follow();
      return (await ada.get(`/v1/agent-tasks/${task.id}`)).body.data;
    };
    assert.equal((await say('I will look.')).state, 'waiting_for_user');
    const { state, answer: given } = await say('Main');
    assert.deepEqual([state, given], ['queued', { values: { branch: 'main' } }]);
    await finish(task);
  });
});
