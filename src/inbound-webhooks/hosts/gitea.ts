import type { CodeEvent, ParsedDelivery } from '../code-event.ts';
import { objectAt, type Payload, textAt, timeAt, urlAt, valueAt } from '../payload.ts';
import { parseGithubStyle, parsePerson, parsePullRequest } from './github.ts';
import {
  dedupeWindowMsDefault,
  type Headers,
  type HostAdapter,
  isSignature,
  isSignedWith,
  readHeader,
} from './host-adapter.ts';

export const gitea: HostAdapter = {
  name: 'gitea',
  matchesHeaders: (headers) => readHeader(headers, 'x-gitea-event') !== undefined,
  mayBeAuthentic: (headers) => isSignature(readHeader(headers, 'x-gitea-signature')),
  isAuthentic: (headers, bytes, secret) =>
    isSignedWith(secret, bytes, readHeader(headers, 'x-gitea-signature')),
  parseEventName: (headers) => readHeader(headers, 'x-gitea-event') ?? 'unknown',
  findDeliveryId: (headers) => readHeader(headers, 'x-gitea-delivery'),
  // The second is new in 1.24 and holds the level of the hook (repository, organisation, instance).
  hookHeaders: ['x-gitea-event-type', 'x-gitea-hook-installation-target-type'],
  signsBodyAlone: true,
  dedupeWindowMs: dedupeWindowMsDefault,
  isPing: (event) => event === 'ping',
  parse: parseGiteaStyle,
};

/** Forgejo is a fork of Gitea and sends the headers of Gitea and GitHub in addition to its own. */
export const forgejo: HostAdapter = {
  ...gitea,
  name: 'forgejo',
  matchesHeaders: (headers) => readHeader(headers, 'x-forgejo-event') !== undefined,
  // If Forgejo's own signature is present, only that one counts: a valid Gitea signature does not make up for a wrong one.
  mayBeAuthentic: (headers) => isSignature(forgejoSignature(headers)),
  isAuthentic: (headers, bytes, secret) => isSignedWith(secret, bytes, forgejoSignature(headers)),
  parseEventName: (headers) =>
    readHeader(headers, 'x-forgejo-event') ?? readHeader(headers, 'x-gitea-event') ?? 'unknown',
  findDeliveryId: (headers) =>
    readHeader(headers, 'x-forgejo-delivery') ?? readHeader(headers, 'x-gitea-delivery'),
  hookHeaders: ['x-forgejo-event-type', 'x-gitea-event-type'],
  parse: (event, payload) =>
    runEvents.includes(event) ? parseRun(objectAt(payload, 'run')) : parseGiteaStyle(event, payload),
};

const forgejoSignature = (headers: Headers) =>
  readHeader(headers, 'x-forgejo-signature') ?? readHeader(headers, 'x-gitea-signature');

/** `recover`: the run before it failed. */
const runEvents = ['action_run_failure', 'action_run_recover', 'action_run_success'];

/** Forgejo sends its own format for its own runs only. A cancelled run has the same event name as a failed one. */
function parseRun(run: Payload): ParsedDelivery {
  const status = textAt(run, 'status');
  const [, number] = /^#([1-9]\d{0,8})$/.exec(textAt(run, 'prettyref') ?? '') ?? [];
  const check: CodeEvent = {
    kind: 'check',
    name: textAt(run, 'workflow_id') ?? textAt(run, 'title') ?? 'run',
    passed: status === 'success',
    conclusion: status ?? '',
    needsFix: status === 'failure',
    at: timeAt(run, 'stopped') ?? timeAt(run, 'updated'),
    sha: textAt(run, 'commit_sha'),
    branch: number === undefined ? textAt(run, 'prettyref') : undefined,
    url: urlAt(run, 'html_url'),
    pullRequests: number === undefined ? [] : [Number(number)],
  };
  return {
    repository: textAt(run, 'repository', 'full_name'),
    action: status,
    defaultBranch: textAt(run, 'repository', 'default_branch'),
    sender: parsePerson(objectAt(run, 'trigger_user')),
    events: ['success', 'failure', 'cancelled'].includes(status ?? '') ? [check] : [],
  };
}

type Verdict = Extract<CodeEvent, { kind: 'review' }>['verdict'];

/** The verdict by review type, which was the name of the event before Gitea 1.12. */
const verdicts = new Map<string, Verdict>([
  ['pull_request_review_approved', 'approved'],
  ['pull_request_review_rejected', 'changes_requested'],
  ['pull_request_review_comment', 'commented'],
  ['pull_request_approved', 'approved'],
  ['pull_request_rejected', 'changes_requested'],
  ['pull_request_comment', 'commented'],
]);

function parseGiteaStyle(event: string, payload: Payload): ParsedDelivery {
  const isPullRequest = event.startsWith('pull_request');
  const parsed = parseGithubStyle(isPullRequest ? 'pull_request' : event, payload);
  return isPullRequest && isReview(event, payload)
    ? { ...parsed, events: parseReview(event, payload) }
    : parsed;
}

/** The payload of a review has the action `reviewed`; before Gitea 1.12 it had `synchronized`, as a push has. */
const isReview = (event: string, payload: Payload) =>
  valueAt(payload, 'action') === 'reviewed' ||
  (valueAt(payload, 'action') === 'synchronized' && verdicts.has(event));

function parseReview(event: string, payload: Payload): CodeEvent[] {
  const pullRequest = parsePullRequest(objectAt(payload, 'pull_request'));
  const verdict = verdicts.get(textAt(payload, 'review', 'type') ?? event);
  if (!pullRequest || !verdict) return [];
  const author = parsePerson(objectAt(payload, 'sender'));
  return [
    {
      kind: 'review',
      // The payload has no review id. Each review updates the pull request, so its time makes the id unique.
      id: `${pullRequest.id} ${author.login ?? ''} ${verdict} ${pullRequest.sha ?? ''} ${pullRequest.asOf ?? ''}`,
      verdict,
      body: textAt(payload, 'review', 'content') ?? '',
      url: pullRequest.url,
      author,
      pullRequest,
    },
  ];
}
