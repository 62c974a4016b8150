import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as payloads from '../../../test/support/host-payloads.ts';
import type { CodeEvent, Provider } from '../code-event.ts';
import type { Payload } from '../payload.ts';
import { getHostAdapter } from './index.ts';

const parse = (host: Provider, event: string, payload: Payload) => getHostAdapter(host).parse(event, payload);
const only = (host: Provider, event: string, payload: Payload) => {
  const { events } = parse(host, event, payload);
  assert.ok(events.length <= 1);
  return events[0];
};
const pullOf = (event: CodeEvent | undefined) => {
  assert.equal(event?.kind, 'pull_request');
  return event.pullRequest;
};
const sha = (digit: string) => digit.repeat(40);

describe('a pull request from a fork', () => {
  const github = (head: object | null) => ({
    action: 'opened',
    pull_request: { number: 1, head: { repo: head }, base: { repo: { full_name: 'acme/app' } } },
  });
  const gitlab = (source: number) => ({
    object_attributes: { iid: 1, action: 'open', source_project_id: source, target_project_id: 9 },
  });
  const cloud = (uuid: string) => ({
    pullrequest: { id: 1, source: { repository: { uuid } }, destination: { repository: { uuid: '{9}' } } },
  });
  const dataCenter = (id: number) => ({
    pullRequest: { id: 1, fromRef: { repository: { id } }, toRef: { repository: { id: 9 } } },
  });
  const table: [host: Provider, event: string, payload: Payload, isFromFork: boolean][] = [
    ['github', 'pull_request', github({ full_name: 'acme/app' }), false],
    ['github', 'pull_request', github({ full_name: 'mallory/app' }), true],
    ['github', 'pull_request', github(null), true],
    ['github', 'pull_request', { action: 'opened', pull_request: { number: 1 } }, false],
    ['gitea', 'pull_request', github({ full_name: 'mallory/app' }), true],
    ['forgejo', 'pull_request', github({ full_name: 'acme/app' }), false],
    ['gitlab', 'merge_request', gitlab(9), false],
    ['gitlab', 'merge_request', gitlab(14), true],
    ['bitbucket', 'pullrequest:created', cloud('{9}'), false],
    ['bitbucket', 'pullrequest:created', cloud('{14}'), true],
    ['bitbucket', 'pr:opened', dataCenter(9), false],
    ['bitbucket', 'pr:opened', dataCenter(14), true],
  ];
  for (const [host, event, payload, isFromFork] of table) {
    test(`a pull request is recognised as from a fork or not: ${host} ${event} ${isFromFork}`, () =>
      assert.equal(pullOf(only(host, event, payload)).isFromFork, isFromFork));
  }
});

