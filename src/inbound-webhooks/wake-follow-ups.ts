import { wakeFollowUp } from '../agent-tasks/index.ts';
import type { CodeEvent } from './code-event.ts';
import { listPullRequestsAt } from './code-store.ts';
import { sourceOf } from './enqueue-code-task.ts';
import { lineOf } from './payload.ts';
import { nameOf, type ReadingScope } from './reading-scope.ts';

/** The checks of a pull request failed: whoever made it for a task gets another one. */
export async function followFailedChecks(
  scope: ReadingScope,
  { name, sha, branch, url, pullRequests }: Extract<CodeEvent, { kind: 'checks_failed' }>,
): Promise<void> {
  const { tx, provider, repository } = scope;
  if (repository === '') return;
  const numbers =
    pullRequests.length > 0
      ? pullRequests
      : await listPullRequestsAt(tx, provider, repository, { sha, branch });
  for (const number of new Set(numbers.slice(0, 20))) {
    await wake(scope, {
      number,
      reason: 'checks_failed',
      // Not which: whoever opens a pull request from a fork may name a check of theirs as they like.
      sentence: `A check failed on pull request ${repository}#${number}${sha ? ` at ${lineOf(sha, 40)}` : ''}. It is in input.followUp; find out why it failed, and mend it.`,
      more: { ...(sha !== undefined && { sha }), ...(url !== undefined && { url }) },
      input: { check: lineOf(name, 100), sha, url },
      // One failure is told by several events: of the run, of the suite, of the workflow.
      dedupeKey: sha ?? branch ?? '',
    });
  }
}

/** A review asks for changes. */
export async function followReview(
  scope: ReadingScope,
  { id, verdict, body, url, author, pullRequest }: Extract<CodeEvent, { kind: 'review' }>,
): Promise<void> {
  if (verdict !== 'changes_requested' || scope.repository === '') return;
  const { number, sha } = pullRequest;
  await wake(scope, {
    number,
    reason: 'changes_requested',
    sentence: `A review of pull request ${scope.repository}#${number} asks for changes. It is in input.followUp; make them, or answer why not.`,
    more: { ...(sha !== undefined && { sha }), ...(url !== undefined && { url }) },
    input: { review: body.slice(0, 20_000), author: nameOf(author) ?? null, url },
    dedupeKey: id,
  });
}

async function wake(
  scope: ReadingScope,
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
  // What is woken belongs to the project of the first task, which need not be the one of who replays.
  if (scope.isPartial) return;
  const { tx, now, tasksPerHourMax, repository, projects } = scope;
  const woken = await wakeFollowUp(
    tx,
    { now, tasksPerHourMax },
    {
      pullRequest: { repository, number },
      projectIds: projects.map(({ id }) => id),
      reason,
      sentence,
      source: sourceOf(scope, { number, ...more }),
      input,
      dedupeKey,
    },
  );
  if (!woken || woken.outcome === 'duplicate') return;
  scope.effects.push({
    type: 'task',
    projectId: woken.task.projectId,
    taskId: woken.task.id,
    kind: woken.task.kind,
    state: woken.outcome,
  });
}
