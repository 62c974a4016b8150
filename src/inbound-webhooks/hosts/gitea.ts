import type { CodeEvent, CodeReading } from '../code-event.ts';
import { objectAt, type Payload, textAt, urlAt, valueAt } from '../payload.ts';
import { readLikeGithub, readPerson, readPullRequest } from './github.ts';
import { type CodeHost, headerOf, isSignedWith, sameBytesMsDefault } from './host.ts';

export const gitea: CodeHost = {
  name: 'gitea',
  isSender: (headers) => headerOf(headers, 'x-gitea-event') !== undefined,
  isProven: (headers, bytes, secret) => isSignedWith(secret, bytes, headerOf(headers, 'x-gitea-signature')),
  eventOf: (headers) => headerOf(headers, 'x-gitea-event') ?? 'unknown',
  deliveryIdOf: (headers) => headerOf(headers, 'x-gitea-delivery'),
  // Not which, but of what: a repository, an organisation, the whole instance.
  hookHeader: 'x-gitea-hook-installation-target-type',
  sameBytesMs: sameBytesMsDefault,
  isPing: (event) => event === 'ping',
  read: readLikeGitea,
};

/** A fork of Gitea, which sends Gitea's and GitHub's headers beside its own. */
export const forgejo: CodeHost = {
  ...gitea,
  name: 'forgejo',
  isSender: (headers) => headerOf(headers, 'x-forgejo-event') !== undefined,
  // Its own signature counts where there is one: a wrong one is not saved by a right one of another name.
  isProven: (headers, bytes, secret) =>
    isSignedWith(
      secret,
      bytes,
      headerOf(headers, 'x-forgejo-signature') ?? headerOf(headers, 'x-gitea-signature'),
    ),
  eventOf: (headers) =>
    headerOf(headers, 'x-forgejo-event') ?? headerOf(headers, 'x-gitea-event') ?? 'unknown',
  deliveryIdOf: (headers) => headerOf(headers, 'x-forgejo-delivery') ?? headerOf(headers, 'x-gitea-delivery'),
  hookHeader: undefined,
  read: (event, payload) =>
    event === 'action_run_failure' ? readFailedRun(objectAt(payload, 'run')) : readLikeGitea(event, payload),
};

/** Forgejo tells of its own runs alone, in words of its own; a cancelled one comes by the same name. */
function readFailedRun(run: Payload): CodeReading {
  const [, number] = /^#([1-9]\d{0,8})$/.exec(textAt(run, 'prettyref') ?? '') ?? [];
  const failed: CodeEvent = {
    kind: 'checks_failed',
    name: textAt(run, 'workflow_id') ?? textAt(run, 'title') ?? 'run',
    sha: textAt(run, 'commit_sha'),
    branch: number === undefined ? textAt(run, 'prettyref') : undefined,
    url: urlAt(run, 'html_url'),
    pullRequests: number === undefined ? [] : [Number(number)],
  };
  return {
    repository: textAt(run, 'repository', 'full_name'),
    action: textAt(run, 'status'),
    sender: readPerson(objectAt(run, 'trigger_user')),
    events: valueAt(run, 'status') === 'failure' ? [failed] : [],
  };
}

const reviewTypes: Record<string, 'approved' | 'changes_requested' | 'commented'> = {
  pull_request_review_approved: 'approved',
  pull_request_review_rejected: 'changes_requested',
  pull_request_review_comment: 'commented',
};

/** `pull_request_approved` and its like are reviews, and say so in the payload. */
function readLikeGitea(event: string, payload: Payload): CodeReading {
  const isPullRequest = event.startsWith('pull_request');
  const reading = readLikeGithub(isPullRequest ? 'pull_request' : event, payload);
  if (!isPullRequest || valueAt(payload, 'action') !== 'reviewed') return reading;
  return { ...reading, events: readReview(payload) };
}

function readReview(payload: Payload): CodeEvent[] {
  const pullRequest = readPullRequest(objectAt(payload, 'pull_request'));
  const verdict = reviewTypes[textAt(payload, 'review', 'type') ?? ''];
  if (!pullRequest || !verdict) return [];
  const author = readPerson(objectAt(payload, 'sender'));
  return [
    {
      kind: 'review',
      // A review has no id in there; the pull request is touched by each.
      id: `${pullRequest.id} ${author.login ?? ''} ${verdict} ${pullRequest.sha ?? ''} ${pullRequest.asOf ?? ''}`,
      verdict,
      body: textAt(payload, 'review', 'content') ?? '',
      url: pullRequest.url,
      author,
      pullRequest,
    },
  ];
}
