import { type ForWorker, presentTask, type TaskDetails } from '../agent-tasks/index.ts';
import { shorten } from './shorten.ts';
import type { ToolData } from './tool.ts';
import { describeForWorker } from './worker-report.ts';

const inputCharactersMax = 8_000;
const activitiesShown = 20;

/** A task for the agent that works on it. Only `instructions` are to be followed; all other text may come from third parties. */
export function describeTask(task: TaskDetails & ForWorker): ToolData {
  const { id, kind, state, priority, instructions, lease, attempt, maxAttempts, ...rest } = presentTask(task);
  const forWorker = describeForWorker({}, task);
  return {
    data: {
      task: id,
      state,
      priority,
      instructions,
      ...(lease && { epoch: lease.epoch, leaseExpiresAt: lease.expiresAt }),
      attempt,
      maxAttempts,
      ...(rest.project && { project: rest.project.key }),
      ...(rest.ticket && { ticket: rest.ticket.key ?? rest.ticket.id }),
      ...(rest.followsId && { follows: rest.followsId }),
      ...forWorker.data,
    },
    untrusted: {
      ...forWorker.untrusted,
      // Untrusted, because the sender of a generic event may choose it.
      kind,
      title: rest.title,
      source: rest.source,
      input: shorten(JSON.stringify(rest.input), inputCharactersMax),
      ...(rest.ticket && { ticketTitle: rest.ticket.title }),
      ...(rest.answer && { answer: rest.answer }),
      ...(rest.error && { lastError: shorten(rest.error, 1_000) }),
      activities: rest.activities.slice(-activitiesShown).map(({ type, content, author }) => ({
        type,
        by: author?.name,
        content: shorten(content, 1_000),
      })),
      artifacts: rest.artifacts.map(({ type, title, url }) => ({ type, title, url })),
    },
  };
}
