import { minuteMs, secondMs } from '../../platform/clock.ts';
import { hmacSha256, isSameDigest, isSameSecret } from '../../platform/crypto.ts';
import {
  type Author,
  type CodeEvent,
  isFork,
  isNullSha,
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
  textsAt,
  timeAt,
  urlAt,
  valueAt,
} from '../payload.ts';
import { dedupeWindowMsDefault, type Headers, type HostAdapter, readHeader } from './host-adapter.ts';

export const gitlab: HostAdapter = {
  name: 'gitlab',
  matchesHeaders: (headers) => readHeader(headers, 'x-gitlab-event') !== undefined,
  mayBeAuthentic: (headers, secret) =>
    readHeader(headers, 'webhook-signature') !== undefined || hasToken(headers, secret),
  isAuthentic: (headers, bytes, secret, now) =>
    readHeader(headers, 'webhook-signature') === undefined
      ? hasToken(headers, secret)
      : isSignedAsStandardWebhook(headers, bytes, secret, now),
  // System hooks have the header `System Hook`, and some of their payloads only `event_name`.
  parseEventName: (headers, payload) =>
    textAt(payload, 'object_kind') ??
    textAt(payload, 'event_name') ??
    readHeader(headers, 'x-gitlab-event') ??
    'unknown',
  // Both headers hold the same id. `webhook-id` is signed, so a resent request cannot get a new id. The event UUID header
  // is shared by deliveries that follow from one event, so it does not identify a delivery.
  findDeliveryId: (headers) => readHeader(headers, 'webhook-id') ?? readHeader(headers, 'idempotency-key'),
  hookHeaders: ['x-gitlab-webhook-uuid'],
  // A token signs nothing; a signature covers id and time as well.
  signsBodyAlone: false,
  dedupeWindowMs: dedupeWindowMsDefault,
  isPing: () => false,
  parse: (event, payload): ParsedDelivery => ({
    repository: textAt(payload, 'project', 'path_with_namespace'),
    action: textAt(payload, 'object_attributes', 'action'),
    defaultBranch: textAt(payload, 'project', 'default_branch'),
    sender: parseSender(payload),
    events: parseEvents(event, payload).filter((parsed) => parsed !== undefined),
  }),
};

const clockSkewMs = 5 * minuteMs;

const hasToken = (headers: Headers, secret: string) =>
  isSameSecret(readHeader(headers, 'x-gitlab-token') ?? '', secret);

/** Standard Webhooks: the signature covers id, timestamp and body. A `whsec_` secret holds the key in base64. */
function isSignedAsStandardWebhook(headers: Headers, bytes: Buffer, secret: string, now: number): boolean {
  const id = readHeader(headers, 'webhook-id') ?? '';
  const timestamp = readHeader(headers, 'webhook-timestamp') ?? '';
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now - Number(timestamp) * secondMs) > clockSkewMs)
    return false;
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret;
  const digest = hmacSha256(key, `${id}.${timestamp}.`, bytes);
  const signatures = (readHeader(headers, 'webhook-signature') ?? '').split(' ');
  return signatures.some(
    (signature) =>
      signature.startsWith('v1,') && isSameDigest(Buffer.from(signature.slice(3), 'base64'), digest),
  );
}

function parseEvents(event: string, payload: Payload): (CodeEvent | undefined)[] {
  const attributes = objectAt(payload, 'object_attributes');
  switch (event) {
    case 'issue':
    case 'work_item':
      return [valueAt(attributes, 'action') === 'open' ? parseIssueOpened(payload, attributes) : undefined];
    case 'merge_request':
      return parseMergeRequest(payload, attributes);
    case 'push':
      return [parsePush(payload)];
    case 'tag_push':
      return tagEvents(textAt(payload, 'ref') ?? '');
    case 'release':
      return tagEvents(`refs/tags/${textAt(payload, 'tag') ?? ''}`);
    case 'pipeline':
      return [
        parsePipeline(payload, attributes),
        ...listAt(payload, 'builds').slice(0, jobsMax).map(parseJobOf(payload, attributes)),
      ];
    case 'build':
      return [parseJob(payload)];
    default:
      return [];
  }
}

