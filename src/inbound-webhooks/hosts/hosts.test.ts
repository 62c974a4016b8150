import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { github, githubFailures, githubPullAt } from '../../../test/support/github-payloads.ts';
import * as payloads from '../../../test/support/host-payloads.ts';
import {
  hexSignature,
  hookSecret,
  sendGithub,
  sendHook,
  signedHosts,
} from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { statement } from '../../platform/db/index.ts';
import type { Provider } from '../code-event.ts';

type Headers = Record<string, string>;

interface SampleHost {
  name: Provider;
  deliveries: Record<string, payloads.HostDelivery>;
  headers: (event: string, id: string, bytes: string) => Headers;
  /** The header that holds the signature or token. */
  signatureHeader: string;
  sign: (bytes: string) => string;
}

/** Gitea and Forgejo repeat their event headers under the prefixes of compatible hosts. */
const eventHeaders = (names: string[], event: string, id: string): Headers =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`x-${name}-event`, event],
      [`x-${name}-event-type`, event],
      [`x-${name}-delivery`, id],
    ]),
  );

/** The headers that each host really sends. A valid signature in a header of another host does not count. */
const sampleHosts: SampleHost[] = [
  {
    name: 'github',
    deliveries: github,
    headers: (event, id) => ({
      'user-agent': 'GitHub-Hookshot/044aadd',
      'x-github-event': event,
      'x-github-delivery': id,
      'x-github-hook-installation-target-type': 'repository',
    }),
    signatureHeader: 'x-hub-signature-256',
    sign: (bytes) => `sha256=${hexSignature(bytes)}`,
  },
  {
    name: 'gitea',
    deliveries: payloads.gitea,
    headers: (event, id, bytes) => ({
      ...eventHeaders(['gitea', 'gogs', 'github'], event, id),
      'x-gogs-signature': hexSignature(bytes),
      'x-hub-signature-256': `sha256=${hexSignature(bytes)}`,
    }),
    signatureHeader: 'x-gitea-signature',
    sign: hexSignature,
  },
  {
    name: 'forgejo',
    deliveries: payloads.forgejo,
    headers: (event, id, bytes) => ({
      ...eventHeaders(['forgejo', 'gitea', 'gogs', 'github'], event, id),
      'x-gogs-signature': hexSignature(bytes),
      'x-hub-signature-256': `sha256=${hexSignature(bytes)}`,
    }),
    signatureHeader: 'x-forgejo-signature',
    sign: hexSignature,
  },
  {
    name: 'gitlab',
    deliveries: payloads.gitlab,
    headers: (event, id) => ({
      'user-agent': 'GitLab/18.9.0',
      'x-gitlab-instance': 'https://gitlab.example.org',
      'x-gitlab-event': event,
      'x-gitlab-event-uuid': 'shared by related deliveries',
      'idempotency-key': id,
    }),
    signatureHeader: 'x-gitlab-token',
    sign: () => hookSecret,
  },
  {
    name: 'bitbucket',
    deliveries: payloads.bitbucket,
    headers: (event, id) => ({ 'x-event-key': event, 'x-request-uuid': id, 'x-attempt-number': '1' }),
    signatureHeader: 'x-hub-signature',
    sign: (bytes) => `sha256=${hexSignature(bytes)}`,
  },
];

const setEmail = statement<{ id: string; email: string }>(
  'update users set email = :email, email_folded = :email where id = :id',
);