describe('Bitbucket Data Center', () => {
  const user = { name: 'ada', slug: 'ada', emailAddress: 'ada@example.org', displayName: 'Ada' };
  const repository = { slug: 'app', id: 9, project: { key: 'ACME' } };
  const change = (type: string) => ({
    ref: { id: 'refs/heads/rate', displayId: 'rate', type: 'BRANCH' },
    refId: 'refs/heads/rate',
    fromHash: sha('b'),
    toHash: type === 'DELETE' ? sha('0') : sha('a'),
    type,
  });
  const push = (type: string, more: object = {}) => ({
    eventKey: 'repo:refs_changed',
    date: '2026-11-01T10:00:00+0100',
    actor: user,
    repository,
    changes: [change(type)],
    ...more,
  });
  const pullRequest = {
    id: 7,
    title: 'Show the rate',
    description: 'Fixes APP-1',
    state: 'OPEN',
    createdDate: 1_793_523_600_000,
    updatedDate: 1_793_523_660_000,
    fromRef: { id: 'refs/heads/rate', displayId: 'rate', latestCommit: sha('a'), repository },
    toRef: { id: 'refs/heads/main', displayId: 'main', latestCommit: sha('b'), repository },
    author: { user, role: 'AUTHOR' },
    links: { self: [{ href: 'https://bitbucket.example.org/projects/ACME/repos/app/pull-requests/7' }] },
  };

  test('a Bitbucket Data Center push has its commits or, in older versions, only the new tip', () => {
    const commits = [{ id: sha('a'), message: 'APP-1 show the rate', author: user }];
    const updated = only('bitbucket', 'repo:refs_changed', push('UPDATE', { commits }));
    assert.ok(updated?.kind === 'push');
    assert.deepEqual([updated.branch, updated.commits[0]?.message], ['rate', 'APP-1 show the rate']);
    assert.equal(updated.commits[0]?.author.email, 'ada@example.org');
    const withoutCommits = only('bitbucket', 'repo:refs_changed', push('UPDATE'));
    assert.ok(withoutCommits?.kind === 'push');
    assert.deepEqual(
      withoutCommits.commits.map((commit) => [commit.sha, commit.isNew]),
      [[sha('a'), false]],
    );
    const added = only('bitbucket', 'repo:refs_changed', push('ADD'));
    assert.ok(added?.kind === 'push');
    assert.deepEqual(added.commits, [], 'a new branch may have no new commits');
    assert.deepEqual(only('bitbucket', 'repo:refs_changed', push('DELETE')), {
      kind: 'branch_deleted',
      branch: 'rate',
    });
  });

  test('a Bitbucket Data Center pull request is parsed like one of Bitbucket Cloud', () => {
    const reading = parse('bitbucket', 'pr:opened', { eventKey: 'pr:opened', actor: user, pullRequest });
    assert.equal(reading.repository, 'ACME/app');
    const pull = pullOf(reading.events[0]);
    assert.deepEqual(
      [pull.number, pull.branch, pull.base, pull.sha, pull.author.login, pull.asOf, pull.state],
      [7, 'rate', 'main', sha('a'), 'ada', 1_793_523_660_000, 'open'],
    );
  });

  test('`needs_work` of older Bitbucket Data Center versions is a review that requests changes', () => {
    for (const event of ['pr:reviewer:needs_work', 'pr:reviewer:changes_requested']) {
      const review = only('bitbucket', event, { eventKey: event, actor: user, pullRequest });
      assert.ok(review?.kind === 'review');
      assert.equal(review.verdict, 'changes_requested');
    }
  });
});

describe('failed checks', () => {
  test('a failed check on Gitea is a status or an action run that names the pull request', () => {
    const run = {
      action: 'completed',
      workflow_run: {
        display_title: 'Show the rate',
        status: 'completed',
        conclusion: 'failure',
        head_sha: sha('a'),
        head_branch: 'rate',
        html_url: 'https://git.example.org/acme/app/actions/runs/3',
        pull_requests: [{ id: 71, number: 7, base: { ref: 'main', repo: { id: 9 } } }],
      },
      repository: { id: 9, full_name: 'acme/app' },
    };
    const failed = only('gitea', 'workflow_run', run);
    assert.ok(failed?.kind === 'check' && failed.needsFix);
    assert.deepEqual([failed.pullRequests, failed.name], [[7], 'Show the rate']);
  });

  test('a cancelled run on Forgejo is not a failed check', () => {
    const { event, payload } = payloads.forgejo.checksFailed as payloads.HostDelivery;
    const ofBranch = { ...(payload.run as object), prettyref: 'rate' };
    const failed = only('forgejo', event, { run: ofBranch });
    assert.ok(failed?.kind === 'check' && failed.needsFix);
    assert.deepEqual([failed.pullRequests, failed.branch, failed.sha], [[], 'rate', sha('a')]);
    const cancelled = only('forgejo', event, { run: { ...ofBranch, status: 'cancelled' } });
    assert.ok(cancelled?.kind === 'check');
    assert.deepEqual([cancelled.passed, cancelled.needsFix], [false, false]);
  });

  test('a failed pipeline on GitLab may have no merge request, and only `failed` is a failure', () => {
    const { event, payload } = payloads.gitlab.checksFailed as payloads.HostDelivery;
    assert.equal(event, 'Pipeline Hook');
    const failed = only('gitlab', 'pipeline', { ...payload, merge_request: null });
    assert.ok(failed?.kind === 'check' && failed.needsFix);
    assert.deepEqual([failed.pullRequests, failed.sha], [[], sha('a')]);
    for (const [status, passed] of [
      ['success', true],
      ['canceled', false],
    ] as const) {
      const ended = only('gitlab', 'pipeline', { object_attributes: { status } });
      assert.ok(ended?.kind === 'check');
      assert.deepEqual([ended.passed, ended.needsFix], [passed, false]);
    }
    for (const status of ['running', 'skipped'])
      assert.equal(only('gitlab', 'pipeline', { object_attributes: { status } }), undefined);
  });
});

