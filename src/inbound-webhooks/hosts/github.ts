import {
  type Author,
  branchOf,
  type CodeEvent,
  type CodeReading,
  type Commit,
  type Issue,
  isFork,
  isNoCommit,
  type PullRequest,
} from '../code-event.ts';
import { deliveriesKeptMs } from '../delivery.ts';
import {
  idAt,
  listAt,
  numberAt,
  objectAt,
  type Payload,
  textAt,
  timeAt,
  urlAt,
  valueAt,
} from '../payload.ts';
import { type CodeHost, headerOf, isSignedWith } from './host.ts';

export const github: CodeHost = {
  name: 'github',
  isSender: (headers) => headerOf(headers, 'x-github-event') !== undefined,
  isProven: (headers, bytes, secret) => isSignedWith(secret, bytes, headerOf(headers, 'x-hub-signature-256')),
  eventOf: (headers, payload) => headerOf(headers, 'x-github-event') ?? guessEvent(payload),
  deliveryIdOf: (headers) => headerOf(headers, 'x-github-delivery'),
  hookHeader: 'x-github-hook-id',
  // Its payloads say when, so equal ones are one event, however late somebody sends them again: it signs no time.
  sameBytesMs: deliveriesKeptMs,
  isPing: (event) => event === 'ping',
  read: readLikeGithub,
};

/** Gitea and Forgejo send what GitHub sends, but for details that stand here too because they do no harm. */
export function readLikeGithub(event: string, payload: Payload): CodeReading {
  return {
    repository: textAt(payload, 'repository', 'full_name'),
    action: textAt(payload, 'action'),
    sender: readPerson(objectAt(payload, 'sender')),
    events: readEvents(event, payload).filter((read) => read !== undefined),
  };
}

function readEvents(event: string, payload: Payload): (CodeEvent | undefined)[] {
  switch (event) {
    case 'issues':
      return [valueAt(payload, 'action') === 'opened' ? readIssueOpened(payload) : undefined];
    case 'pull_request':
      return [readPullRequestEvent(payload)];
    case 'push':
      return [readPush(payload)];
    case 'pull_request_review':
      return [valueAt(payload, 'action') === 'submitted' ? readReview(payload) : undefined];
    case 'check_run':
    case 'check_suite':
    case 'workflow_run':
      return [readChecks(objectAt(payload, event), idAt(payload, 'repository', 'id'))];
    case 'status':
      return [readStatus(payload)];
    case 'create':
    case 'delete':
      return [readBranch(event, payload)];
    default:
      return [];
  }
}

function readIssueOpened(payload: Payload): CodeEvent | undefined {
  const issue = objectAt(payload, 'issue');
  const number = numberAt(issue, 'number');
  if (number === undefined) return undefined;
  const read: Issue = {
    id: idAt(issue, 'id') ?? String(number),
    number,
    title: textAt(issue, 'title') ?? '',
    body: textAt(issue, 'body') ?? '',
    url: urlAt(issue, 'html_url'),
    author: readPerson(objectAt(issue, 'user')),
    isConfidential: false,
  };
  return { kind: 'issue_opened', issue: read };
}

const pullRequestActions: Record<string, 'opened' | 'reopened' | 'ready'> = {
  opened: 'opened',
  reopened: 'reopened',
  ready_for_review: 'ready',
};

function readPullRequestEvent(payload: Payload): CodeEvent | undefined {
  const pullRequest = readPullRequest(objectAt(payload, 'pull_request'));
  if (!pullRequest) return undefined;
  const action = textAt(payload, 'action') ?? '';
  if (action === 'closed') {
    return {
      kind: 'pull_request',
      action: pullRequest.state === 'merged' ? 'merged' : 'closed',
      pullRequest,
    };
  }
  const known = Object.hasOwn(pullRequestActions, action) ? pullRequestActions[action] : undefined;
  return { kind: 'pull_request', action: known ?? 'changed', pullRequest };
}

export function readPullRequest(pull: Payload): PullRequest | undefined {
  const number = numberAt(pull, 'number');
  if (number === undefined) return undefined;
  const repositoryOf = (side: 'head' | 'base') => textAt(pull, side, 'repo', 'full_name');
  return {
    id: idAt(pull, 'id') ?? String(number),
    number,
    title: textAt(pull, 'title') ?? '',
    body: textAt(pull, 'body') ?? '',
    url: urlAt(pull, 'html_url'),
    branch: textAt(pull, 'head', 'ref') ?? '',
    base: textAt(pull, 'base', 'ref') ?? '',
    sha: textAt(pull, 'head', 'sha'),
    state: stateOf(pull),
    isFromFork: valueAt(pull, 'head', 'repo') === null || isFork(repositoryOf('head'), repositoryOf('base')),
    author: readPerson(objectAt(pull, 'user')),
    asOf: timeAt(pull, 'updated_at'),
  };
}

function stateOf(pull: Payload): PullRequest['state'] {
  if (valueAt(pull, 'merged') === true || textAt(pull, 'merged_at')) return 'merged';
  if (valueAt(pull, 'state') === 'closed') return 'closed';
  return valueAt(pull, 'draft') === true ? 'draft' : 'open';
}

