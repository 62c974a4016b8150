import assert from 'node:assert/strict';
import { test } from 'node:test';
import { projectOne } from '../support/model-server.ts';
import { settle, Tab, testVerbs } from '../support/world.ts';
import type { ViewQuery } from '../types.ts';

const query: ViewQuery = { project: projectOne, sort: 'title', order: 'asc' };

/** A page that shows four tickets, is saved and loaded anew. Its first screen has two of them. */
async function reloadedTab(): Promise<Tab> {
  const tab = await savedTab();
  tab.reload();
  return tab;
}

async function savedTab(isBeginningEnough = true): Promise<Tab> {
  const tab = new Tab();
  for (const id of ['a', 'b', 'c', 'd']) tab.server.create(id, `Ticket ${id}`, projectOne);
  tab.replica.view(query).subscribe(() => {}, isBeginningEnough);
  await tab.finish();
  tab.save();
  return tab;
}

const shownIn = ({ replica }: Tab) => {
  const { ids, total, state } = replica.view(query).get();
  return { ids, total, state };
};
const all = { ids: ['a', 'b', 'c', 'd'], total: 4, state: 'ready' };

test('a page begins with what the last one showed, asks for nothing, and has all rows when they are read', async () => {
  const tab = await reloadedTab();
  assert.deepEqual(shownIn(tab), { ids: ['a', 'b'], total: 4, state: 'ready' });
  const { replica } = tab;
  const [before] = [replica.row('a'), assert.equal(replica.row('d'), undefined)];
  await settle();
  assert.equal(tab.steps.length, 0);
  tab.readRest();
  assert.deepEqual(shownIn(tab), all);
  // The same object, so that the row is not drawn again.
  assert.equal(replica.row('a'), before);
});

test('rows that are listened to are told when the rest is read', async () => {
  const tab = await reloadedTab();
  const told: string[] = [];
  tab.replica.onRow('d', () => told.push('d'));
  tab.readRest();
  assert.deepEqual([told, tab.replica.row('d')?.title], [['d'], 'Ticket d']);
});

test('a ticket is found by its key also if somebody asked before the rest was read', async () => {
  const tab = await reloadedTab();
  const key = tab.server.row('d')?.key ?? '';
  assert.equal(tab.replica.ticketId(key), undefined);
  tab.readRest();
  assert.equal(tab.replica.ticketId(key), 'd');
});

test('what a person changes and deletes before the rest is read stays, also in views that are opened then', async () => {
  const tab = await reloadedTab();
  const verbs = testVerbs(tab.replica);
  verbs.changeTickets(['a'], { title: 'Ticket z' });
  verbs.deleteTickets(['b']);
  assert.deepEqual(shownIn(tab), { ids: ['a'], total: 3, state: 'ready' });
  tab.readRest();
  assert.deepEqual(shownIn(tab).ids, ['c', 'd', 'a']);
  await tab.finish();
  assert.deepEqual(shownIn(tab), { ...all, ids: ['c', 'd', 'a'], total: 3 });
});

test('a ticket that the server has deleted does not return with the rest', async () => {
  const tab = await reloadedTab();
  testVerbs(tab.replica).deleteTickets(['b']);
  while (tab.steps.length > 0) {
    tab.step(0);
    await settle();
  }
  assert.equal(tab.replica.entries.length, 0);
  tab.readRest();
  assert.deepEqual(shownIn(tab).ids, ['a', 'c', 'd']);
});

test('nothing is drawn of a project that the person can no longer read', async () => {
  const tab = await savedTab();
  const screen = tab.replica.firstScreen();
  assert.ok(screen);
  const { boot } = tab.replica;
  const other = new Tab();
  other.replica.boot.projects.splice(0, boot.projects.length);
  assert.equal(other.replica.begin(screen), false);
  assert.equal(other.replica.row('a'), undefined);
});

test('a page keeps no first screen that depends on all tickets of a view, or while changes wait', async () => {
  const { replica } = await savedTab(false);
  assert.equal(replica.firstScreen(), undefined);
  const tab = await savedTab();
  assert.ok(tab.replica.firstScreen());
  testVerbs(tab.replica).changeTickets(['a'], { priority: 'high' });
  assert.equal(tab.replica.firstScreen(), undefined);
});
