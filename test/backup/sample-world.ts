import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { dynamicStatement } from '../../src/platform/db/index.ts';
import { sealNextEvents, verifyDatabase } from '../../src/sealed-history/index.ts';
import { isIndexBehind } from '../../src/search/index.ts';
import { indexNextTickets } from '../../src/search/indexing/index-tickets.ts';
import type { EngineName } from '../support/engines.ts';
import { formOf } from '../support/form.ts';
import { openWorld, type World } from '../support/world.ts';

export const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export const oddTitle = 'Ünïcode 🦊 "quoted" \\back\\slash, {array} \t tab';
export const attachedFiles = ['first file', '', 'x'.repeat(200_000)];

/** A world with rows in many tables: odd texts, numbers beyond 2^53, fractions, bytes, deleted rows, files and sealed secrets. */
export async function openSampleWorld(engine: EngineName): Promise<World> {
  const world = await openWorld(engine);
  const ada = await world.person('Ada', 'ADMIN');
  const project = (await ada.post('/api/projects', { name: 'Engine', key: 'ENG' })).body.data;
  const create = async (fields: object) => {
    const { status, body } = await ada.post('/api/tickets', { projectId: project.id, ...fields });
    assert.equal(status, 201, JSON.stringify(body));
    return body.data;
  };
  const hook = { url: 'http://127.0.0.1:9/hook', events: ['ticket.*'], secret: webhookSecret };
  assert.equal((await ada.post('/v1/webhooks', hook)).status, 201);
  const ticket = await create({ title: oddTitle, description: 'line\r\nbreak\u2028 NULL \\N {"a":1}' });
  const field = { name: 'Cost', type: 'number' };
  assert.equal((await ada.post(`/api/project/${project.id}/fields`, field)).status, 201);
  await create({ title: 'With a cost', fields: { Cost: 2.5 } });
  const template = { name: 'Report', ticket: { title: 'Weekly report', checklist: ['Numbers'] } };
  const { id: templateId } = (await ada.post(`/api/project/${project.id}/templates`, template)).body.data;
  const weekly = { name: 'Weekly', rule: 'FREQ=WEEKLY', startsAt: '2026-11-16T09:00', templateId };
  assert.equal((await ada.post(`/api/project/${project.id}/schedules`, weekly)).status, 201);
  await create({ template: templateId });
  const child = await create({ title: 'Backups of everything', parentId: ticket.id, priority: 'high' });
  const gone = await create({ title: 'Deleted' });
  await ada.delete(`/api/tickets/${gone.id}`);
  await ada.put(`/api/tickets/${child.id}/status`, { status: 'done' });
  await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'A comment for @Ada' });
  for (const content of attachedFiles) {
    const [body, headers] = formOf({ content });
    const answer = await ada.post(`/api/tickets/${ticket.id}/attachments`, body, headers);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
  }
  await world.db.transaction((tx) =>
    tx.run(
      dynamicStatement(
        "insert into ticket_counts (home_id, fact, word, tickets, created_at_sum) values ('large', 'status', 'todo', 6000, 9007199254740993)",
      ),
      {},
    ),
  );
  await indexAll(world);
  await sealAll(world);
  return world;
}

/** Other transactions on the PostgreSQL server can delay when an event settles. */
async function indexAll({ db }: World): Promise<void> {
  while (await isIndexBehind(db.reads)) if ((await indexNextTickets(db, 100)) === 0) await wait(10);
}

async function sealAll({ db, clock, context }: Pick<World, 'db' | 'clock' | 'context'>): Promise<void> {
  const sealing = { db, clock, box: context.secretBox };
  while ((await verifyDatabase(db.reads)).sealed === 0)
    if ((await sealNextEvents(sealing)) === 0) await wait(10);
}
