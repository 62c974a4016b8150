import type { Scope } from '../users/index.ts';
import type { CodeEvent, CodeReading } from './code-event.ts';
import { countCommits, countReview } from './count-work.ts';
import type { Caused } from './delivery.ts';
import { enqueueCodeTasks } from './enqueue-code-task.ts';
import { linkBranch, linkPullRequest, linkPush, type TicketsByProject } from './link-tickets.ts';
import { openTicketFor } from './open-ticket.ts';
import type { ReadingScope } from './reading-scope.ts';
import { followFailedChecks, followReview } from './wake-follow-ups.ts';

type Parts = Pick<Scope, 'db' | 'clock'>;

/** Everything that follows from a delivery of a code host, in its transaction. */
export async function applyCodeReading(
  scope: ReadingScope,
  { events }: CodeReading,
  parts: Parts,
): Promise<Caused> {
  for (const event of events) await applyEvent(scope, event, parts);
  const { effects, projects } = scope;
  const touched = effects.flatMap(({ projectId }) => projectId ?? []);
  return {
    effects,
    projectIds: [...new Set([...projects.map(({ id }) => id), ...touched])],
    reason: effects.length > 0 ? null : reasonFor(scope, events),
  };
}

async function applyEvent(scope: ReadingScope, event: CodeEvent, parts: Parts): Promise<void> {
  switch (event.kind) {
    case 'issue_opened': {
      const tickets: TicketsByProject = new Map();
      for (const project of scope.projects) {
        const ticketId = await openTicketFor(scope, project, event.issue, parts);
        if (ticketId) tickets.set(project.id, ticketId);
      }
      return enqueueCodeTasks(scope, event, tickets);
    }
    case 'pull_request':
      return enqueueCodeTasks(scope, event, await linkPullRequest(scope, event));
    case 'push': {
      const tickets = await linkPush(scope, event);
      await countCommits(scope, event);
      return enqueueCodeTasks(scope, event, tickets);
    }
    case 'branch_created':
    case 'branch_deleted':
      return linkBranch(scope, event);
    case 'review':
      await countReview(scope, event);
      return followReview(scope, event);
    case 'checks_failed':
      return followFailedChecks(scope, event);
  }
}

/** Why nothing was caused; what it will be is known before where the events are none. */
export function reasonFor(
  { event, action }: Pick<ReadingScope, 'event' | 'action'>,
  events: CodeEvent[],
): string {
  const name = action === undefined ? event : `${event} (${action})`;
  return events.length === 0
    ? `Nothing follows from ${name}`
    : `Nothing followed from ${name}: no task is wanted, and no ticket or person is concerned`;
}