test('a pushed, deleted or released tag is named, and has no branch and no commits', () => {
  const ref = 'refs/tags/v1';
  for (const [host, event, payload] of [
    ['github', 'push', { ref, after: sha('a'), commits: [] }],
    ['gitlab', 'tag_push', { object_kind: 'tag_push', ref, after: sha('a'), commits: [] }],
    ['github', 'push', { ref, after: sha('0'), deleted: true }],
    ['github', 'release', { action: 'published', release: { tag_name: 'v1' } }],
    ['gitlab', 'release', { object_kind: 'release', action: 'create', tag: 'v1' }],
    ['gitea', 'delete', { ref: 'v1', ref_type: 'tag' }],
    ['forgejo', 'delete', { ref, ref_type: 'tag' }],
    ['bitbucket', 'repo:push', { push: { changes: [{ new: null, old: { type: 'tag', name: 'v1' } }] } }],
    ['bitbucket', 'repo:refs_changed', { changes: [{ type: 'DELETE', ref: { id: ref } }] }],
  ] as const) {
    const { events } = parse(host, event, payload);
    const tags = events.filter(({ kind }) => kind === 'tag');
    assert.deepEqual(tags, [{ kind: 'tag', tag: 'v1' }], `${host} ${event}`);
    const others = events.filter(({ kind }) => kind !== 'tag');
    assert.ok(
      others.every((one) => one.kind === 'push' && one.branch === undefined),
      `${host} ${event}`,
    );
  }
  const draft = { action: 'created', release: { tag_name: 'v1', draft: true } };
  assert.deepEqual(parse('github', 'release', draft).events, [], 'a draft has no tag yet');
});

describe('a review of a Gitea before 1.12', () => {
  const payload = (type?: string) => ({
    action: 'synchronized',
    pull_request: { number: 3 },
    sender: { login: 'ada-l' },
    ...(type && { review: { type, content: 'Well done' } }),
  });
  for (const [event, verdict] of Object.entries({
    pull_request_approved: 'approved',
    pull_request_rejected: 'changes_requested',
    pull_request_comment: 'commented',
  })) {
    test(`${event} is the verdict ${verdict}`, () => {
      for (const sent of [payload(event), payload()]) {
        const review = only('gitea', event, sent);
        assert.deepEqual([review?.kind, review?.kind === 'review' && review.verdict], ['review', verdict]);
      }
    });
  }

  test('new commits are no review', () => {
    assert.equal(only('gitea', 'pull_request', payload())?.kind, 'pull_request');
    assert.equal(only('gitea', 'pull_request_sync', payload())?.kind, 'pull_request');
  });
});

test('a system hook of GitLab is known by the name in its payload', () => {
  const headers = { 'x-gitlab-event': 'System Hook' };
  const { parseEventName } = getHostAdapter('gitlab');
  assert.equal(parseEventName(headers, { event_name: 'push' }), 'push');
  assert.equal(parseEventName(headers, { object_kind: 'merge_request' }), 'merge_request');
  assert.equal(parseEventName(headers, { event_name: 'project_create' }), 'project_create');
  const { payload } = payloads.gitlab.push as payloads.HostDelivery;
  const { object_kind, ...push } = payload as Record<string, unknown>;
  assert.equal(object_kind, 'push');
  assert.equal(only('gitlab', 'push', { ...push, event_name: 'push' })?.kind, 'push');
  assert.equal(only('gitlab', 'project_create', { event_name: 'project_create' }), undefined);
});
