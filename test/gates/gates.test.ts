import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { openDatabase } from '../../src/platform/db/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { type GatedProject, heads, openGatedProject } from '../support/gated-project.ts';
import { sendGithub } from '../support/webhooks.ts';
import type { ApiResponse, Caller } from '../support/world.ts';

const [first, second] = heads as [string, string];
const texts = ({ body }: ApiResponse) =>
  (body.error.details?.missing ?? []).map(
    ({ gate, text }: { gate: string; text: string }) => `${gate}: ${text}`,
  );

onEveryEngine('gates', (engine) => {
  let scene: GatedProject;
  before(async () => {
    scene = await openGatedProject(engine);
  });
  after(() => scene.world.close());
  beforeEach(() => scene.setGates({}));

  const close = (who: Caller, ref: string, more: object = {}) =>
    who.put(`/api/tickets/${ref}/status`, { status: 'done', ...more });
  const eventsOf = async (ticketId: string, type: string) =>
    (await scene.world.events())
      .filter((event) => event.ticketId === ticketId && event.type === type)
      .map(({ data }) => JSON.parse(data));

  test('all gates are off at first, and only people who administer the project change them', async () => {
    const { ada, ben, pilot, project } = scene;
    const off = { criteria: false, review: 'none', checks: false };
    const made = (await ada.post('/api/projects', { name: 'New' })).body.data;
    assert.deepEqual((await ada.get(`/api/project/${made.id}/gates`)).body.data, off);
    const url = `/api/project/${project.id}/gates`;
    assert.deepEqual((await ada.put(url, { criteria: true })).body.data, { ...off, criteria: true });
    assert.deepEqual((await ben.get(url)).body.data, { ...off, criteria: true });
    for (const who of [ben, pilot]) assert.equal((await who.put(url, { criteria: false })).status, 403);
    assert.equal((await ada.put(url, { review: 'everybody' })).status, 400);
    const [change] = (await scene.world.events()).filter(({ data }) => data.includes('"gates"')).slice(-1);
    assert.deepEqual(JSON.parse(change?.data ?? '').changes.gates, {
      from: off,
      to: { ...off, criteria: true },
    });
  });

  test('a ticket is done only when every criterion is shown, and the refusal names the others', async () => {
    const { ada } = scene;
    await scene.setGates({ criteria: true });
    const ticket = await scene.newTicket({ criteria: [{ text: 'Rounded' }, { text: 'Fast' }] });
    const refused = await close(ada, ticket.key);
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'CONFLICT']);
    assert.deepEqual(texts(refused), [
      'criteria: Criterion “Rounded” is open',
      'criteria: Criterion “Fast” is open',
    ]);
    assert.equal(await scene.statusOf(ticket.id), 'backlog');
    const { data } = (await ada.get(`/api/tickets/${ticket.id}/criteria`)).body;
    for (const { id: criterionId } of data)
      await ada.post(`/api/tickets/${ticket.id}/evidence`, {
        ...{ criterionId, kind: 'command', passed: true, summary: 'Exit 0' },
      });
    assert.equal((await close(ada, ticket.key)).status, 200);
    const without = await scene.newTicket();
    assert.equal((await close(ada, without.key)).status, 200);
  });

  test('other closings are not gated, nor are changes of a ticket that is done', async () => {
    const { ada } = scene;
    const done = await scene.newTicket({ status: 'done' });
    await scene.setGates({ review: 'person' });
    assert.equal((await ada.put(`/api/tickets/${done.id}`, { title: 'Other', status: 'done' })).status, 200);
    const cancelled = await scene.newTicket();
    assert.equal((await ada.put(`/api/tickets/${cancelled.id}`, { status: 'cancelled' })).status, 200);
    await ada.put(`/api/tickets/${done.id}`, { status: 'todo' });
    assert.equal((await close(ada, done.id)).status, 409);
  });

  test('an approval by the assignee, the author or the owner of the agent does not count', async () => {
    const { ada, ben, cy, pilot, critic } = scene;
    await scene.setGates({ review: 'person' });
    const ticket = await scene.newTicket({ assigneeId: cy.id });
    await scene.work(ticket.id, first);
    const reason = async (who: Caller) => {
      const { status, body } = await scene.approve(who, ticket.id);
      assert.equal(status, 201);
      return [body.data.counts, body.data.reason, body.data.commit];
    };
    assert.deepEqual(await reason(cy), [false, 'assignee', first]);
    assert.deepEqual(await reason(pilot), [false, 'author', first]);
    assert.deepEqual(await reason(ada), [false, 'agent_owner', first]);
    assert.deepEqual(await reason(critic), [true, null, first], 'but it is no person');
    assert.deepEqual(texts(await close(ada, ticket.id)), ['review: An approval by a person']);
    // Whoever hands the ticket to somebody else after their approval has still approved their own work.
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: null });
    assert.equal((await close(ada, ticket.id)).status, 409);
    assert.deepEqual(await reason(ben), [true, null, first]);
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: ben.id });
    assert.equal((await close(ada, ticket.id)).status, 409, 'the approval of who is assigned by now');
    await ada.put(`/api/tickets/${ticket.id}/assignee`, { assigneeId: cy.id });
    assert.equal((await close(pilot, ticket.id)).status, 200);
  });

  test('the author of a linked pull request cannot approve it', async () => {
    const { ben, ada } = scene;
    await scene.setGates({ review: 'person' });
    const ticket = await scene.newTicket();
    const author = { login: 'ben', email: ben.email };
    await sendGithub(scene.world, 'push', {
      ref: 'refs/heads/x',
      before: 'b'.repeat(40),
      after: 'c'.repeat(40),
      deleted: false,
      commits: [
        {
          id: 'd'.repeat(40),
          message: `Refs ${ticket.key}`,
          url: 'https://github.com/c/1',
          author,
          distinct: true,
        },
      ],
      repository: { full_name: 'acme/gated' },
      sender: author,
    });
    const [link] = (await ada.get(`/api/tickets/${ticket.id}/links`)).body.data;
    const { data } = (await scene.approve(ben, ticket.id)).body;
    assert.deepEqual([data.counts, data.reason], link.user ? [false, 'author'] : [true, null]);
    assert.equal(link.user?.id, ben.id);
  });

  test('with agent_and_person both must approve', async () => {
    const { ada, ben, cy, critic, pilot } = scene;
    await scene.setGates({ review: 'agent_and_person' });
    const ticket = await scene.newTicket();
    await scene.work(ticket.id, first);
    const both = ['review: An approval by a person', 'review: An approval by another agent'];
    assert.deepEqual(texts(await close(cy, ticket.id)), both);
    await scene.approve(pilot, ticket.id);
    await scene.approve(ben, ticket.id);
    assert.deepEqual(texts(await close(cy, ticket.id)), [both[1]]);
    await scene.approve(critic, ticket.id);
    assert.equal((await close(ada, ticket.id)).status, 200);
  });

  test('a new commit makes approvals stale, and asks the reviewers again', async () => {
    const { ada, ben } = scene;
    await scene.setGates({ review: 'person' });
    const ticket = await scene.newTicket();
    const task = await scene.work(ticket.id, first);
    const url = `/api/tickets/${ticket.id}/reviews`;
    await ada.put(`/api/tickets/${ticket.id}/reviewers`, { userIds: [ben.id] });
    const waits = async () =>
      (await ben.get('/api/needs-you')).body.data.some(
        (need: { kind: string; ticket: { id: string } }) =>
          need.kind === 'review' && need.ticket.id === ticket.id,
      );
    assert.ok(await waits());
    await scene.approve(ben, ticket.id);
    assert.equal(await waits(), false);
    await scene.push(task.id, task.epoch, second);
    assert.ok(await waits());
    const [review] = (await ada.get(url)).body.data;
    assert.deepEqual([review.counts, review.reason, review.commit], [false, 'stale', first]);
    assert.equal((await ada.get(url)).body.head, second);
    assert.equal((await close(ada, ticket.id)).status, 409);
    const old = (await scene.approve(ben, ticket.id, { commit: first })).body.data;
    assert.deepEqual([old.counts, old.reason], [false, 'stale']);
    assert.equal(
      (await scene.approve(ben, ticket.id, { commit: second.slice(0, 8) })).body.data.counts,
      true,
    );
    assert.equal((await close(ada, ticket.id)).status, 200);
  });

  test('a request for changes queues a follow-up in the same branch and stands until its author reviews again', async () => {
    const { ada, ben, cy, pilot } = scene;
    await scene.setGates({ review: 'person' });
    const ticket = await scene.newTicket();
    const task = await scene.work(ticket.id, first);
    await pilot.post(`/v1/agent-tasks/${task.id}/complete`, {
      epoch: task.epoch,
      result: { summary: 'Done' },
    });
    await scene.approve(cy, ticket.id);
    const asked = await ben.post(`/api/tickets/${ticket.id}/reviews`, {
      verdict: 'changes',
      comment: 'Round.',
    });
    assert.deepEqual([asked.status, asked.body.data.counts], [201, true]);
    assert.deepEqual(texts(await close(ada, ticket.id)), ['review: Ben asked for changes']);
    const { data: tasks } = (await ada.get(`/api/tickets/${ticket.id}/agent-tasks`)).body;
    const followUp = tasks.find(({ kind }: { kind: string }) => kind === 'review.changes_requested');
    const details = (await ada.get(`/v1/agent-tasks/${followUp.id}`)).body.data;
    assert.deepEqual(
      [details.agentId ?? details.agent?.id, details.followsId, details.input.followUp.review],
      [pilot.id, task.id, 'Round.'],
    );
    assert.equal(details.input.followUp.branch, `docket/${task.id}/x`);
    assert.ok(!details.instructions.includes('Round.'), 'a comment is data');
    await scene.approve(ben, ticket.id);
    assert.equal((await close(ada, ticket.id)).status, 200);
    const again = (await ada.get(`/api/tickets/${ticket.id}/reviews`)).body.data;
    assert.deepEqual(
      again.map(({ reason }: { reason: string }) => reason),
      [null, 'superseded', null],
    );
  });

  test('every check of the code host must have passed on the newest commit', async () => {
    const { ada } = scene;
    await scene.setGates({ checks: true });
    const ticket = await scene.newTicket();
    assert.deepEqual(texts(await close(ada, ticket.id)), ['checks: A check of the code host: none is known']);
    const task = await scene.work(ticket.id, first);
    await scene.check('build', first, true);
    await scene.check('lint', first, false);
    assert.deepEqual(texts(await close(ada, ticket.id)), ['checks: The check “lint” failed at 1a2b3c4']);
    await scene.push(task.id, task.epoch, second);
    assert.deepEqual(texts(await close(ada, ticket.id)), [
      'checks: A check of the code host at 9f86d08: none is known',
    ]);
    scene.world.clock.advance(1);
    await scene.check('lint', second, false);
    scene.world.clock.advance(1);
    await scene.check('lint', second, true);
    assert.equal((await close(ada, ticket.id)).status, 200, 'the last result of a check counts');
  });

  test('people who may edit the project force with a reason, which is recorded; agents and members never do', async () => {
    const { ada, ben, pilot } = scene;
    await scene.setGates({ review: 'person' });
    const ticket = await scene.newTicket();
    const url = `/api/tickets/${ticket.id}`;
    for (const who of [pilot, ben])
      assert.equal((await close(who, ticket.id, { force: true, reason: 'Me' })).status, 409);
    const without = await close(ada, ticket.id, { force: true });
    assert.equal(without.status, 400);
    assert.match(without.body.error.details.reason[0], /An approval by a person/);
    assert.equal((await close(ada, ticket.id, { force: true, reason: '  ' })).status, 400);
    assert.equal((await close(ada, ticket.id, { reason: 'Hotfix' })).status, 409);
    assert.deepEqual(await eventsOf(ticket.id, 'gate.forced'), []);
    assert.equal((await close(ada, ticket.id, { force: true, reason: ' Hotfix ' })).status, 200);
    const [event] = await eventsOf(ticket.id, 'gate.forced');
    assert.deepEqual(
      [event.reason, event.user.id, event.missing],
      ['Hotfix', ada.id, [{ gate: 'review', text: 'An approval by a person' }]],
    );
    const history = (await ben.get(`${url}/history`)).body.data;
    assert.ok(history.some(({ type }: { type: string }) => type === 'gate.forced'));
  });

  test('a list of changes is all or nothing, and says which entries miss what', async () => {
    const { ada } = scene;
    const free = await scene.newTicket();
    await scene.setGates({ criteria: true });
    const bound = await scene.newTicket({ criteria: [{ text: 'Rounded' }] });
    const entries = [free, bound].map(({ id }) => ({ id, status: 'done' }));
    const refused = await ada.post('/api/tickets/bulk', { tickets: entries });
    assert.equal(refused.status, 409);
    assert.deepEqual(refused.body.error.details.missing, [
      { gate: 'criteria', text: 'Criterion “Rounded” is open', entry: 1 },
    ]);
    assert.equal(await scene.statusOf(free.id), 'backlog');
    const forced = entries.map((entry) => ({ ...entry, force: true, reason: 'Migration' }));
    assert.equal((await ada.post('/api/tickets/bulk', { tickets: forced })).status, 200);
    assert.equal((await eventsOf(free.id, 'gate.forced')).length, 0, 'nothing was missing');
    assert.equal((await eventsOf(bound.id, 'gate.forced')).length, 1);
  });

  test('reviewers are people and agents who may edit the ticket, and are notified', async () => {
    const { ada, ben, cy, world } = scene;
    const ticket = await scene.newTicket({ assigneeId: cy.id });
    const url = `/api/tickets/${ticket.id}/reviewers`;
    const stranger = await world.person('Eve');
    const unknown = await ada.put(url, { userIds: ['nobody'] });
    const foreign = await ada.put(url, { userIds: [stranger.id] });
    assert.deepEqual([foreign.status, foreign.body.error.details], [400, unknown.body.error.details]);
    const set = await ada.put(url, { userIds: [ben.id, scene.critic.id] });
    assert.equal(set.status, 200, JSON.stringify(set.body));
    assert.deepEqual(
      set.body.reviewers.map(({ name, isAgent }: { name: string; isAgent: boolean }) => [name, isAgent]),
      [
        ['Ben', false],
        ['Critic', true],
      ],
    );
    assert.equal((await stranger.get(`/api/tickets/${ticket.id}/reviews`)).status, 403);
    assert.equal((await stranger.put(url, { userIds: [] })).status, 403);
    assert.deepEqual((await ada.put(url, { userIds: [] })).body.reviewers, []);
    const [asked, removed] = await eventsOf(ticket.id, 'review.requested');
    assert.deepEqual([asked.reviewers.length, removed.removed.length], [2, 2]);
  });

  test('of an approval that is withdrawn while somebody closes the ticket, one comes first', async () => {
    const { ada, ben } = scene;
    await scene.setGates({ review: 'person' });
    for (let round = 0; round < 8; round++) {
      const ticket = await scene.newTicket();
      await scene.approve(ben, ticket.id);
      const [closed, withdrawn] = await Promise.all([
        close(ada, ticket.id),
        ben.post(`/api/tickets/${ticket.id}/reviews`, { verdict: 'changes' }),
      ]);
      assert.equal(withdrawn.status, 201);
      const types = (await scene.world.events())
        .filter(
          ({ ticketId, type }) => ticketId === ticket.id && /status_changed|changes_requested/.test(type),
        )
        .map(({ type }) => type);
      const expected =
        closed.status === 200
          ? ['ticket.status_changed', 'review.changes_requested']
          : ['review.changes_requested'];
      assert.deepEqual(types, expected);
      assert.ok(closed.status === 200 || closed.status === 409, String(closed.status));
    }
  });

  test('a commit that arrives while somebody closes the ticket makes the approval stale, or comes after', async () => {
    const { ada, ben, pilot } = scene;
    await scene.setGates({ review: 'person' });
    for (let round = 0; round < 4; round++) {
      const ticket = await scene.newTicket();
      const task = await scene.work(ticket.id, first);
      await scene.approve(ben, ticket.id);
      const [closed] = await Promise.all([close(ada, ticket.id), scene.push(task.id, task.epoch, second)]);
      const types = (await scene.world.events())
        .filter(
          ({ ticketId, type, data }) =>
            ticketId === ticket.id &&
            (data.includes(second) ||
              (type === 'ticket.status_changed' && JSON.parse(data).ticket.status === 'done')),
        )
        .map(({ type }) => type);
      assert.deepEqual(
        types,
        closed.status === 200 ? ['ticket.status_changed', 'agent_task.pushed'] : ['agent_task.pushed'],
      );
      await pilot.post(`/v1/agent-tasks/${task.id}/complete`, {
        epoch: task.epoch,
        result: { summary: 'x' },
      });
    }
  });

  test('a gate that nobody can check is closed', async () => {
    const { world } = scene;
    const db = await openDatabase(world.config.database);
    const { gateProofOf } = await import('../../src/tickets/gates/gate-proof.ts');
    await assert.rejects(
      db.transaction(async (tx) => gateProofOf(tx)),
      /no gate proof/,
    );
    await db.close();
  });
});
