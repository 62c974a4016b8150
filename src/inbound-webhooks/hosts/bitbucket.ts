import {
  type Author,
  type CodeEvent,
  type Commit,
  isFork,
  type ParsedDelivery,
  type PullRequest,
  parseBranch,
  tagEvents,
} from '../code-event.ts';
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
import {
  dedupeWindowMsDefault,
  type HostAdapter,
  isSignature,
  isSignedWith,
  readHeader,
} from './host-adapter.ts';

/** Bitbucket Cloud and Bitbucket Data Center, which has other names for the same events. */
export const bitbucket: HostAdapter = {
  name: 'bitbucket',
  matchesHeaders: (headers) => readHeader(headers, 'x-event-key') !== undefined,
  mayBeAuthentic: (headers) => isSignature(readHeader(headers, 'x-hub-signature')),
  isAuthentic: (headers, bytes, secret) =>
    isSignedWith(secret, bytes, readHeader(headers, 'x-hub-signature')),
  parseEventName: (headers) => readHeader(headers, 'x-event-key') ?? 'unknown',
  findDeliveryId: (headers) => readHeader(headers, 'x-request-uuid') ?? readHeader(headers, 'x-request-id'),
  hookHeaders: ['x-hook-uuid'],
  signsBodyAlone: true,
  dedupeWindowMs: dedupeWindowMsDefault,
  isPing: (event) => event === 'diagnostics:ping',
  parse: (event, payload): ParsedDelivery => ({
    repository: parseRepository(payload),
    action: event.split(':').slice(1).join(':') || undefined,
    defaultBranch: textAt(payload, 'repository', 'mainbranch', 'name'),
    sender: parseUser(objectAt(payload, 'actor')),
    events: parseEvents(event, payload).filter((parsed) => parsed !== undefined),
  }),
};

function parseRepository(payload: Payload): string | undefined {
  const whole = textAt(payload, 'repository', 'full_name');
  if (whole) return whole;
  const repository = valueAt(payload, 'repository') ?? valueAt(payload, 'pullRequest', 'toRef', 'repository');
  const project = textAt(repository, 'project', 'key');
  const slug = textAt(repository, 'slug');
  return project && slug ? `${project}/${slug}` : undefined;
}

const pullRequestActions: Record<string, 'opened' | 'changed' | 'merged' | 'closed'> = {
  'pullrequest:created': 'opened',
  'pullrequest:updated': 'changed',
  'pullrequest:fulfilled': 'merged',
  'pullrequest:rejected': 'closed',
  'pr:opened': 'opened',
  'pr:modified': 'changed',
  'pr:from_ref_updated': 'changed',
  'pr:merged': 'merged',
  'pr:declined': 'closed',
};

const reviewVerdicts: Record<string, 'approved' | 'changes_requested'> = {
  'pullrequest:approved': 'approved',
  'pullrequest:changes_request_created': 'changes_requested',
  'pr:reviewer:approved': 'approved',
  'pr:reviewer:changes_requested': 'changes_requested',
  'pr:reviewer:needs_work': 'changes_requested',
};

function parseEvents(event: string, payload: Payload): (CodeEvent | undefined)[] {
  if (event === 'issue:created') return [parseIssueOpened(payload)];
  if (event === 'repo:push')
    return listAt(payload, 'push', 'changes').slice(0, 50).map(parseChange).flatMap(withTag);
  if (event === 'repo:refs_changed')
    return listAt(payload, 'changes').slice(0, 50).map(parseRefChange(payload)).flatMap(withTag);
  if (event === 'repo:commit_status_created' || event === 'repo:commit_status_updated')
    return [parseStatus(objectAt(payload, 'commit_status'))];
  if (Object.hasOwn(pullRequestActions, event)) {
    const pullRequest = parsePullRequest(event, payload);
    const action = pullRequestActions[event] ?? 'changed';
    return [pullRequest && { kind: 'pull_request', action, pullRequest }];
  }
  if (Object.hasOwn(reviewVerdicts, event)) return [parseReview(event, payload)];
  return [];
}