onEveryEngine('code hosts', (engine) => {
  for (const host of sampleHosts) describe(host.name, () => testHost(host));

  function testHost({ name, deliveries, headers, signatureHeader, sign }: SampleHost): void {
    let world: World;
    let ada: Person;
    before(async () => {
      world = await openWorld(engine, {
        ...signedHosts,
        NODE_ENV: 'production',
        RATE_LIMIT: 'off',
        REPOSITORIES_ALLOWED: '**',
      });
      ada = await world.person('Ada');
      await ada.post('/api/projects', { name: 'App', key: 'APP', repositories: ['Acme/App'] });
      await ada.post('/api/tickets', { title: 'The rate', projectId: 'APP' });
      await ada.put('/api/user/code-logins', { logins: ['@Ada-L'] });
      // Some hosts identify a commit author only by e-mail address.
      await world.db.transaction((tx) => tx.run(setEmail, { id: ada.id, email: 'ada@git.example.org' }));
    });
    after(() => world.close());

    let sent = 0;
    const send = (
      which: string,
      change: (given: Headers) => Headers = (given) => given,
      id: string = randomUUID(),
    ) => {
      const { event, payload } = deliveries[which] as payloads.HostDelivery;
      // Equal bytes are one delivery, whatever its id; these tests are about deliveries that say the same in other bytes.
      const bytes = JSON.stringify(payload) + ' '.repeat(sent++);
      const given = {
        'content-type': 'application/json',
        ...headers(event, id, bytes),
        [signatureHeader]: sign(bytes),
      };
      return sendHook(world, '/webhooks/vcs', bytes, change(given));
    };
    const ticket = async () => (await ada.get('/api/tickets/APP-1')).body.data;
    const links = async () => (await ada.get('/api/tickets/APP-1/links')).body.data;
    const figures = async () => (await ada.get('/api/user/stats')).body.data.activity;

    test(`a ${name} delivery with a wrong signature returns 401 and is not recorded`, async () => {
      const before = (await world.events()).length;
      const wrong: ((given: Headers) => Headers)[] = [
        ({ [signatureHeader]: _, ...rest }) => rest,
        (given) => ({ ...given, [signatureHeader]: '' }),
        (given) => ({ ...given, [signatureHeader]: 'sha256=' }),
        (given) => ({ ...given, [signatureHeader]: `sha256=${'0'.repeat(64)}` }),
        (given) => ({ ...given, [signatureHeader]: (given[signatureHeader] as string).slice(0, -1) }),
        (given) => ({ ...given, [signatureHeader]: `${given[signatureHeader]}0` }),
        (given) => ({ ...given, [signatureHeader]: 'not hex at all' }),
        (given) => ({ ...given, [signatureHeader]: hexSignature('another body') }),
      ];
      for (const [index, change] of wrong.entries()) {
        const { status, body } = await send('push', change);
        assert.deepEqual([status, body.error.code], [401, 'UNAUTHORIZED'], String(index));
        assert.doesNotMatch(JSON.stringify(body), new RegExp(hookSecret));
      }
      assert.equal((await world.events()).length, before);
      const root = await world.person('Root', 'ADMIN');
      assert.equal((await root.get('/v1/inbound')).body.pagination.total, 0);
    });

    test(`an opened issue on ${name} enqueues a task, a closed one does not`, async () => {
      const { status, body } = await send('issueOpened');
      assert.equal(status, 202);
      assert.deepEqual(
        [body.data.provider, body.data.repository, body.data.verified],
        [name, 'acme/app', true],
      );
      assert.deepEqual(
        body.data.tasks.map(({ kind, state }: { kind: string; state: string }) => [kind, state]),
        [['issue.opened', 'queued']],
      );
      const task = (await ada.get(`/v1/agent-tasks/${body.data.tasks[0].id}`)).body.data;
      assert.deepEqual(
        [task.input.issue.number, task.input.issue.title, task.input.issue.body, task.source.repo],
        [4, 'It rains in', 'Through the roof', 'acme/app'],
      );
      const closed = await send('issueClosed');
      assert.deepEqual([closed.status, closed.body.data.tasks], [200, []]);
    });

    test(`a push to ${name} enqueues a task, links the mentioned ticket, and counts once for its author`, async () => {
      const { status, body } = await send('push');
      assert.deepEqual([status, body.data.tasks[0].kind], [202, 'push']);
      assert.deepEqual(
        (await links())
          .map(({ kind, title, user }: { kind: string; title: string; user: { id: string } }) => [
            kind,
            title,
            user.id,
          ])
          .sort(),
        [
          ['branch', 'app-1-rate', ada.id],
          ['commit', 'APP-1 show the rate', ada.id],
        ],
      );
      assert.equal((await figures()).commits, 2);
      await send('push');
      assert.deepEqual([(await figures()).commits, (await links()).length], [2, 2]);
      const feed = (await ada.get('/api/user/activity?type=project')).body.data;
      assert.match(feed[0].description, /^Pushed \w{7} .+ to acme\/app$/);
    });

    test(`a ${name} pull request moves its ticket, and a failed check or review enqueues a follow-up`, async () => {
      const opened = await send('opened');
      assert.deepEqual([opened.status, opened.body.data.tasks[0].kind], [202, 'pull_request.opened']);
      assert.equal((await ticket()).status, 'in_review');
      const claimed = await ada.post('/v1/agent-tasks/claim', {
        workerId: 'w',
        projectId: 'APP',
        kinds: ['pull_request.opened'],
      });
      assert.deepEqual([claimed.status, claimed.body.data.ticketId], [200, (await ticket()).id]);

      assert.deepEqual((await send('synchronized')).body.data.tasks, []);
      assert.deepEqual((await send('approved')).body.data.tasks, []);
      assert.equal((await figures()).reviews, 1);
      const failed = await send('checksFailed');
      assert.deepEqual([failed.status, failed.body.data.tasks[0]?.kind], [202, 'pull_request.checks_failed']);
      assert.deepEqual((await send('checksFailed')).body.data.tasks, [], 'one failure, one follow-up');
      const refused = await send('changesRequested');
      assert.equal(refused.body.data.tasks[0]?.kind, 'pull_request.changes_requested');

      assert.equal((await send('merged')).status, 202);
      const { status, completedAt } = await ticket();
      assert.deepEqual([status, completedAt !== undefined], ['done', true]);
    });

    test(`a late or repeated ${name} delivery does not undo a newer state`, async () => {
      await send('opened');
      await send('synchronized');
      assert.equal((await ticket()).status, 'done');
      const pull = (await links()).find(({ kind }: { kind: string }) => kind === 'pull_request');
      assert.deepEqual([pull.reference, pull.state, pull.closes], ['7', 'merged', true]);

      const events = (await world.events()).length;
      const first = await send('issueOpened', undefined, 'same id');
      const again = await send('issueOpened', undefined, 'same id');
      assert.deepEqual([first.status, again.status, again.body.data.duplicate], [202, 200, true]);
      assert.deepEqual(again.body.data.tasks, first.body.data.tasks);
      assert.equal((await world.events()).length, events + 1);
    });

    test(`a branch deleted on ${name} enqueues no task`, async () => {
      const { body } = await send('branchDeleted');
      assert.deepEqual(body.data.tasks, []);
      const branch = (await links()).find(({ kind }: { kind: string }) => kind === 'branch');
      assert.equal(branch.state, 'deleted');
    });
  }

  describe('failed checks on GitHub', () => {
    let world: World;
    let ada: Person;
    before(async () => {
      world = await openWorld(engine, { ...signedHosts, RATE_LIMIT: 'off' });
      ada = await world.person('Ada');
      await ada.post('/api/projects', { name: 'App', key: 'APP', repositories: ['acme/app'] });
    });
    after(() => world.close());
    const send = ({ event, payload }: payloads.HostDelivery) => sendGithub(world, event, payload);
    const kindsOf = ({ body }: Awaited<ReturnType<typeof send>>) =>
      body.data.tasks.map(({ kind }: { kind: string }) => kind);

    test('all failed checks of one commit together enqueue one follow-up with the context of its task', async () => {
      const opened = await send(github.opened as payloads.HostDelivery);
      const first = opened.body.data.tasks[0].id;
      const failures = Object.values(githubFailures);
      for (const failure of failures)
        assert.deepEqual(kindsOf(await send(failure('c'.repeat(40)))), [], 'no agent has claimed the task');
      const claim = { workerId: 'w', projectId: 'APP' };
      const { lease } = (await ada.post('/v1/agent-tasks/claim', claim)).body.data;
      await ada.post(`/v1/agent-tasks/${first}/complete`, { epoch: lease.epoch });

      let minute = 10;
      for (const [index, failure] of failures.entries()) {
        const at = `${index + 1}`.repeat(40);
        await send(githubPullAt(at, `2026-11-01T10:${minute++}:00Z`));
        const followedUp = await send(failure(at));
        assert.deepEqual(kindsOf(followedUp), ['pull_request.checks_failed'], String(index));
        const task = (await ada.get(`/v1/agent-tasks/${followedUp.body.data.tasks[0].id}`)).body.data;
        assert.deepEqual([task.source.number, task.source.sha], [7, at]);
        assert.equal(task.input.pullRequest.title, 'Show the rate');
        assert.equal(task.input.followUp.reason, 'checks_failed');
        assert.match(task.instructions, /A pull request was opened on acme\/app\. Review it\./);
        for (const other of failures) assert.deepEqual(kindsOf(await send(other(at))), []);
      }
      const review = github.changesRequested as payloads.HostDelivery;
      const reviewed = await send(review);
      assert.deepEqual(kindsOf(reviewed), ['pull_request.changes_requested']);
      const { followUp } = (await ada.get(`/v1/agent-tasks/${reviewed.body.data.tasks[0].id}`)).body.data
        .input;
      assert.deepEqual([followUp.review, followUp.author], ['Words', 'ben']);
      assert.deepEqual(kindsOf(await send(review)), [], 'the same review under another delivery id');
    });

    test('a late event does not change which commit the pull request is at', async () => {
      await send(githubPullAt('7'.repeat(40), '2026-11-01T11:00:00Z'));
      await send(githubPullAt('6'.repeat(40), '2026-11-01T10:59:00Z'));
      assert.deepEqual(kindsOf(await send(githubFailures.status('6'.repeat(40)))), []);
      assert.equal(kindsOf(await send(githubFailures.status('7'.repeat(40)))).length, 1);
      await send(github.merged as payloads.HostDelivery);
    });

    test('an agent that submits the URL of another project’s pull request gets no follow-up', async () => {
      const eve = await world.person('Eve');
      await eve.post('/api/projects', { name: 'Other', key: 'OTHER' });
      const task = { projectId: 'OTHER', title: 'Listen', instructions: '' };
      const { id } = (await eve.post('/v1/agent-tasks', task)).body.data;
      const claim = { workerId: 'w', projectId: 'OTHER' };
      const { epoch } = (await eve.post('/v1/agent-tasks/claim', claim)).body.data.lease;
      const artifacts = [{ type: 'pull_request', url: 'https://github.com/acme/app/pull/7' }];
      await eve.post(`/v1/agent-tasks/${id}/complete`, { epoch, artifacts });
      await send(githubPullAt('5'.repeat(40), '2026-11-01T12:00:00Z'));
      const followedUp = await send(githubFailures.check_run('5'.repeat(40)));
      assert.equal(followedUp.body.data.tasks.length, 1);
      assert.equal((await eve.get('/v1/agent-tasks')).body.pagination.total, 1);
      const followUp = (await ada.get(`/v1/agent-tasks/${followedUp.body.data.tasks[0].id}`)).body.data;
      assert.equal(followUp.input.pullRequest.title, 'Show the rate');
    });
  });
});
