import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { statements } from '../../src/platform/db/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

/** Each statement costs every reader or writer of tickets time: a feature that is not in use adds none (bench/README.md). */
onEveryEngine('statements of a ticket without parts, in a project that uses no feature', (engine) => {
  let world: World;
  let ada: Person;
  let projectId: string;
  let ticketId: string;
  const create = () => ada.post('/api/tickets', { title: 'Measured', description: 'As written', projectId });

  before(async () => {
    world = await openWorld(engine);
    ada = await world.person('Ada');
    projectId = (await ada.post('/api/projects', { name: 'Measured', key: 'HOT' })).body.data.id;
    ticketId = (await create()).body.data.id;
  });
  after(() => world.close());

  test('a ticket by id is read with one statement after that of the session', async () => {
    const ran = await record(() => ada.get(`/api/tickets/${ticketId}`));
    assert.deepEqual(ran, ['select sessions', 'select tickets']);
  });

  test('a page of tickets is read with two statements after that of the session', async () => {
    const ran = await record(() => ada.get('/api/tickets'));
    assert.deepEqual(ran, ['select sessions', 'select project_members', 'select tickets']);
  });

  test('a new ticket takes nine statements after that of the session', async () => {
    assert.deepEqual((await record(create)).sort(), [
      'insert events',
      'insert ticket_count_changes',
      'insert ticket_moves',
      'insert ticket_title_words',
      'insert tickets',
      'select instance_facts',
      'select projects',
      'select sessions',
      'select ticket_title_words',
      'update ticket_homes',
    ]);
  });
});

/** The verb and the first table of each statement that ran. */
async function record(request: () => Promise<unknown>): Promise<string[]> {
  const ran: string[] = [];
  const unsubscribe = statements.subscribe(({ statement }) => {
    const [, verb] = /^\s*(select|insert|update|delete)\b/.exec(statement) ?? [];
    const [, table] = /\b(?:from|into|update)\s+\(*(?:select .*?from\s+\(*)*(\w+)/s.exec(statement) ?? [];
    if (verb) ran.push(`${verb} ${table}`);
  });
  try {
    await request();
  } finally {
    unsubscribe();
  }
  return ran;
}