const withTag = (event: CodeEvent | undefined) =>
  event?.kind === 'push' ? [event, ...tagEvents(event.ref)] : [event];

function parseIssueOpened(payload: Payload): CodeEvent | undefined {
  const issue = objectAt(payload, 'issue');
  const number = numberAt(issue, 'id');
  if (number === undefined) return undefined;
  return {
    kind: 'issue_opened',
    issue: {
      id: `${number} ${textAt(issue, 'created_on') ?? ''}`,
      number,
      title: textAt(issue, 'title') ?? '',
      body: textAt(issue, 'content', 'raw') ?? '',
      url: urlAt(issue, 'links', 'html', 'href'),
      author: parseUser(
        valueAt(issue, 'reporter') ? objectAt(issue, 'reporter') : objectAt(payload, 'actor'),
      ),
      isConfidential: false,
    },
  };
}

function parseChange(change: unknown): CodeEvent | undefined {
  const after = objectAt(change, 'new');
  const name = textAt(after, 'name') ?? textAt(change, 'old', 'name') ?? '';
  const isBranch = (textAt(after, 'type') ?? textAt(change, 'old', 'type')) !== 'tag';
  const sha = textAt(after, 'target', 'hash');
  if (sha === undefined && name)
    return isBranch ? { kind: 'branch_deleted', branch: name } : { kind: 'tag', tag: name };
  if (sha === undefined) return undefined;
  return {
    kind: 'push',
    ref: `refs/${isBranch ? 'heads' : 'tags'}/${name}`,
    branch: isBranch ? name : undefined,
    before: textAt(change, 'old', 'target', 'hash') ?? '',
    after: sha,
    url: urlAt(change, 'links', 'html', 'href'),
    commits: listAt(change, 'commits')
      .slice(0, 2_048)
      .map((commit) => ({
        sha: textAt(commit, 'hash') ?? '',
        message: textAt(commit, 'message') ?? '',
        url: urlAt(commit, 'links', 'html', 'href'),
        author: parseCommitAuthor(commit),
        isNew: true,
      })),
  };
}

/** Data Center sends the commits of all changes in one list; older versions send no list. */
function parseRefChange(payload: Payload): (change: unknown, index: number) => CodeEvent | undefined {
  return (change, index) => {
    const ref = textAt(change, 'ref', 'id') ?? '';
    const branch = parseBranch(ref);
    if (valueAt(change, 'type') === 'DELETE')
      return branch === undefined ? tagEvents(ref)[0] : { kind: 'branch_deleted', branch };
    return {
      kind: 'push',
      ref,
      branch,
      before: textAt(change, 'fromHash') ?? '',
      after: textAt(change, 'toHash') ?? '',
      url: undefined,
      commits: Array.isArray(valueAt(payload, 'commits'))
        ? (index === 0 ? listAt(payload, 'commits') : []).slice(0, 2_048).map((commit) => ({
            sha: textAt(commit, 'id') ?? '',
            message: textAt(commit, 'message') ?? '',
            url: undefined,
            author: parseUser(objectAt(commit, 'author')),
            isNew: true,
          }))
        : lastCommit(change),
    };
  };
}

/** The only commit known if the payload lists none. Its author is unknown. */
const lastCommit = (change: unknown): Commit[] =>
  valueAt(change, 'type') === 'UPDATE'
    ? [{ sha: textAt(change, 'toHash') ?? '', message: '', url: undefined, author: {}, isNew: false }]
    : [];

