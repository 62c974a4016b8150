/**
 * Deliveries of code hosts other than GitHub, written from their documentation and, where that is incomplete, from their
 * source code. They hold the fields that Docket reads and some that it must ignore.
 */

export interface HostDelivery {
  event: string;
  payload: Record<string, unknown>;
}

const commitsOf = (messages: string[], author: { name: string; email: string; username?: string }) =>
  messages.map((message, index) => ({
    id: `${index + 1}`.repeat(40).slice(0, 40),
    message,
    timestamp: '2026-11-01T10:00:00Z',
    url: `https://git.example.org/acme/app/commit/${index + 1}`,
    author,
    committer: author,
    added: [],
    modified: ['README.md'],
    removed: [],
  }));

const noCommit = '0'.repeat(40);
const ada = { name: 'Ada', email: 'ada@git.example.org', username: 'ada-l' };

/** Gitea and Forgejo share these payloads. */
const giteaUser = {
  id: 3,
  login: 'ada-l',
  full_name: 'Ada',
  email: 'ada@git.example.org',
  username: 'ada-l',
};
const giteaRepository = {
  id: 9,
  name: 'app',
  full_name: 'acme/app',
  html_url: 'https://git.example.org/acme/app',
};
const giteaPull = (fields: object) => ({
  id: 71,
  number: 7,
  user: giteaUser,
  title: 'Show the rate',
  body: 'Fixes APP-1',
  state: 'open',
  draft: false,
  merged: false,
  html_url: 'https://git.example.org/acme/app/pulls/7',
  merged_at: null,
  head: { label: 'rate', ref: 'rate', sha: 'a'.repeat(40), repo_id: 9, repo: giteaRepository },
  base: { label: 'main', ref: 'main', sha: 'b'.repeat(40), repo_id: 9, repo: giteaRepository },
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  ...fields,
});
/** Both send `delete` for a deleted branch, never a push. */
const giteaDelete = (ref: string): HostDelivery => ({
  event: 'delete',
  payload: {
    ref,
    ref_type: 'branch',
    pusher_type: 'user',
    repository: giteaRepository,
    sender: giteaUser,
  },
});
export const gitea: Record<string, HostDelivery> = {
  push: {
    event: 'push',
    payload: {
      ref: 'refs/heads/app-1-rate',
      before: 'b'.repeat(40),
      after: '1'.repeat(40),
      compare_url: 'https://git.example.org/acme/app/compare/b...1',
      commits: commitsOf(['APP-1 show the rate', 'Tidy up'], ada),
      total_commits: 2,
      repository: giteaRepository,
      pusher: giteaUser,
      sender: giteaUser,
    },
  },
  branchDeleted: giteaDelete('app-1-rate'),
  issueOpened: {
    event: 'issues',
    payload: {
      action: 'opened',
      number: 4,
      issue: {
        id: 44,
        number: 4,
        user: giteaUser,
        title: 'It rains in',
        body: 'Through the roof',
        html_url: 'https://git.example.org/acme/app/issues/4',
      },
      repository: giteaRepository,
      sender: giteaUser,
    },
  },
  issueClosed: {
    event: 'issues',
    payload: {
      action: 'closed',
      number: 4,
      issue: { id: 44, number: 4, title: 'It rains in', state: 'closed' },
      repository: giteaRepository,
      sender: giteaUser,
      commit_id: '',
    },
  },
  opened: {
    event: 'pull_request',
    payload: {
      action: 'opened',
      number: 7,
      pull_request: giteaPull({}),
      repository: giteaRepository,
      sender: giteaUser,
    },
  },
  synchronized: {
    event: 'pull_request',
    payload: {
      action: 'synchronized',
      before: 'c'.repeat(40),
      after: 'a'.repeat(40),
      number: 7,
      pull_request: giteaPull({ updated_at: '2026-11-01T10:05:00Z' }),
      repository: giteaRepository,
      sender: giteaUser,
    },
  },
  approved: {
    event: 'pull_request_approved',
    payload: {
      action: 'reviewed',
      number: 7,
      pull_request: giteaPull({ updated_at: '2026-11-01T10:06:00Z' }),
      requested_reviewer: giteaUser,
      commit_id: '',
      review: { type: 'pull_request_review_approved', content: 'Good' },
      repository: giteaRepository,
      sender: giteaUser,
    },
  },
  changesRequested: {
    event: 'pull_request_rejected',
    payload: {
      action: 'reviewed',
      number: 7,
      pull_request: giteaPull({ updated_at: '2026-11-01T10:07:00Z' }),
      requested_reviewer: giteaUser,
      commit_id: '',
      review: { type: 'pull_request_review_rejected', content: 'Not yet' },
      repository: giteaRepository,
      sender: giteaUser,
    },
  },
  merged: {
    event: 'pull_request',
    payload: {
      action: 'closed',
      number: 7,
      pull_request: giteaPull({ state: 'closed', merged: true, updated_at: '2026-11-01T10:10:00Z' }),
      repository: giteaRepository,
      sender: giteaUser,
    },
  },
  checksFailed: {
    event: 'status',
    payload: {
      commit: commitsOf(['Show the rate'], ada)[0],
      context: 'ci/build',
      created_at: '2026-11-01T10:05:30Z',
      description: 'Failing after 12s',
      id: 12,
      sha: 'a'.repeat(40),
      state: 'failure',
      target_url: 'https://git.example.org/acme/app/actions/runs/3/jobs/0',
      updated_at: null,
      repository: giteaRepository,
      sender: giteaUser,
    },
  },
};

