import { enqueueFollowUp } from '../../agent-tasks/index.ts';
import type { CodeEvent } from '../code-event.ts';
import { toSingleLine } from '../payload.ts';
import { listPullRequestsAt } from './code-activity-store.ts';
import { authorName, type DeliveryContext, pullRequestScope } from './delivery-context.ts';
import { taskSource } from './enqueue-code-task.ts';

/** Enqueues a follow-up of the task that opened the pull request, because a check failed. */
export async function enqueueChecksFollowUp(
  context: DeliveryContext,
  { name, needsFix, sha, branch, url, pullRequests }: Extract<CodeEvent, { kind: 'check' }>,
): Promise<void> {
  const { tx, provider, repository } = context;
  if (!needsFix || repository === '') return;
  const numbers =
    pullRequests.length > 0
      ? pullRequests
      : await listPullRequestsAt(tx, provider, pullRequestScope(context), { sha, branch });
  for (const number of new Set(numbers.slice(0, 20))) {
    await addFollowUp(context, {
      number,
      reason: 'checks_failed',
      // The sentence leaves out the name of the check: the author of a fork chooses it, so it is untrusted.
      sentence: `A check failed on pull request ${repository}#${number}${sha ? ` at ${toSingleLine(sha, 40)}` : ''}. It is in input.followUp; find out why it failed, and fix it.`,
      more: { ...(sha !== undefined && { sha }), ...(url !== undefined && { url }) },
      input: { check: toSingleLine(name, 100), sha, url },
      // One failure arrives as several events: check run, check suite and workflow run.
      dedupeKey: sha ?? branch ?? '',
    });
  }
}

/** Enqueues a follow-up of the task that opened the pull request, because a review requests changes. */
export async function enqueueReviewFollowUp(
  context: DeliveryContext,
  { id, verdict, body, url, author, pullRequest }: Extract<CodeEvent, { kind: 'review' }>,
): Promise<void> {
  if (verdict !== 'changes_requested' || context.repository === '') return;
  const { number, sha } = pullRequest;
  await addFollowUp(context, {
    number,
    reason: 'changes_requested',
    sentence: `A review of pull request ${context.repository}#${number} requests changes. It is in input.followUp; make the changes, or explain why not.`,
    more: { ...(sha !== undefined && { sha }), ...(url !== undefined && { url }) },
    input: { review: body.slice(0, 20_000), author: authorName(author) ?? null, url },
    dedupeKey: id,
  });
}

async function addFollowUp(
  context: DeliveryContext,
  {
    number,
    reason,
    sentence,
    more,
    input,
    dedupeKey,
  }: {
    number: number;
    reason: 'checks_failed' | 'changes_requested';
    sentence: string;
    more: { sha?: string; url?: string };
    input: Record<string, unknown>;
    dedupeKey: string;
  },
): Promise<void> {
  // The follow-up belongs to the project of the first task, which the user who replays may not administer.
  const { tx, now, tasksPerHourMax, repository, projects, signedByProject, isLinked } = context;
  if (context.isPartial && signedByProject === null) return;
  const enqueued = await enqueueFollowUp(
    tx,
    { now, tasksPerHourMax },
    {
      pullRequest: { repository, number },
      projectIds: projects.map(({ id }) => id),
      isLinked: isLinked || signedByProject !== null,
      includesInstance: signedByProject === null,
      reason,
      sentence,
      source: taskSource(context, { number, ...more }),
      input,
      dedupeKey,
    },
  );
  if (!enqueued || enqueued.outcome === 'duplicate') return;
  context.effects.push({
    type: 'task',
    projectId: enqueued.task.projectId,
    taskId: enqueued.task.id,
    kind: enqueued.task.kind,
    state: enqueued.outcome,
  });
}
