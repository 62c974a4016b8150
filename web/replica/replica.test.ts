import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ben, projectOne, projectTwo } from './support/model-server.ts';
import { settle, Tab, testVerbs } from './support/world.ts';
import type { Notice } from './types.ts';

/** A world in which the project is loaded and holds the tickets `a`, `b` and `c`. */
async function loadedWorld(): Promise<Tab> {
  const world = new Tab();
  for (const id of ['a', 'b', 'c']) world.server.create(id, `Ticket ${id}`, projectOne);
  world.replica.view({ project: 'ONE' });
  await world.finish();
  return world;
}

describe('the replica', () => {
  test('a view has the tickets of a project after its load', async () => {
    const { replica } = await loadedWorld();
    const view = replica.view({ project: 'one', sort: 'title', order: 'asc' }).get();
    assert.deepEqual([view.ids, view.total, view.state, view.source], [['a', 'b', 'c'], 3, 'ready', 'here']);
  });

  test('a change shows at once in row and views, and is sent', async () => {
    const { replica, verbs, server, finish } = bound(await loadedWorld());
    const done = replica.view({ project: 'ONE', status: 'done' });
    verbs.changeTickets(['b'], { status: 'done' }, 'b is done');
    assert.equal(replica.row('b')?.status, 'done');
    assert.deepEqual(done.get().ids, ['b']);
    assert.equal(server.row('b')?.status, 'backlog');
    await finish();
    assert.equal(server.row('b')?.status, 'done');
    assert.deepEqual([replica.entries.length, replica.connection.waiting], [0, 0]);
  });

  test('a refused change goes back and keeps what others changed meanwhile', async () => {
    const { replica, verbs, server, finish, world } = bound(await loadedWorld());
    const notices: Notice[] = [];
    replica.on('notice', (notice) => notices.push(notice));
    verbs.changeTickets(['a'], { title: 'refused' }, 'Renamed');
    server.change('a', { priority: 'high' });
    while (world.deliver());
    assert.deepEqual([replica.row('a')?.title, replica.row('a')?.priority], ['refused', 'high']);
    await finish();
    assert.deepEqual([replica.row('a')?.title, replica.row('a')?.priority], ['Ticket a', 'high']);
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['done', 'refused'],
    );
  });

  test('undo takes back what nobody else changed since, in one step for many tickets', async () => {
    const { verbs, server, finish } = bound(await loadedWorld());
    verbs.changeTickets(['a', 'b'], { status: 'todo', priority: 'low' }, 'Two changed');
    await finish();
    server.change('a', { status: 'in_review' }, ben);
    await finish();
    assert.equal(verbs.undo(), 'Two changed');
    await finish();
    const of = (id: string) => [server.row(id)?.status, server.row(id)?.priority];
    assert.deepEqual(
      [of('a'), of('b')],
      [
        ['in_review', 'medium'],
        ['backlog', 'medium'],
      ],
    );
    verbs.redo();
    await finish();
    assert.deepEqual(of('b'), ['todo', 'low']);
  });

  test('changes that are made without a connection are sent when it is back, merged by ticket', async () => {
    const { replica, verbs, server, finish, world } = bound(await loadedWorld());
    world.isOnline = false;
    const id = verbs.createTicket({ title: 'New', projectId: 'ONE' });
    verbs.changeTickets([id], { status: 'todo' }, '');
    for (const status of ['todo', 'in_progress', 'in_review'] as const) {
      verbs.changeTickets(['a'], { status }, '');
    }
    await settle();
    world.step(0);
    await settle();
    assert.equal(replica.connection.state, 'offline');
    assert.equal(replica.row(id)?.title, 'New');
    assert.equal(server.row(id), undefined);
    await finish();
    assert.equal(server.row(id)?.status, 'todo');
    assert.equal(server.row('a')?.status, 'in_review');
    assert.match(String(replica.row(id)?.key), /^ONE-\d+$/);
    assert.equal(replica.connection.state, 'live');
  });

  test('a deleted ticket leaves at once and comes back by undo', async () => {
    const { replica, verbs, server, finish } = bound(await loadedWorld());
    verbs.deleteTickets(['c'], 'Deleted');
    assert.deepEqual(replica.view({ project: 'ONE', sort: 'title', order: 'asc' }).get().ids, ['a', 'b']);
    await finish();
    assert.equal(server.row('c'), undefined);
    verbs.undo();
    assert.equal(replica.row('c')?.title, 'Ticket c');
    await finish();
    assert.equal(server.row('c')?.title, 'Ticket c');
  });

  test('several verbs in one step are told once and undone at once', async () => {
    const { replica, verbs, finish } = bound(await loadedWorld());
    const notices: Notice[] = [];
    replica.on('notice', (notice) => notices.push(notice));
    const board = replica.view({ project: 'ONE', sort: 'rank', order: 'asc' });
    replica.verbs.inOneStep('Two moved', () => {
      replica.verbs.placeTicket('b', { before: 'a', status: 'todo' }, 'Two moved');
      replica.verbs.placeTicket('c', { after: 'b', status: 'todo' }, 'Two moved');
    });
    assert.deepEqual(board.get().ids, ['b', 'c', 'a']);
    await finish();
    assert.deepEqual(
      notices.map(({ kind }) => kind),
      ['done'],
    );
    assert.equal(verbs.undo(), 'Two moved');
    await finish();
    assert.deepEqual(board.get().ids, ['a', 'b', 'c']);
    assert.equal(verbs.undo(), undefined);
  });

  test('a placed ticket lies where it was dropped, before and after the answer', async () => {
    const { replica, verbs, finish } = bound(await loadedWorld());
    const board = replica.view({ project: 'ONE', sort: 'rank', order: 'asc' });
    verbs.placeTicket('c', { before: 'a' });
    assert.deepEqual(board.get().ids, ['c', 'a', 'b']);
    verbs.placeTicket('a', { after: 'b', status: 'todo' });
    assert.deepEqual(board.get().ids, ['c', 'b', 'a']);
    await finish();
    assert.deepEqual(board.get().ids, ['c', 'b', 'a']);
    verbs.undo();
    await finish();
    assert.deepEqual(board.get().ids, ['c', 'a', 'b']);
    assert.equal(replica.row('a')?.status, 'backlog');
  });

  test('undo of a move by hand keeps the status that somebody else set since', async () => {
    const { replica, verbs, server, finish } = bound(await loadedWorld());
    verbs.placeTicket('c', { before: 'a' });
    await finish();
    server.change('c', { status: 'in_review' }, ben);
    await finish();
    verbs.undo();
    await finish();
    assert.equal(server.row('c')?.status, 'in_review');
    const board = replica.view({ project: 'ONE', sort: 'rank', order: 'asc' });
    assert.deepEqual(board.get().ids, ['a', 'b', 'c']);
  });

  test('a text that somebody else changed meanwhile is kept beside the other until the person chooses', async () => {
    const { replica, server, finish, notices } = bound(await loadedWorld());
    const { version = 0 } = replica.row('a') ?? {};
    server.change('a', { description: 'Theirs' });
    replica.verbs.changeTickets(['a'], { description: 'Mine', priority: 'high' }, '', {
      version,
      description: '',
    });
    assert.equal(replica.pendingText('a').description, 'Mine');
    await finish();
    assert.deepEqual([server.description('a'), server.row('a')?.priority], ['Theirs', 'high']);
    const [conflict] = replica.conflicts;
    assert.deepEqual([conflict?.mine, conflict?.theirs], ['Mine', 'Theirs']);
    assert.deepEqual(notices, ['conflict']);
    conflict?.keepMine();
    await finish();
    assert.deepEqual([server.description('a'), replica.conflicts], ['Mine', []]);
  });

  test('a text that was read before an own change of the ticket does not conflict with that change', async () => {
    const { replica, server, finish, notices } = bound(await loadedWorld());
    const base = { version: replica.row('a')?.version ?? 0, description: '' };
    replica.verbs.changeTickets(['a'], { description: 'First' }, '', base);
    await finish();
    replica.verbs.changeTickets(['a'], { description: 'Second' }, '', base);
    await finish();
    assert.deepEqual([server.description('a'), replica.conflicts, notices], ['Second', [], []]);
  });

  test('a text is saved although another field of the ticket changed meanwhile', async () => {
    const { replica, server, finish, notices } = bound(await loadedWorld());
    server.change('a', { priority: 'high' });
    replica.verbs.changeTickets(['a'], { title: 'Mine' }, '');
    await finish();
    assert.deepEqual([server.row('a')?.title, server.row('a')?.priority, notices], ['Mine', 'high', []]);
  });

  test('of many changes only the refused ones go back', async () => {
    const { replica, server, finish, notices } = bound(await loadedWorld());
    server.delete('b');
    replica.verbs.changeTickets(['a', 'b', 'c'], { priority: 'high' }, '');
    await finish();
    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => server.row(id)?.priority),
      ['high', undefined, 'high'],
    );
    assert.deepEqual(notices, ['refused']);
  });

  test('an ended session pauses the queue until the person signs in again', async () => {
    const { world, replica, server, finish, notices } = bound(await loadedWorld());
    replica.verbs.changeTickets(['a'], { status: 'done' }, '');
    world.step(0, 'signed-out');
    await settle();
    world.clock.advance(60_000);
    assert.deepEqual([notices, world.steps.length, replica.entries.length], [['signed-out'], 0, 1]);
    await finish();
    assert.equal(server.row('a')?.status, 'done');
  });

  test('with a project go its rows and what waits for it, and the person is told', async () => {
    const { world, replica, server, finish, notices } = bound(await loadedWorld());
    const view = replica.view({ project: projectOne });
    world.isOnline = false;
    replica.verbs.changeTickets(['a'], { status: 'done' }, '');
    server.takeProject(projectOne);
    while (world.deliver());
    assert.deepEqual([replica.row('a'), replica.entries, notices], [undefined, [], ['gone']]);
    await finish();
    assert.deepEqual([view.get().ids, view.get().total], [[], 0]);
  });

  test('changes of others wait while the pointer moves, own changes do not', async () => {
    const { world, replica, server } = bound(await loadedWorld());
    const view = replica.view({ project: 'ONE', sort: 'title', order: 'asc' });
    view.subscribe(() => {});
    replica.holdStill();
    server.change('a', { title: 'Zebra' });
    while (world.deliver());
    assert.deepEqual([view.get().ids, view.get().newer], [['a', 'b', 'c'], 1]);
    world.clock.advance(2_000);
    assert.deepEqual([view.get().ids, view.get().newer], [['b', 'c', 'a'], 0]);
    replica.holdStill();
    replica.verbs.changeTickets(['b'], { title: 'Yak' }, '');
    assert.deepEqual(view.get().ids, ['c', 'b', 'a']);
  });

  test('a copy that missed an event is found by its checksum and loaded anew', async () => {
    const { world, replica, server, finish } = bound(await loadedWorld());
    server.change('a', { title: 'Missed' });
    world.skipEvents();
    assert.equal(replica.row('a')?.title, 'Ticket a');
    void replica.check();
    await finish();
    assert.equal(replica.row('a')?.title, 'Missed');
  });

  test('a view across projects comes from the server page by page, and rows move within its pages', async () => {
    const { world, replica, server, finish } = bound(await loadedWorld());
    for (const id of ['d', 'e', 'f']) server.create(id, `Ticket ${id}`, projectTwo);
    const view = replica.view({ sort: 'title', order: 'asc' });
    view.subscribe(() => {});
    await finish();
    assert.deepEqual([view.get().ids, view.get().total, view.get().source], [['a', 'b', 'c'], 6, 'server']);
    view.get().loadMore();
    await finish();
    assert.deepEqual(view.get().ids, ['a', 'b', 'c', 'd', 'e', 'f']);
    server.change('f', { title: 'Aardvark' });
    while (world.deliver());
    assert.deepEqual(view.get().ids, ['f', 'a', 'b', 'c', 'd', 'e']);
  });

  test('a search shows matching titles at once and then what the server finds', async () => {
    const { replica, finish } = bound(await loadedWorld());
    const view = replica.view({ search: 'ticket b' });
    assert.deepEqual([view.get().ids, view.get().state], [['b'], 'loading']);
    await finish();
    assert.deepEqual([view.get().ids, view.get().state], [['b'], 'ready']);
  });

  test('comments wait without a connection, survive a reload, and arrive once and in order', async () => {
    const { world, verbs, server, finish } = bound(await loadedWorld());
    world.isOnline = false;
    verbs.addComment('a', 'First');
    verbs.addComment('a', 'Second', 'thread');
    await settle();
    assert.deepEqual([world.replica.connection.waiting, server.comments], [2, []]);
    world.reload();
    world.isOnline = true;
    await finish();
    assert.deepEqual([server.comments, world.replica.entries], [['First', 'Second'], []]);
  });

  test('a comment whose answer is lost is repeated, and added once', async () => {
    const { world, verbs, server, finish } = bound(await loadedWorld());
    verbs.addComment('a', 'Said');
    await settle();
    world.step(0);
    await settle();
    world.step(0, 'lost');
    await finish();
    assert.deepEqual([server.comments, world.replica.entries], [['Said'], []]);
  });

  test('the text of a comment that is refused, lost with its ticket or taken back is handed back', async () => {
    const { world, replica, verbs, server, notices, finish } = bound(await loadedWorld());
    const returned: string[] = [];
    replica.on('unsent', ({ content }) => returned.push(content));
    verbs.addComment('a', 'refused');
    await finish();
    assert.deepEqual([returned, notices], [['refused'], ['comment-refused']]);
    server.delete('b');
    verbs.addComment('b', 'Too late');
    await finish();
    world.isOnline = false;
    const id = verbs.createTicket({ title: 'refused', projectId: 'gone' });
    verbs.addComment(id, 'With its ticket');
    const waiting = verbs.addComment(id, 'Taken back');
    assert.equal(replica.takeBack(waiting), true);
    assert.equal(replica.takeBack(waiting), false);
    world.isOnline = true;
    await finish();
    assert.deepEqual(returned, ['refused', 'Too late', 'Taken back', 'With its ticket']);
    assert.deepEqual([server.comments, replica.entries], [[], []]);
  });

  test('a new or placed ticket does not look at the rank of every other one', async () => {
    const { replica, verbs, server, finish } = bound(await loadedWorld());
    for (let at = 0; at < 400; at++) server.create(`many${at}`, 'One of many', projectOne);
    await finish();
    const create = () => verbs.createTicket({ title: 'New', projectId: 'ONE', position: 'first' });
    // The first sorts them.
    create();
    let reads = 0;
    for (const row of replica.rows()) {
      const { rank } = row;
      const read = () => {
        reads++;
        return rank;
      };
      Object.defineProperty(row, 'rank', { get: read, enumerable: true });
    }
    create();
    verbs.placeTicket('many7', { after: 'many300' });
    verbs.undo();
    assert.ok(reads < 300, `${reads} ranks were read`);
    await finish();
  });

  test('a filter of the query language is answered by the server alone', async () => {
    const { replica, finish } = bound(await loadedWorld());
    const view = replica.view({ project: projectOne, filter: 'not overdue' });
    assert.deepEqual([view.get().ids, view.get().state, view.get().source], [[], 'loading', 'server']);
    await finish();
    assert.equal(view.get().state, 'ready');
  });

  test('a ticket that is not held is asked for by its key, and a deleted one is missing', async () => {
    const { replica, server, finish } = bound(await loadedWorld());
    server.create('x', 'Elsewhere', projectTwo);
    replica.onRow('x', () => {});
    replica.want('x');
    replica.want('nowhere');
    await finish();
    assert.deepEqual([replica.row('x')?.title, replica.isMissing('nowhere')], ['Elsewhere', true]);
    server.delete('x');
    await finish();
    assert.deepEqual([replica.row('x'), replica.isMissing('x')], [undefined, true]);
  });
});

function bound(world: Tab) {
  const { replica, server } = world;
  const notices: Notice['kind'][] = [];
  replica.on('notice', ({ kind }) => notices.push(kind));
  return { world, replica, server, notices, verbs: testVerbs(replica), finish: () => world.finish() };
}