/** What differs in Forgejo: full ref names, and action runs instead of statuses. */
export const forgejo: Record<string, HostDelivery> = {
  ...gitea,
  branchDeleted: giteaDelete('refs/heads/app-1-rate'),
  checksFailed: {
    event: 'action_run_failure',
    payload: {
      action: 'failure',
      run: {
        id: 31,
        title: 'Show the rate',
        repository: giteaRepository,
        workflow_id: 'test.yml',
        index_in_repo: 3,
        trigger_user: giteaUser,
        prettyref: '#7',
        commit_sha: 'a'.repeat(40),
        event: 'pull_request',
        trigger_event: 'pull_request',
        status: 'failure',
        html_url: 'https://git.example.org/acme/app/actions/runs/3',
      },
      last_run: null,
      prior_status: 'running',
    },
  },
};

const gitlabUser = { id: 3, name: 'Ada', username: 'ada-l', email: '[REDACTED]' };
const gitlabProject = {
  id: 9,
  name: 'app',
  path_with_namespace: 'acme/app',
  web_url: 'https://gitlab.example.org/acme/app',
  default_branch: 'main',
};
const mergeRequest = (action: string, fields: object = {}, more: object = {}): HostDelivery => ({
  event: 'Merge Request Hook',
  payload: {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: gitlabUser,
    project: gitlabProject,
    object_attributes: {
      id: 71,
      iid: 7,
      title: 'Show the rate',
      description: 'Fixes APP-1',
      state: 'opened',
      draft: false,
      source_branch: 'rate',
      target_branch: 'main',
      source_project_id: 9,
      target_project_id: 9,
      author_id: 3,
      work_in_progress: false,
      url: 'https://gitlab.example.org/acme/app/-/merge_requests/7',
      last_commit: { id: 'a'.repeat(40) },
      updated_at: '2026-11-01 10:00:00 UTC',
      action,
      ...fields,
    },
    labels: [],
    changes: {},
    repository: { name: 'app', homepage: 'https://gitlab.example.org/acme/app' },
    ...more,
  },
});
const reviewer = (state: string) => [{ id: 6, name: 'Ben', username: 'ben', state, re_requested: false }];
export const gitlab: Record<string, HostDelivery> = {
  push: {
    event: 'Push Hook',
    payload: {
      object_kind: 'push',
      event_name: 'push',
      before: 'b'.repeat(40),
      after: '1'.repeat(40),
      ref: 'refs/heads/app-1-rate',
      ref_protected: false,
      checkout_sha: '1'.repeat(40),
      user_id: 3,
      user_name: 'Ada',
      user_username: 'ada-l',
      user_email: '',
      project: gitlabProject,
      commits: commitsOf(['APP-1 show the rate', 'Tidy up'], { name: 'Ada', email: 'ada@git.example.org' }),
      total_commits_count: 2,
    },
  },
  branchDeleted: {
    event: 'Push Hook',
    payload: {
      object_kind: 'push',
      event_name: 'push',
      before: '1'.repeat(40),
      after: noCommit,
      ref: 'refs/heads/app-1-rate',
      checkout_sha: null,
      user_username: 'ada-l',
      project: gitlabProject,
      commits: [],
      total_commits_count: 0,
    },
  },
  issueOpened: {
    event: 'Issue Hook',
    payload: {
      object_kind: 'issue',
      event_type: 'issue',
      user: gitlabUser,
      project: gitlabProject,
      object_attributes: {
        id: 44,
        iid: 4,
        title: 'It rains in',
        description: 'Through the roof',
        url: 'https://gitlab.example.org/acme/app/-/issues/4',
        state: 'opened',
        confidential: false,
        action: 'open',
      },
    },
  },
  issueClosed: {
    event: 'Issue Hook',
    payload: {
      object_kind: 'issue',
      user: gitlabUser,
      project: gitlabProject,
      object_attributes: { id: 44, iid: 4, title: 'It rains in', state: 'closed', action: 'close' },
    },
  },
  opened: mergeRequest('open'),
  synchronized: mergeRequest('update', { oldrev: 'c'.repeat(40), updated_at: '2026-11-01 10:05:00 UTC' }),
  approved: mergeRequest('approved', { updated_at: '2026-11-01 10:06:00 UTC' }),
  changesRequested: mergeRequest(
    'update',
    { updated_at: '2026-11-01 10:07:00 UTC' },
    { changes: { reviewers: { previous: reviewer('unreviewed'), current: reviewer('requested_changes') } } },
  ),
  merged: mergeRequest('merge', { state: 'merged', updated_at: '2026-11-01 10:10:00 UTC' }),
  checksFailed: {
    event: 'Pipeline Hook',
    payload: {
      object_kind: 'pipeline',
      object_attributes: {
        id: 31,
        iid: 3,
        ref: 'rate',
        sha: 'a'.repeat(40),
        tag: false,
        source: 'merge_request_event',
        status: 'failed',
        detailed_status: 'failed',
        url: 'https://gitlab.example.org/acme/app/-/pipelines/31',
      },
      merge_request: {
        id: 71,
        iid: 7,
        source_branch: 'rate',
        source_project_id: 9,
        target_branch: 'main',
        target_project_id: 9,
        state: 'opened',
      },
      user: gitlabUser,
      project: gitlabProject,
    },
  },
};

