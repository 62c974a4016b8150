import { markWorkflowDue } from '../../projects/index.ts';
import { markTagDue } from '../../releases/index.ts';
import type { Scope } from '../../users/index.ts';
import type { CodeEvent, ParsedDelivery } from '../code-event.ts';
import type { DeliveryResult } from '../delivery-log/delivery.ts';
import type { DeliveryContext } from './delivery-context.ts';
import { enqueueCodeTasks } from './enqueue-code-task.ts';
import { enqueueChecksFollowUp, enqueueReviewFollowUp } from './enqueue-follow-ups.ts';
import { followDefaultBranch } from './follow-default-branch.ts';
import { linkBranch, linkPullRequest, linkPush, type TicketsByProject } from './link-tickets.ts';
import { markBranchDocs, markPullRequestDocs, markTagDocs } from './mark-docs.ts';
import { openTicketForIssue } from './open-ticket.ts';
import { recordCheck } from './record-check.ts';
import { recordCommits, recordReview } from './record-contributions.ts';

type Dependencies = Pick<Scope, 'db' | 'clock'>;

/** Applies the effects of a code host's delivery in the transaction that records it. */
export async function applyCodeEvents(
  context: DeliveryContext,
  { events }: ParsedDelivery,
  dependencies: Dependencies,
): Promise<DeliveryResult> {
  for (const event of events) await applyEvent(context, event, dependencies);
  const { effects, projects, signedByProject } = context;
  const touched = effects.flatMap(({ projectId }) => projectId ?? []);
  // The admins of the project see what their secret signed, even if the project does not link the repository.
  const signers = signedByProject === null ? [] : [signedByProject];
  return {
    effects,
    projectIds: [...new Set([...signers, ...projects.map(({ id }) => id), ...touched])],
    reason: effects.length > 0 ? null : describeNoEffect(context, events),
  };
}

async function applyEvent(
  context: DeliveryContext,
  event: CodeEvent,
  dependencies: Dependencies,
): Promise<void> {
  switch (event.kind) {
    case 'issue_opened': {
      const tickets: TicketsByProject = new Map();
      for (const project of context.projects) {
        const ticketId = await openTicketForIssue(context, project, event.issue, dependencies);
        if (ticketId) tickets.set(project.id, ticketId);
      }
      return enqueueCodeTasks(context, event, tickets);
    }
    case 'pull_request':
      await markPullRequestDocs(context, event.pullRequest);
      return enqueueCodeTasks(context, event, await linkPullRequest(context, event));
    case 'push': {
      // A tag changes no branch. Which branch is the default one only the code host knows.
      if (event.branch !== undefined) await markWorkflowsDue(context);
      const tickets = await linkPush(context, event);
      await recordCommits(context, event);
      await followDefaultBranch(context, event);
      await markBranchDocs(context, event.branch);
      return enqueueCodeTasks(context, event, tickets);
    }
    case 'branch_created':
    case 'branch_deleted':
      return linkBranch(context, event);
    case 'tag':
      await readRelease(context, event.tag);
      return markTagDocs(context, event.tag);
    case 'review':
      await recordReview(context, event);
      return enqueueReviewFollowUp(context, event);
    case 'check':
      await recordCheck(context, event);
      return enqueueChecksFollowUp(context, event);
  }
}

/** The repository is read soon, outside of this transaction, for which tickets the version contains. */
async function readRelease({ tx, projects, now, repository, effects }: DeliveryContext, tag: string) {
  for (const { id: projectId } of projects)
    if (await markTagDue(tx, { projectId, repository, tag, now }))
      effects.push({ type: 'release', projectId, what: tag });
}

/** WORKFLOW.md may have changed: it is read again soon, outside of this transaction. */
async function markWorkflowsDue({ tx, projects, now }: DeliveryContext): Promise<void> {
  for (const { id } of projects) await markWorkflowDue(tx, { projectId: id, dueAt: now });
}

/** The reason shown for a delivery without effects. Without events it is known before the effects are applied. */
export function describeNoEffect(
  {
    event,
    action,
    signedByProject,
    projects,
  }: Pick<DeliveryContext, 'event' | 'action'> &
    Partial<Pick<DeliveryContext, 'signedByProject' | 'projects'>>,
  events: CodeEvent[],
): string {
  const name = action === undefined ? event : `${event} (${action})`;
  if (events.length === 0) return `Docket does not handle ${name}`;
  return signedByProject && projects?.length === 0
    ? `${name} had no effect: the project of this secret does not link the repository`
    : `${name} had no effect: it creates no task and concerns no ticket or user`;
}
