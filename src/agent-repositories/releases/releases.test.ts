import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { newRepositories, type TestCommit } from '../../../test/support/git-history.ts';
import { notifyAll } from '../../../test/support/notifying.ts';
import {
  hexSignature,
  hookSecret,
  sendGithub,
  sendHook,
  signedHosts,
} from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { minuteMs } from '../../platform/clock.ts';
import { followLocalTags } from './follow-local-tags.ts';
import { readDueReleases } from './release-loop.ts';

const noCommit = '0'.repeat(40);

onEveryEngine('releases', (engine) => {
  const repositories = newRepositories();
  let world: World;
  let ada: Person;
  let ben: Person;
  let count = 0;

  before(async () => {
    world = await openWorld(engine, {
      ...signedHosts,
      RATE_LIMIT: 'off',
      LOCAL_REPOSITORIES: repositories.root,
    });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  const context = () => ({ db: world.db, clock: world.clock, docs: world.context.docs });
  const read = () => readDueReleases(context());

  /** A project with `tickets` tickets of Ben, all done, that links a repository with this history. */
  const newProject = async (
    tickets: number,
    history: (keys: string[]) => TestCommit[],
    tags: Record<string, number> = {},
  ) => {
    const key = `R${++count}`;
    const repo = `acme/rel${count}`;
    const keys = Array.from({ length: tickets }, (_, index) => `${key}-${index + 1}`);
    const commits = repositories.add(repo, history(keys), tags);
    await ada.post('/api/projects', { name: key, key, repositories: [repo] });
    await ada.put(`/api/project/${key}/triggers`, { triggers: [{ event: 'push', ignore: true }] });
    await ada.post(`/api/project/${key}/members`, { userId: ben.id, role: 'member' });
    for (const one of keys) {
      await ben.post('/api/tickets', { title: `Ticket ${one}`, projectId: key });
      await ada.put(`/api/tickets/${one}/status`, { status: 'done' });
    }
    const git = (...args: string[]) =>
      execFileSync('git', ['--git-dir', `${repositories.root}/${repo}.git`, ...args], {
        env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      });
    const tag = (name: string, position: number) =>
      git('update-ref', `refs/tags/${name}`, commits[position - 1] as string);
    const untag = (name: string) => git('update-ref', '-d', `refs/tags/${name}`);
    const push = (name: string, more: object = {}) =>
      sendGithub(world, 'push', {
        ...{ ref: `refs/tags/${name}`, before: noCommit, after: 'c'.repeat(40), commits: [] },
        ...{ repository: { full_name: repo, default_branch: 'main' }, sender: { login: 'mona' } },
        ...more,
      });
    const release = async (name: string, position: number) => {
      tag(name, position);
      await push(name);
      await read();
    };
    return { key, keys, repo, tag, untag, push, release };
  };
  const versionsOf = async (keys: string[]) =>
    Promise.all(keys.map(async (key) => (await ada.get(`/api/tickets/${key}`)).body.data.shippedIn));
  const shippedEvents = async (key: string) =>
    (await world.events()).filter(
      ({ type, data }) => type === 'ticket.shipped' && JSON.parse(data).ticket.key === key,
    );
  const toldOf = async (key: string) => {
    await notifyAll(world);
    const { data } = (await ben.get('/api/user/notifications?limit=100')).body;
    return data.filter(
      ({ kind, ticket }: { kind: string; ticket?: { key: string } }) =>
        kind === 'shipped' && ticket?.key === key,
    );
  };
  const releasesOf = async (key: string) => (await ada.get(`/api/project/${key}/releases`)).body.data;

  test('a version contains what was merged, squashed and pushed since the one before, and not what its branch lacks', async () => {
    const { keys, repo, release } = await newProject(
      6,
      ([one, two, , four, five, six]) => [
        { message: `${five}: before the first version` },
        { message: `fix: the rate (${one})` },
        { message: 'on the side', branch: 'side', parents: [1] },
        { message: `Merge branch '${two?.toLowerCase()}-side'`, parents: [2, 3] },
        { message: 'Round the rate (#7)' },
        { message: 'prepare', branch: 'release/1.1', parents: [5] },
        { message: `${four} after the branch was cut` },
        { message: `fix ${six}` },
        { message: `Revert "fix ${six}"\n\nThis reverts commit @8.` },
      ],
      { 'v1.0': 1 },
    );
    const three = keys[2] as string;
    const pull = { id: 7, number: 7, title: `Round ${three}`, body: '', merged: true, state: 'closed' };
    await sendGithub(world, 'pull_request', {
      action: 'closed',
      pull_request: { ...pull, head: { ref: 'x', sha: 'a'.repeat(40) }, base: { ref: 'main' }, user: {} },
      repository: { full_name: repo },
      sender: {},
    });
    await release('v1.1.0', 6);
    assert.deepEqual(await versionsOf(keys.slice(0, 5)), ['1.1.0', '1.1.0', '1.1.0', undefined, undefined]);
    await release('v1.2.0', 8);
    assert.deepEqual(await versionsOf(keys.slice(0, 5)), ['1.1.0', '1.1.0', '1.1.0', '1.2.0', undefined]);
  });

  test('reporter and watchers are told once, whether the delivery is repeated, the tag moves, or it is deleted and returns', async () => {
    const { keys, key, push, release, untag } = await newProject(
      1,
      ([one]) => [{ message: 'start' }, { message: `${one} fix` }, { message: 'later' }],
      { 'v1.3': 1 },
    );
    const one = keys[0] as string;
    await release('v1.4', 2);
    const [told, ...more] = await toldOf(one);
    assert.deepEqual([told.message, more], [`Fixed in 1.4: ${one} Ticket ${one}`, []]);
    const [event] = await shippedEvents(one);
    const { release: named, user } = JSON.parse(event?.data ?? '');
    assert.deepEqual([named.version, named.tag, user.id], ['1.4', 'v1.4', 'docket']);

    await release('v1.4', 2);
    await release('v1.4', 3);
    assert.deepEqual(await versionsOf(keys), ['1.4']);
    untag('v1.4');
    await push('v1.4', { deleted: true, after: noCommit });
    await read();
    assert.deepEqual([await versionsOf(keys), await releasesOf(key)], [[undefined], []]);
    await release('v1.4', 2);
    assert.deepEqual(await versionsOf(keys), ['1.4']);
    assert.deepEqual([(await toldOf(one)).length, (await shippedEvents(one)).length], [1, 1]);
  });

  test('the version after a deleted one contains its tickets', async () => {
    const { keys, release, untag, push } = await newProject(
      1,
      ([one]) => [{ message: 'start' }, { message: `${one} fix` }, { message: 'later' }],
      { 'v1.0.0': 1 },
    );
    await release('v1.0.1', 2);
    await release('v1.0.2', 3);
    assert.deepEqual(await versionsOf(keys), ['1.0.1']);
    untag('v1.0.1');
    await push('v1.0.1', { deleted: true, after: noCommit });
    await read();
    await read();
    assert.deepEqual(await versionsOf(keys), ['1.0.2']);
  });

  test('a prerelease counts for nothing, and the final version contains what it had', async () => {
    const { keys, key, release } = await newProject(
      2,
      ([one, two]) => [{ message: 'start' }, { message: `${one} fix` }, { message: `${two} fix` }],
      { 'v1.3.0': 1 },
    );
    await release('v1.4.0-rc.1', 2);
    assert.deepEqual([await versionsOf(keys), await releasesOf(key)], [[undefined, undefined], []]);
    await release('v1.4.0', 3);
    assert.deepEqual(await versionsOf(keys), ['1.4.0', '1.4.0']);
  });

  test('a ticket that is not done waits: it is in the version once it is done, unless later commits are not', async () => {
    const { keys, repo, release } = await newProject(
      2,
      ([one, two]) => [{ message: 'start' }, { message: `${one} ${two} part` }, { message: `${two} rest` }],
      { 'v1.0': 1 },
    );
    for (const key of keys) await ada.put(`/api/tickets/${key}/status`, { status: 'in_progress' });
    await release('v1.1', 2);
    assert.deepEqual(await versionsOf(keys), [undefined, undefined]);
    world.clock.advance(minuteMs);
    const commit = { id: 'd'.repeat(40), message: `${keys[1]} rest`, author: { name: 'M' }, distinct: true };
    await sendGithub(world, 'push', {
      ...{ ref: 'refs/heads/main', before: 'b'.repeat(40), after: commit.id, commits: [commit] },
      ...{ repository: { full_name: repo, default_branch: 'main' }, sender: { login: 'mona' } },
    });
    for (const key of keys) await ada.put(`/api/tickets/${key}/status`, { status: 'done' });
    await read();
    assert.deepEqual(await versionsOf(keys), ['1.1', undefined]);
    assert.equal((await toldOf(keys[0] as string)).length, 1);
    await release('v1.2', 3);
    assert.deepEqual(await versionsOf(keys), ['1.1', '1.2']);
  });

  test('tags of a local repository are found without a webhook, and nobody is told of those from before the link', async () => {
    const { keys, tag, untag, repo } = await newProject(
      2,
      ([one, two]) => [{ message: 'start' }, { message: `${one} fix` }, { message: `${two} fix` }],
      { 'v0.1.0': 1, 'v0.2.0': 2 },
    );
    const follow = async () => {
      await followLocalTags(context());
      await read();
    };
    await follow();
    assert.deepEqual(await versionsOf(keys), ['0.2.0', undefined]);
    assert.deepEqual(await toldOf(keys[0] as string), []);
    const gitDir = `${repositories.root}/${repo}.git`;
    execFileSync('git', ['--git-dir', gitDir, 'tag', '-m', 'Third', 'v0.3.0', 'main'], {
      env: {
        ...{ PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
        ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.org' },
        GIT_COMMITTER_DATE: new Date(world.clock.now() + minuteMs).toISOString(),
      },
    });
    await follow();
    await follow();
    assert.deepEqual(await versionsOf(keys), ['0.2.0', '0.3.0']);
    assert.equal((await toldOf(keys[1] as string)).length, 1);
    untag('v0.3.0');
    await follow();
    assert.deepEqual(await versionsOf(keys), ['0.2.0', undefined]);
    tag('v0.3.0', 3);
    await follow();
    assert.deepEqual(await versionsOf(keys), ['0.2.0', '0.3.0']);
    assert.equal((await toldOf(keys[1] as string)).length, 1);
  });

  test('pushed tags, deleted tags and published releases of GitHub, GitLab and Gitea make the repository read', async () => {
    const gitea = (event: string, payload: object) => {
      const bytes = JSON.stringify(payload);
      const headers = {
        'x-gitea-event': event,
        'x-gitea-delivery': randomUUID(),
        'x-gitea-signature': hexSignature(bytes),
      };
      return sendHook(world, '/webhooks/vcs', bytes, { 'content-type': 'application/json', ...headers });
    };
    const gitlab = (event: string, payload: object) =>
      sendHook(world, '/webhooks/vcs', JSON.stringify(payload), {
        ...{ 'content-type': 'application/json', 'x-gitlab-event': event, 'x-gitlab-token': hookSecret },
        'idempotency-key': `${event} ${JSON.stringify(payload).length}`,
      });
    const hosts: [string, (repo: string) => Promise<unknown>, (repo: string) => Promise<unknown>][] = [
      [
        'github',
        (repo) =>
          sendGithub(world, 'release', {
            action: 'published',
            release: { tag_name: 'v2.0', draft: false },
            repository: { full_name: repo },
            sender: {},
          }),
        (repo) =>
          sendGithub(world, 'delete', {
            ...{ ref: 'v2.0', ref_type: 'tag', repository: { full_name: repo }, sender: {} },
          }),
      ],
      [
        'gitlab',
        (repo) =>
          gitlab('Tag Push Hook', {
            ...{ object_kind: 'tag_push', ref: 'refs/tags/v2.0', before: noCommit, after: 'a'.repeat(40) },
            project: { path_with_namespace: repo, default_branch: 'main' },
          }),
        (repo) =>
          gitlab('Tag Push Hook', {
            ...{ object_kind: 'tag_push', ref: 'refs/tags/v2.0', before: 'a'.repeat(40), after: noCommit },
            project: { path_with_namespace: repo, default_branch: 'main' },
            checkout_sha: null,
          }),
      ],
      [
        'gitea',
        (repo) =>
          gitea('create', { ref: 'v2.0', ref_type: 'tag', repository: { full_name: repo }, sender: {} }),
        (repo) =>
          gitea('delete', { ref: 'v2.0', ref_type: 'tag', repository: { full_name: repo }, sender: {} }),
      ],
    ];
    for (const [host, created, deleted] of hosts) {
      const { keys, repo, tag, untag } = await newProject(
        1,
        ([one]) => [{ message: 'start' }, { message: `${one} fix` }],
        { 'v1.0': 1 },
      );
      tag('v2.0', 2);
      await created(repo);
      await read();
      assert.deepEqual(await versionsOf(keys), ['2.0'], host);
      untag('v2.0');
      await deleted(repo);
      await read();
      assert.deepEqual(await versionsOf(keys), [undefined], host);
    }
  });

  test('a repository that cannot be read is tried again later, and the release says why', async () => {
    const { key } = await newProject(1, () => [{ message: 'start' }]);
    await ada.put(`/api/project/${key}`, { repositories: ['acme/elsewhere'] });
    const added = await ada.post(`/api/project/${key}/releases`, { tag: 'v1.0' });
    assert.deepEqual([added.status, added.body.data.isRead], [201, false]);
    await read();
    const [release] = await releasesOf(key);
    assert.deepEqual([release.isRead, release.error], [false, 'Repository acme/elsewhere not found']);
    repositories.add('acme/elsewhere', [{ message: `${key}-1 fix` }], { 'v1.0': 1 });
    await read();
    assert.deepEqual(await versionsOf([`${key}-1`]), [undefined], 'not before the pause has passed');
    world.clock.advance(minuteMs);
    await read();
    assert.deepEqual(await versionsOf([`${key}-1`]), ['1.0']);
  });

  test('people record a version with its tickets, and take it back; prereleases and strangers are refused', async () => {
    const { key, keys } = await newProject(2, () => [{ message: 'start' }]);
    const path = `/api/project/${key}/releases`;
    await ada.put(`/api/tickets/${keys[1]}/status`, { status: 'todo' });
    const { body } = await ben.post(path, { version: 'Firmware 12', ticketIds: keys });
    assert.deepEqual(await versionsOf(keys), ['Firmware 12', undefined]);
    assert.equal((await shippedEvents(keys[0] as string)).length, 1);
    await ben.post(path, { version: 'Firmware 12', ticketIds: keys });
    assert.equal((await shippedEvents(keys[0] as string)).length, 1);
    assert.deepEqual(
      (await releasesOf(key)).map(({ version, ticketCount }: Record<string, unknown>) => [
        version,
        ticketCount,
      ]),
      [['Firmware 12', 1]],
    );
    for (const input of [{}, { tag: 'v1.0-rc.1' }, { tag: 'v1', version: '1' }, { repository: 'acme/x' }])
      assert.equal((await ada.post(path, input)).status, 400, JSON.stringify(input));
    const other = await newProject(1, () => [{ message: 'start' }]);
    assert.equal((await ada.post(path, { version: '2', ticketIds: other.keys })).status, 400);
    assert.deepEqual(await versionsOf(other.keys), [undefined]);
    await ben.delete(`${path}/${body.data.id}`);
    assert.deepEqual([await versionsOf(keys), await releasesOf(key)], [[undefined, undefined], []]);
  });
});
