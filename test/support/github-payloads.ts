import hooks from '@octokit/webhooks-examples' with { type: 'json' };
import type { HostDelivery } from './host-payloads.ts';

type Fields = Record<string, unknown>;

export interface GithubExample {
  event: string;
  payload: Fields & { action?: string; commits?: unknown[]; deleted?: boolean };
}

/** GitHub's own examples: 58 events, 329 payloads. */
export const githubExamples = (
  hooks as unknown as { name: string; examples: GithubExample['payload'][] }[]
).flatMap(({ name, examples }) => examples.map((payload): GithubExample => ({ event: name, payload })));

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function overlay(under: Fields, over: Fields): Fields {
  const merged = { ...under };
  for (const [name, value] of Object.entries(over)) {
    const below = merged[name];
    merged[name] = isObject(value) && isObject(below) ? overlay(below, value) : value;
  }
  return merged;
}

const repository = { id: 186853002, full_name: 'acme/app', name: 'app' };
const ada = { login: 'ada-l', id: 3 };
const ben = { login: 'ben', id: 4 };
const author = { name: 'Ada', email: 'ada@git.example.org', username: 'ada-l' };

/** An example of the event, if possible with the same action, moved to acme/app and changed by the given fields. */
function like(event: string, fields: Fields): HostDelivery {
  const examples = githubExamples.filter((one) => one.event === event);
  const { payload = {} } = examples.find((one) => one.payload.action === fields.action) ?? examples[0] ?? {};
  return { event, payload: overlay(payload, { repository, sender: ada, ...fields }) };
}

const headSha = 'a'.repeat(40);
const side = (ref: string, sha: string) => ({ ref, sha, repo: repository });
const pull = (fields: Fields = {}) => ({
  id: 71,
  number: 7,
  title: 'Show the rate',
  body: 'Fixes APP-1',
  html_url: 'https://github.com/acme/app/pull/7',
  user: ada,
  head: side('rate', headSha),
  base: side('main', 'b'.repeat(40)),
  updated_at: '2026-11-01T10:00:00Z',
  ...fields,
});
const pullRequest = (action: string, fields: Fields = {}) =>
  like('pull_request', { action, number: 7, pull_request: pull(fields) });
const review = (state: string, id: number, at: string) =>
  like('pull_request_review', {
    action: 'submitted',
    review: { id, state, user: state === 'approved' ? ada : ben, body: 'Words', submitted_at: at },
    pull_request: pull({ updated_at: at }),
  });

/** The pull requests of a checked commit; the first belongs to another repository. */
const checked = (sha: string) => [
  { id: 1, number: 99, head: side('rate', sha), base: { ref: 'main', repo: { id: 5, name: 'elsewhere' } } },
  { id: 71, number: 7, head: side('rate', sha), base: side('main', 'b'.repeat(40)) },
];

/** The four events that report a failed check of a commit. */
export const githubFailures = {
  check_run: (sha: string) =>
    like('check_run', {
      action: 'completed',
      check_run: { conclusion: 'failure', head_sha: sha, pull_requests: checked(sha) },
    }),
  check_suite: (sha: string) =>
    like('check_suite', {
      action: 'completed',
      check_suite: { conclusion: 'failure', head_sha: sha, pull_requests: checked(sha) },
    }),
  // GitHub lists no pull requests of a fork, so the commit has to identify it.
  workflow_run: (sha: string) =>
    like('workflow_run', {
      action: 'completed',
      workflow_run: { conclusion: 'startup_failure', head_sha: sha, head_branch: 'rate', pull_requests: [] },
    }),
  status: (sha: string) => like('status', { state: 'failure', sha, context: 'ci/build' }),
} as const;

export const githubPullAt = (sha: string, at: string) =>
  pullRequest('synchronize', { head: side('rate', sha), updated_at: at });

export const github: Record<string, HostDelivery> = {
  push: like('push', {
    ref: 'refs/heads/app-1-rate',
    before: 'b'.repeat(40),
    after: '1'.repeat(40),
    deleted: false,
    compare: 'https://github.com/acme/app/compare/b...1',
    commits: ['APP-1 show the rate', 'Tidy up'].map((message, index) => ({
      id: `${index + 1}`.repeat(40),
      distinct: true,
      message,
      timestamp: '2026-11-01T10:00:00Z',
      url: `https://github.com/acme/app/commit/${index + 1}`,
      author,
      committer: author,
      added: [],
      removed: [],
      modified: ['README.md'],
    })),
  }),
  branchDeleted: like('push', {
    ref: 'refs/heads/app-1-rate',
    before: '1'.repeat(40),
    after: '0'.repeat(40),
    deleted: true,
    commits: [],
    head_commit: null,
  }),
  issueOpened: like('issues', {
    action: 'opened',
    issue: { id: 44, number: 4, title: 'It rains in', body: 'Through the roof', user: ada },
  }),
  issueClosed: like('issues', { action: 'closed', issue: { id: 44, number: 4, title: 'It rains in' } }),
  opened: pullRequest('opened'),
  synchronized: pullRequest('synchronize', { updated_at: '2026-11-01T10:05:00Z' }),
  approved: review('approved', 61, '2026-11-01T10:06:00Z'),
  changesRequested: review('changes_requested', 62, '2026-11-01T10:07:00Z'),
  merged: pullRequest('closed', {
    state: 'closed',
    merged: true,
    merged_at: '2026-11-01T10:10:00Z',
    updated_at: '2026-11-01T10:10:00Z',
  }),
  checksFailed: githubFailures.check_run(headSha),
};