const commitsMax = 2_048;

function readPush(payload: Payload): CodeEvent | undefined {
  const ref = textAt(payload, 'ref') ?? '';
  const after = textAt(payload, 'after') ?? '';
  const branch = branchOf(ref);
  if (valueAt(payload, 'deleted') === true || isNoCommit(after)) {
    return branch === undefined ? undefined : { kind: 'branch_deleted', branch };
  }
  return {
    kind: 'push',
    ref,
    branch,
    before: textAt(payload, 'before') ?? '',
    after,
    url: urlAt(payload, 'compare') ?? urlAt(payload, 'compare_url'),
    commits: listAt(payload, 'commits').slice(0, commitsMax).map(readCommit),
  };
}

const readCommit = (commit: unknown): Commit => ({
  sha: textAt(commit, 'id') ?? '',
  message: textAt(commit, 'message') ?? '',
  url: urlAt(commit, 'url'),
  author: {
    login: textAt(commit, 'author', 'username'),
    email: textAt(commit, 'author', 'email'),
    name: textAt(commit, 'author', 'name'),
  },
  isNew: valueAt(commit, 'distinct') !== false,
});

const verdicts = { approved: 'approved', changes_requested: 'changes_requested' } as const;

function readReview(payload: Payload): CodeEvent | undefined {
  const review = objectAt(payload, 'review');
  const pullRequest = readPullRequest(objectAt(payload, 'pull_request'));
  if (!pullRequest) return undefined;
  const state = textAt(review, 'state')?.toLowerCase() ?? '';
  return {
    kind: 'review',
    id: idAt(review, 'id') ?? `${pullRequest.id} ${textAt(review, 'submitted_at') ?? ''}`,
    verdict: Object.hasOwn(verdicts, state) ? verdicts[state as keyof typeof verdicts] : 'commented',
    body: textAt(review, 'body') ?? '',
    url: urlAt(review, 'html_url'),
    author: readPerson(objectAt(review, 'user')),
    pullRequest,
  };
}

const failures = ['failure', 'timed_out', 'startup_failure'];

function readChecks(check: Payload, repositoryId: string | undefined): CodeEvent | undefined {
  if (!failures.includes(textAt(check, 'conclusion') ?? '')) return undefined;
  // A commit may stand in pull requests of other repositories too, whose numbers mean nothing here.
  const isHere = (pull: unknown) => !isFork(idAt(pull, 'base', 'repo', 'id'), repositoryId);
  return {
    kind: 'checks_failed',
    name: textAt(check, 'name') ?? textAt(check, 'display_title') ?? textAt(check, 'app', 'name') ?? 'checks',
    sha: textAt(check, 'head_sha'),
    branch: textAt(check, 'head_branch') ?? textAt(check, 'check_suite', 'head_branch'),
    url: urlAt(check, 'html_url'),
    pullRequests: listAt(check, 'pull_requests')
      .filter(isHere)
      .flatMap((pull) => numberAt(pull, 'number') ?? []),
  };
}

/** A status names a commit and its branches, but no pull request. */
function readStatus(payload: Payload): CodeEvent | undefined {
  const state = textAt(payload, 'state');
  if (state !== 'failure' && state !== 'error') return undefined;
  return {
    kind: 'checks_failed',
    name: textAt(payload, 'context') ?? 'status',
    sha: textAt(payload, 'sha'),
    branch: textAt(listAt(payload, 'branches')[0], 'name'),
    url: urlAt(payload, 'target_url'),
    pullRequests: [],
  };
}

function readBranch(event: 'create' | 'delete', payload: Payload): CodeEvent | undefined {
  const ref = textAt(payload, 'ref');
  // Forgejo writes `refs/heads/…` where the others write the name alone.
  const branch = ref && (branchOf(ref) ?? ref);
  if (valueAt(payload, 'ref_type') !== 'branch' || !branch) return undefined;
  return { kind: event === 'create' ? 'branch_created' : 'branch_deleted', branch };
}

export const readPerson = (person: Payload): Author => ({
  login: textAt(person, 'login') ?? textAt(person, 'username'),
  email: textAt(person, 'email'),
  name: textAt(person, 'full_name') ?? textAt(person, 'name'),
});

/** For senders that speak GitHub's payloads without its headers. */
function guessEvent(payload: Payload): string {
  if (valueAt(payload, 'zen') !== undefined && valueAt(payload, 'hook_id') !== undefined) return 'ping';
  if (valueAt(payload, 'review') !== undefined && valueAt(payload, 'pull_request') !== undefined)
    return 'pull_request_review';
  if (valueAt(payload, 'pull_request') !== undefined) return 'pull_request';
  if (valueAt(payload, 'issue') !== undefined && valueAt(payload, 'comment') === undefined) return 'issues';
  if (valueAt(payload, 'commits') !== undefined && valueAt(payload, 'ref') !== undefined) return 'push';
  return 'unknown';
}
