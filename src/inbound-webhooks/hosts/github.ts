import {
  type Author,
  type CodeEvent,
  type Commit,
  type Issue,
  isFork,
  isNullSha,
  type ParsedDelivery,
  type PullRequest,
  parseBranch,
  parseTag,
  tagEvents,
} from '../code-event.ts';
import { deliveriesKeptMs } from '../delivery-log/delivery.ts';
import {
  idAt,
  listAt,
  numberAt,
  objectAt,
  type Payload,
  textAt,
  textsAt,
  timeAt,
  urlAt,
  valueAt,
} from '../payload.ts';
import { type HostAdapter, isSignature, isSignedWith, readHeader } from './host-adapter.ts';

export const github: HostAdapter = {
  name: 'github',
  matchesHeaders: (headers) => readHeader(headers, 'x-github-event') !== undefined,
  mayBeAuthentic: (headers) => isSignature(readHeader(headers, 'x-hub-signature-256')),
  isAuthentic: (headers, bytes, secret) =>
    isSignedWith(secret, bytes, readHeader(headers, 'x-hub-signature-256')),
  parseEventName: (headers, payload) => readHeader(headers, 'x-github-event') ?? guessEventName(payload),
  findDeliveryId: (headers) => readHeader(headers, 'x-github-delivery'),
  hookHeaders: ['x-github-hook-id'],
  // Payloads hold timestamps, so equal ones are the same event.
  signsBodyAlone: true,
  dedupeWindowMs: deliveriesKeptMs,
  isPing: (event) => event === 'ping',
  parse: parseGithubStyle,
};

/** Gitea and Forgejo use GitHub's format; the few differences are handled here for all three. */
export function parseGithubStyle(event: string, payload: Payload): ParsedDelivery {
  return {
    repository: textAt(payload, 'repository', 'full_name'),
    action: textAt(payload, 'action'),
    defaultBranch: textAt(payload, 'repository', 'default_branch'),
    sender: parsePerson(objectAt(payload, 'sender')),
    events: parseEvents(event, payload).filter((parsed) => parsed !== undefined),
  };
}

function parseEvents(event: string, payload: Payload): (CodeEvent | undefined)[] {
  switch (event) {
    case 'issues':
      return [valueAt(payload, 'action') === 'opened' ? parseIssueOpened(payload) : undefined];
    case 'pull_request':
      return [parsePullRequestEvent(payload)];
    case 'push':
      return [parsePush(payload), ...tagEvents(textAt(payload, 'ref') ?? '')];
    case 'pull_request_review':
      return [valueAt(payload, 'action') === 'submitted' ? parseReview(payload) : undefined];
    case 'check_run':
    case 'check_suite':
    case 'workflow_run':
    case 'workflow_job':
      return [parseCheck(event, objectAt(payload, event), idAt(payload, 'repository', 'id'))];
    case 'status':
      return [parseStatus(payload)];
    case 'create':
    case 'delete':
      return [parseRefEvent(event, payload)];
    case 'release':
      return [parseRelease(objectAt(payload, 'release'))];
    default:
      return [];
  }
}

function parseIssueOpened(payload: Payload): CodeEvent | undefined {
  const issue = objectAt(payload, 'issue');
  const number = numberAt(issue, 'number');
  if (number === undefined) return undefined;
  const opened: Issue = {
    id: idAt(issue, 'id') ?? String(number),
    number,
    title: textAt(issue, 'title') ?? '',
    body: textAt(issue, 'body') ?? '',
    url: urlAt(issue, 'html_url'),
    author: parsePerson(objectAt(issue, 'user')),
    isConfidential: false,
  };
  return { kind: 'issue_opened', issue: opened };
}

const pullRequestActions: Record<string, 'opened' | 'reopened' | 'ready'> = {
  opened: 'opened',
  reopened: 'reopened',
  ready_for_review: 'ready',
};