function parseIssueOpened(payload: Payload, attributes: Payload): CodeEvent | undefined {
  const number = numberAt(attributes, 'iid');
  if (number === undefined) return undefined;
  return {
    kind: 'issue_opened',
    issue: {
      id: idAt(attributes, 'id') ?? String(number),
      number,
      title: textAt(attributes, 'title') ?? '',
      body: textAt(attributes, 'description') ?? '',
      url: urlAt(attributes, 'url'),
      author: parseUser(objectAt(payload, 'user')),
      isConfidential: valueAt(attributes, 'confidential') === true,
    },
  };
}

const mergeRequestActions: Record<string, 'opened' | 'reopened' | 'merged' | 'closed'> = {
  open: 'opened',
  reopen: 'reopened',
  merge: 'merged',
  close: 'closed',
};
const approvals = ['approved', 'approval'];

function parseMergeRequest(payload: Payload, attributes: Payload): CodeEvent[] {
  const pullRequest = parsePullRequest(payload, attributes);
  if (!pullRequest) return [];
  const action = textAt(attributes, 'action') ?? '';
  const author = parseUser(objectAt(payload, 'user'));
  const review = (verdict: 'approved' | 'changes_requested'): CodeEvent => ({
    kind: 'review',
    id: `${pullRequest.id} ${author.login ?? ''} ${verdict} ${pullRequest.sha ?? ''} ${pullRequest.asOf ?? ''}`,
    verdict,
    body: '',
    url: pullRequest.url,
    author,
    pullRequest,
  });
  // An approval has the action `approval`, or `approved` if it was the last one required.
  if (approvals.includes(action)) return [review('approved')];
  if (action === 'update' && requestsChanges(payload)) return [review('changes_requested')];
  const leftDraft = valueAt(payload, 'changes', 'draft', 'current') === false;
  const known = Object.hasOwn(mergeRequestActions, action) ? mergeRequestActions[action] : undefined;
  return [{ kind: 'pull_request', action: known ?? (leftDraft ? 'ready' : 'changed'), pullRequest }];
}

/** Whether the state of a reviewer changed to `requested_changes`. */
function requestsChanges(payload: Payload): boolean {
  const requesters = (side: string) =>
    listAt(payload, 'changes', 'reviewers', side)
      .flat()
      .filter((reviewer) => valueAt(reviewer, 'state') === 'requested_changes')
      .map((reviewer) => idAt(reviewer, 'id'));
  const before = requesters('previous');
  return requesters('current').some((id) => !before.includes(id));
}

function parsePullRequest(payload: Payload, attributes: Payload): PullRequest | undefined {
  const number = numberAt(attributes, 'iid');
  if (number === undefined) return undefined;
  return {
    id: idAt(attributes, 'id') ?? String(number),
    number,
    title: textAt(attributes, 'title') ?? '',
    body: textAt(attributes, 'description') ?? '',
    url: urlAt(attributes, 'url'),
    branch: textAt(attributes, 'source_branch') ?? '',
    base: textAt(attributes, 'target_branch') ?? '',
    sha: textAt(attributes, 'last_commit', 'id'),
    mergeSha: textAt(attributes, 'merge_commit_sha') ?? textAt(attributes, 'squash_commit_sha'),
    state: parseState(attributes),
    isFromFork: isFork(idAt(attributes, 'source_project_id'), idAt(attributes, 'target_project_id')),
    // The payload has only the user who acts; for a new merge request that is its author.
    author: parseUser(objectAt(payload, 'user')),
    asOf: gitlabTimeAt(attributes, 'updated_at'),
  };
}

function parseState(attributes: Payload): PullRequest['state'] {
  const state = textAt(attributes, 'state');
  if (state === 'merged' || state === 'closed') return state;
  return valueAt(attributes, 'draft') === true || valueAt(attributes, 'work_in_progress') === true
    ? 'draft'
    : 'open';
}

/** Older versions of GitLab send `2013-12-03 17:23:34 UTC`. */
function gitlabTimeAt(attributes: Payload, field: string): number | undefined {
  const text = textAt(attributes, field)?.replace(/^(\S+) (\S+) UTC$/, '$1T$2Z');
  return timeAt({ text }, 'text');
}