function parsePullRequest(event: string, payload: Payload): PullRequest | undefined {
  const isCloud = valueAt(payload, 'pullrequest') !== undefined;
  const pull = objectAt(payload, isCloud ? 'pullrequest' : 'pullRequest');
  const number = numberAt(pull, 'id');
  if (number === undefined) return undefined;
  const created = textAt(pull, 'created_on') ?? idAt(pull, 'createdDate') ?? '';
  return {
    id: `${number} ${created}`,
    number,
    title: textAt(pull, 'title') ?? '',
    body: textAt(pull, 'description') ?? '',
    url: urlAt(pull, 'links', 'html', 'href') ?? urlAt(listAt(pull, 'links', 'self')[0], 'href'),
    branch: textAt(pull, 'source', 'branch', 'name') ?? textAt(pull, 'fromRef', 'displayId') ?? '',
    base: textAt(pull, 'destination', 'branch', 'name') ?? textAt(pull, 'toRef', 'displayId') ?? '',
    sha: textAt(pull, 'source', 'commit', 'hash') ?? textAt(pull, 'fromRef', 'latestCommit'),
    mergeSha: textAt(pull, 'merge_commit', 'hash') ?? textAt(pull, 'properties', 'mergeCommit', 'id'),
    state: parseState(event, pull),
    isFromFork: isCloud
      ? isFork(repositoryAt(pull, 'source'), repositoryAt(pull, 'destination'))
      : isFork(repositoryAt(pull, 'fromRef'), repositoryAt(pull, 'toRef')),
    author: parseUser(isCloud ? objectAt(pull, 'author') : objectAt(pull, 'author', 'user')),
    asOf: timeAt(pull, 'updated_on') ?? timeAt(pull, 'updatedDate'),
  };
}

/** Identifies the repository of one side of a pull request. */
const repositoryAt = (pull: Payload, side: string) =>
  textAt(pull, side, 'repository', 'uuid') ??
  textAt(pull, side, 'repository', 'full_name') ??
  idAt(pull, side, 'repository', 'id');

function parseState(event: string, pull: Payload): PullRequest['state'] {
  const action = pullRequestActions[event];
  if (action === 'merged' || action === 'closed') return action;
  return valueAt(pull, 'draft') === true ? 'draft' : 'open';
}

function parseReview(event: string, payload: Payload): CodeEvent | undefined {
  const pullRequest = parsePullRequest(event, payload);
  const verdict = reviewVerdicts[event];
  if (!pullRequest || !verdict) return undefined;
  const proof = objectAt(payload, verdict === 'approved' ? 'approval' : 'changes_request');
  const author = parseUser(
    valueAt(proof, 'user') === undefined ? objectAt(payload, 'actor') : objectAt(proof, 'user'),
  );
  return {
    kind: 'review',
    id: `${pullRequest.id} ${author.login ?? ''} ${verdict} ${textAt(proof, 'date') ?? textAt(payload, 'date') ?? ''}`,
    verdict,
    body: '',
    url: pullRequest.url,
    author,
    pullRequest,
  };
}

/** A status has a commit and a branch, but no pull request. */
function parseStatus(status: Payload): CodeEvent | undefined {
  const state = textAt(status, 'state') ?? '';
  if (!['SUCCESSFUL', 'FAILED', 'STOPPED'].includes(state)) return undefined;
  return {
    kind: 'check',
    name: textAt(status, 'name') ?? textAt(status, 'key') ?? 'build',
    passed: state === 'SUCCESSFUL',
    conclusion: state.toLowerCase(),
    needsFix: state === 'FAILED',
    at: timeAt(status, 'updated_on'),
    sha: textAt(status, 'commit', 'hash') ?? textAt(status, 'links', 'commit', 'href')?.split('/').at(-1),
    branch: textAt(status, 'refname'),
    url: urlAt(status, 'url'),
    pullRequests: [],
  };
}

/** Cloud accounts have a nickname; Data Center accounts have a name and an e-mail address. */
const parseUser = (user: Payload): Author => ({
  login: textAt(user, 'nickname') ?? textAt(user, 'username') ?? textAt(user, 'slug'),
  email: textAt(user, 'emailAddress'),
  name: textAt(user, 'display_name') ?? textAt(user, 'displayName') ?? textAt(user, 'name'),
});

/** Parses `Ada Lovelace <ada@example.org>`, and the account if Bitbucket matched one. */
function parseCommitAuthor(commit: unknown): Author {
  const [, name, email] =
    /^([^<]{0,200})<([^<>\s]{1,320})>\s*$/.exec(textAt(commit, 'author', 'raw') ?? '') ?? [];
  const user = parseUser(objectAt(commit, 'author', 'user'));
  return { login: user.login, email, name: user.name ?? name?.trim() };
}