const bitbucketUser = {
  display_name: 'Ada',
  nickname: 'ada-l',
  account_id: '557058:1',
  uuid: '{1}',
  type: 'user',
};
const bitbucketRepository = { type: 'repository', full_name: 'acme/app', name: 'app', uuid: '{9}' };
const bitbucketPull = (fields: object) => ({
  type: 'pullrequest',
  id: 7,
  title: 'Show the rate',
  description: 'Fixes APP-1',
  state: 'OPEN',
  draft: false,
  author: bitbucketUser,
  source: { branch: { name: 'rate' }, commit: { hash: 'a'.repeat(12) }, repository: bitbucketRepository },
  destination: {
    branch: { name: 'main' },
    commit: { hash: 'b'.repeat(12) },
    repository: bitbucketRepository,
  },
  created_on: '2026-11-01T10:00:00.000000+00:00',
  updated_on: '2026-11-01T10:00:00.000000+00:00',
  links: { html: { href: 'https://bitbucket.org/acme/app/pull-requests/7' } },
  ...fields,
});
const bitbucketOf = (event: string, fields: object, more: object = {}): HostDelivery => ({
  event,
  payload: {
    actor: bitbucketUser,
    repository: bitbucketRepository,
    pullrequest: bitbucketPull(fields),
    ...more,
  },
});
const bitbucketBranch = {
  type: 'branch',
  name: 'app-1-rate',
  target: { type: 'commit', hash: '1'.repeat(40) },
};
export const bitbucket: Record<string, HostDelivery> = {
  push: {
    event: 'repo:push',
    payload: {
      actor: bitbucketUser,
      repository: bitbucketRepository,
      push: {
        changes: [
          {
            new: bitbucketBranch,
            old: { ...bitbucketBranch, target: { hash: 'b'.repeat(40) } },
            created: false,
            closed: false,
            forced: false,
            truncated: false,
            links: { html: { href: 'https://bitbucket.org/acme/app/branches/compare/1..b' } },
            commits: ['APP-1 show the rate', 'Tidy up'].map((message, index) => ({
              hash: `${index + 1}`.repeat(40),
              type: 'commit',
              message,
              date: '2026-11-01T10:00:00+00:00',
              author: { raw: 'Ada <ada@git.example.org>', user: bitbucketUser },
              links: { html: { href: `https://bitbucket.org/acme/app/commits/${index + 1}` } },
            })),
          },
        ],
      },
    },
  },
  branchDeleted: {
    event: 'repo:push',
    payload: {
      actor: bitbucketUser,
      repository: bitbucketRepository,
      push: { changes: [{ new: null, old: bitbucketBranch, created: false, closed: true, forced: false }] },
    },
  },
  issueOpened: {
    event: 'issue:created',
    payload: {
      actor: bitbucketUser,
      repository: bitbucketRepository,
      issue: {
        id: 4,
        title: 'It rains in',
        content: { raw: 'Through the roof', markup: 'markdown', html: '<p>Through the roof</p>' },
        state: 'new',
        type: 'bug',
        created_on: '2026-11-01T10:00:00.000000+00:00',
        links: { html: { href: 'https://bitbucket.org/acme/app/issues/4' } },
      },
    },
  },
  issueClosed: {
    event: 'issue:updated',
    payload: {
      actor: bitbucketUser,
      repository: bitbucketRepository,
      issue: { id: 4, title: 'It rains in' },
    },
  },
  opened: bitbucketOf('pullrequest:created', {}),
  synchronized: bitbucketOf('pullrequest:updated', { updated_on: '2026-11-01T10:05:00.000000+00:00' }),
  approved: bitbucketOf(
    'pullrequest:approved',
    {},
    { approval: { date: '2026-11-01T10:06:00.000000+00:00', user: bitbucketUser } },
  ),
  changesRequested: bitbucketOf(
    'pullrequest:changes_request_created',
    {},
    { changes_request: { date: '2026-11-01T10:07:00.000000+00:00', user: bitbucketUser } },
  ),
  merged: bitbucketOf('pullrequest:fulfilled', {
    state: 'MERGED',
    updated_on: '2026-11-01T10:10:00.000000+00:00',
  }),
  checksFailed: {
    event: 'repo:commit_status_updated',
    payload: {
      actor: bitbucketUser,
      repository: bitbucketRepository,
      commit_status: {
        name: 'build',
        key: 'ci',
        state: 'FAILED',
        description: '2 of 40 tests failed',
        url: 'https://ci.example.org/1',
        type: 'build',
        created_on: '2026-11-01T10:04:00.000000+00:00',
        updated_on: '2026-11-01T10:05:30.000000+00:00',
        // The full hash; the pull request has the first 12 characters.
        links: {
          commit: { href: `https://api.bitbucket.org/2.0/repositories/acme/app/commit/${'a'.repeat(40)}` },
        },
      },
    },
  },
};