const commitsMax = 2_048;
const filesOfCommitMax = 3_001;

function parsePush(payload: Payload): CodeEvent | undefined {
  const ref = textAt(payload, 'ref') ?? '';
  const after = textAt(payload, 'after') ?? '';
  const branch = parseBranch(ref);
  if (isNullSha(after)) return branch === undefined ? undefined : { kind: 'branch_deleted', branch };
  const before = textAt(payload, 'before') ?? '';
  return {
    kind: 'push',
    ref,
    branch,
    before,
    after,
    url: urlAt(payload, 'project', 'web_url'),
    commits: listAt(payload, 'commits')
      .slice(0, commitsMax)
      .map((commit) => ({
        sha: textAt(commit, 'id') ?? '',
        message: textAt(commit, 'message') ?? '',
        url: urlAt(commit, 'url'),
        author: { email: textAt(commit, 'author', 'email'), name: textAt(commit, 'author', 'name') },
        isNew: true,
        files: textsAt(commit, ['added', 'modified', 'removed'], filesOfCommitMax),
      })),
    commitCount: numberAt(payload, 'total_commits_count'),
  };
}

const jobsMax = 500;

/** Undefined until the pipeline or job ended. */
function parseResult(status: string | undefined) {
  if (status !== 'success' && status !== 'failed' && status !== 'canceled') return undefined;
  return { kind: 'check', passed: status === 'success', conclusion: status } as const;
}

function parsePipeline(payload: Payload, attributes: Payload): CodeEvent | undefined {
  const result = parseResult(textAt(attributes, 'status'));
  const number = numberAt(payload, 'merge_request', 'iid');
  return (
    result && {
      ...result,
      name: textAt(attributes, 'name') ?? 'pipeline',
      needsFix: result.conclusion === 'failed',
      at: gitlabTimeAt(attributes, 'finished_at'),
      sha: textAt(attributes, 'sha'),
      branch: textAt(attributes, 'ref'),
      url: urlAt(attributes, 'url'),
      pullRequests: number === undefined ? [] : [number],
    }
  );
}

/** A job in the event of its pipeline, which lists the last run of each. */
const parseJobOf = (payload: Payload, attributes: Payload) => (job: unknown) =>
  presentJob(payload, textAt(attributes, 'sha'), {
    id: idAt(job, 'id'),
    name: textAt(job, 'name'),
    status: textAt(job, 'status'),
    at: gitlabTimeAt(objectAt({ job }, 'job'), 'finished_at'),
  });

/** The event of a job. */
const parseJob = (payload: Payload) =>
  presentJob(payload, textAt(payload, 'sha'), {
    id: idAt(payload, 'build_id'),
    name: textAt(payload, 'build_name'),
    status: textAt(payload, 'build_status'),
    at: gitlabTimeAt(payload, 'build_finished_at'),
  });

function presentJob(
  payload: Payload,
  sha: string | undefined,
  job: Record<'id' | 'name' | 'status', string | undefined> & { at: number | undefined },
): CodeEvent | undefined {
  const result = parseResult(job.status);
  if (!result || job.name === undefined) return undefined;
  const project = urlAt(payload, 'project', 'web_url');
  return {
    ...result,
    name: job.name,
    // The pipeline fails too, unless the job is allowed to.
    needsFix: false,
    at: job.at,
    sha,
    branch: undefined,
    url: project && job.id && urlAt({ url: `${project}/-/jobs/${job.id}` }, 'url'),
    pullRequests: [],
  };
}

function parseSender(payload: Payload): Author {
  const user = parseUser(objectAt(payload, 'user'));
  return {
    login: user.login ?? textAt(payload, 'user_username'),
    email: user.email ?? textAt(payload, 'user_email'),
    name: user.name ?? textAt(payload, 'user_name'),
  };
}

/** GitLab sends `[REDACTED]` for a private e-mail address. */
function parseUser(user: Payload): Author {
  const email = textAt(user, 'email');
  return {
    login: textAt(user, 'username'),
    email: email?.includes('@') ? email : undefined,
    name: textAt(user, 'name'),
  };
}