function parsePullRequestEvent(payload: Payload): CodeEvent | undefined {
  const pullRequest = parsePullRequest(objectAt(payload, 'pull_request'));
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

export function parsePullRequest(pull: Payload): PullRequest | undefined {
  const number = numberAt(pull, 'number');
  if (number === undefined) return undefined;
  const repositoryName = (side: 'head' | 'base') => textAt(pull, side, 'repo', 'full_name');
  return {
    id: idAt(pull, 'id') ?? String(number),
    number,
    title: textAt(pull, 'title') ?? '',
    body: textAt(pull, 'body') ?? '',
    url: urlAt(pull, 'html_url'),
    branch: textAt(pull, 'head', 'ref') ?? '',
    base: textAt(pull, 'base', 'ref') ?? '',
    sha: textAt(pull, 'head', 'sha'),
    mergeSha: textAt(pull, 'merge_commit_sha'),
    state: parseState(pull),
    isFromFork:
      valueAt(pull, 'head', 'repo') === null || isFork(repositoryName('head'), repositoryName('base')),
    author: parsePerson(objectAt(pull, 'user')),
    asOf: timeAt(pull, 'updated_at'),
  };
}

function parseState(pull: Payload): PullRequest['state'] {
  if (valueAt(pull, 'merged') === true || textAt(pull, 'merged_at')) return 'merged';
  if (valueAt(pull, 'state') === 'closed') return 'closed';
  return valueAt(pull, 'draft') === true ? 'draft' : 'open';
}

const commitsMax = 2_048;
// One more than a push is compared with, so that a longer list counts as incomplete.
const filesOfCommitMax = 3_001;

function parsePush(payload: Payload): CodeEvent | undefined {
  const ref = textAt(payload, 'ref') ?? '';
  const after = textAt(payload, 'after') ?? '';
  const branch = parseBranch(ref);
  if (valueAt(payload, 'deleted') === true || isNullSha(after)) {
    return branch === undefined ? undefined : { kind: 'branch_deleted', branch };
  }
  return {
    kind: 'push',
    ref,
    branch,
    before: textAt(payload, 'before') ?? '',
    after,
    url: urlAt(payload, 'compare') ?? urlAt(payload, 'compare_url'),
    commits: listAt(payload, 'commits').slice(0, commitsMax).map(parseCommit),
    // Gitea names only the first commits of a long push.
    commitCount: numberAt(payload, 'total_commits'),
  };
}

const parseCommit = (commit: unknown): Commit => ({
  sha: textAt(commit, 'id') ?? '',
  message: textAt(commit, 'message') ?? '',
  url: urlAt(commit, 'url'),
  author: {
    login: textAt(commit, 'author', 'username'),
    email: textAt(commit, 'author', 'email'),
    name: textAt(commit, 'author', 'name'),
  },
  isNew: valueAt(commit, 'distinct') !== false,
  files: textsAt(commit, ['added', 'modified', 'removed'], filesOfCommitMax),
});

const verdicts = { approved: 'approved', changes_requested: 'changes_requested' } as const;

function parseReview(payload: Payload): CodeEvent | undefined {
  const review = objectAt(payload, 'review');
  const pullRequest = parsePullRequest(objectAt(payload, 'pull_request'));
  if (!pullRequest) return undefined;
  const state = textAt(review, 'state')?.toLowerCase() ?? '';
  return {
    kind: 'review',
    id: idAt(review, 'id') ?? `${pullRequest.id} ${textAt(review, 'submitted_at') ?? ''}`,
    verdict: Object.hasOwn(verdicts, state) ? verdicts[state as keyof typeof verdicts] : 'commented',
    body: textAt(review, 'body') ?? '',
    url: urlAt(review, 'html_url'),
    author: parsePerson(objectAt(review, 'user')),
    pullRequest,
  };
}

const failures = ['failure', 'timed_out', 'startup_failure'];
/** Such a check says nothing about the commit. */
const undecided = ['neutral', 'skipped'];

/** Undefined until the check ended: only then it has a conclusion. */
function parseCheck(event: string, check: Payload, repositoryId: string | undefined): CodeEvent | undefined {
  const conclusion = textAt(check, 'conclusion');
  if (conclusion === undefined || undecided.includes(conclusion)) return undefined;
  // The list may hold pull requests of other repositories with the same commit.
  const isHere = (pull: unknown) => !isFork(idAt(pull, 'base', 'repo', 'id'), repositoryId);
  return {
    kind: 'check',
    name: textAt(check, 'name') ?? textAt(check, 'display_title') ?? textAt(check, 'app', 'name') ?? 'checks',
    passed: conclusion === 'success',
    conclusion,
    // A job belongs to a workflow run, whose own event follows.
    needsFix: failures.includes(conclusion) && event !== 'workflow_job',
    at: timeAt(check, 'completed_at') ?? timeAt(check, 'updated_at'),
    sha: textAt(check, 'head_sha'),
    branch: textAt(check, 'head_branch') ?? textAt(check, 'check_suite', 'head_branch'),
    url: urlAt(check, 'html_url'),
    pullRequests: listAt(check, 'pull_requests')
      .filter(isHere)
      .flatMap((pull) => numberAt(pull, 'number') ?? []),
  };
}

/** A status has a commit and its branches, but no pull request. */
function parseStatus(payload: Payload): CodeEvent | undefined {
  const state = textAt(payload, 'state');
  const failed = state === 'failure' || state === 'error';
  // Gitea also knows `warning`, which does not fail, and `skipped`.
  if (!failed && state !== 'success' && state !== 'warning') return undefined;
  return {
    kind: 'check',
    name: textAt(payload, 'context') ?? 'status',
    passed: !failed,
    conclusion: state,
    needsFix: failed,
    at: timeAt(payload, 'updated_at') ?? timeAt(payload, 'created_at'),
    sha: textAt(payload, 'sha'),
    branch: textAt(listAt(payload, 'branches')[0], 'name'),
    url: urlAt(payload, 'target_url'),
    pullRequests: [],
  };
}

/** The release of a draft has no tag yet. */
function parseRelease(release: Payload): CodeEvent | undefined {
  const tag = textAt(release, 'tag_name');
  return tag && valueAt(release, 'draft') !== true ? { kind: 'tag', tag } : undefined;
}

function parseRefEvent(event: 'create' | 'delete', payload: Payload): CodeEvent | undefined {
  const ref = textAt(payload, 'ref');
  if (valueAt(payload, 'ref_type') === 'tag' && ref) return { kind: 'tag', tag: parseTag(ref) ?? ref };
  // Forgejo sends `refs/heads/…`, the others the branch name.
  const branch = ref && (parseBranch(ref) ?? ref);
  if (valueAt(payload, 'ref_type') !== 'branch' || !branch) return undefined;
  return { kind: event === 'create' ? 'branch_created' : 'branch_deleted', branch };
}

export const parsePerson = (person: Payload): Author => ({
  login: textAt(person, 'login') ?? textAt(person, 'username'),
  email: textAt(person, 'email'),
  name: textAt(person, 'full_name') ?? textAt(person, 'name'),
});

/** For senders of GitHub's format without its headers. */
function guessEventName(payload: Payload): string {
  if (valueAt(payload, 'zen') !== undefined && valueAt(payload, 'hook_id') !== undefined) return 'ping';
  if (valueAt(payload, 'review') !== undefined && valueAt(payload, 'pull_request') !== undefined)
    return 'pull_request_review';
  if (valueAt(payload, 'pull_request') !== undefined) return 'pull_request';
  if (valueAt(payload, 'issue') !== undefined && valueAt(payload, 'comment') === undefined) return 'issues';
  if (valueAt(payload, 'commits') !== undefined && valueAt(payload, 'ref') !== undefined) return 'push';
  return 'unknown';
}
