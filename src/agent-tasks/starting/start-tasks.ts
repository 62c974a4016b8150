import type { EventRow } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import {
  type EffectiveRule,
  findWorkflowPolicy,
  listEffectiveRules,
  listWorkingAgents,
} from '../../projects/index.ts';
import { findMentionedBy, listLabelsNamed } from '../../tickets/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import type { TaskActor } from '../agent-task-events.ts';
import { findTask, findTicketProject } from '../agent-task-store.ts';
import type { HoldSettings } from '../holds/decide-hold.ts';
import { sendComment } from '../messages/messages.ts';
import { enqueueTask, type NewTask } from './enqueue-task.ts';
import { filterAgents, filterTicketsWithOpenTasks } from './follow-store.ts';
import { findCause } from './task-cause.ts';
import { findWakes } from './wake-agents.ts';
import { listWakeCandidates } from './wake-store.ts';

/** A ticket event that may start tasks. */
export interface StartingEvent {
  event: EventRow;
  ticket: {
    id: string;
    key?: string;
    title: string;
    priority: AgentTaskRow['priority'];
    workspaceId: string;
    labelIds?: string[];
  };
  /** Undefined if no account caused it. */
  by: TaskActor;
}

/** Gives the agents that a comment mentions a task, with the comment as instructions. */
export const startByComment = (
  tx: Tx,
  starting: StartingEvent,
  mentioned: string[],
  content: string,
  settings: HoldSettings,
) => wake(tx, starting, mentioned, content, settings);

/** Gives the agents a task that a description mentions, unless its version before mentioned them too. */
export async function startByDescription(
  tx: Tx,
  starting: StartingEvent,
  before: string | null | undefined,
  text: string,
  settings: HoldSettings,
): Promise<void> {
  const { by, ticket } = starting;
  if (!by) return;
  const known = new Set(before ? await findMentionedBy(tx, by.userId, ticket.id, before) : []);
  const mentioned = await findMentionedBy(tx, by.userId, ticket.id, text);
  await wake(
    tx,
    starting,
    mentioned.filter((id) => !known.has(id)),
    // Who adds a mention to a description need not have written the rest of it.
    before ? readTicketText(ticket) : text,
    settings,
  );
}

const readTicketText = ({ key, id }: StartingEvent['ticket']) =>
  `You were mentioned in the description of the ticket ${key ?? id}. Read it with its comments, do what it asks of you, report your activities, and add the result as an artifact.`;

async function wake(
  tx: Tx,
  starting: StartingEvent,
  agentIds: string[],
  instructions: string,
  settings: HoldSettings,
): Promise<void> {
  const { by, ticket, event } = starting;
  if (!by || agentIds.length === 0) return;
  const place = await findTicketProject(tx, { ticketId: ticket.id });
  if (!place) return;
  const wakes = await findWakes(tx, {
    authorId: by.userId,
    ticketId: ticket.id,
    projectId: place.projectId,
    agentIds,
  });
  const isPerson = (await filterAgents(tx, [by.userId])).length === 0;
  for (const { agent, wakes: isWoken, reason, messageTo } of wakes) {
    // Agents get no messages of other agents: those would be a chain that nothing limits.
    const task = messageTo !== undefined && isPerson ? await findTask(tx, { id: messageTo }) : undefined;
    if (task) await sendComment(tx, by, task, instructions, settings.now);
    // With a reason the agent gets an answer, not a task.
    if (!isWoken || reason !== undefined) continue;
    await enqueue(tx, starting, settings, {
      agentId: agent.id,
      kind: 'mention',
      instructions,
      dedupeKey: `mention ${event.id} ${agent.id}`,
    });
  }
}

/** Gives the agents of the project’s rules a task, once for each time that a ticket enters their status. */
export async function startByStatus(
  tx: Tx,
  starting: StartingEvent,
  status: string,
  settings: HoldSettings,
): Promise<void> {
  const { ticket, event } = starting;
  const projectId = (await findTicketProject(tx, { ticketId: ticket.id }))?.projectId;
  // A ticket that moved to another project since is not what the rules of this one are for.
  if (!projectId || projectId !== event.projectId) return;
  const { rules } = await listEffectiveRules(tx, projectId, await findWorkflowPolicy(tx, projectId));
  for (const rule of rules) {
    if (rule.status !== status || !(await hasLabel(tx, ticket, rule))) continue;
    const { agentId } = rule;
    if (!(await isFree(tx, agentId, projectId, ticket.id))) continue;
    await enqueue(tx, starting, settings, {
      agentId,
      kind: 'status_rule',
      instructions:
        rule.instructions ||
        `The ticket ${ticket.key ?? ticket.id} entered the status ${status}, for which a rule of the project gives it to you. Read it with its comments, do what it asks for, report your activities, and add the result as an artifact.`,
      dedupeKey: `rule ${event.id} ${agentId ?? 'any'}`,
      startedIn: status,
    });
  }
}

/** Whether a rule may give the ticket to the agent, or to any agent: none of its tasks is open yet. */
async function isFree(tx: Tx, agentId: string | null, projectId: string, ticketId: string): Promise<boolean> {
  if (agentId === null) return (await filterTicketsWithOpenTasks(tx, [ticketId])).length === 0;
  if ((await listWorkingAgents(tx, { projectId, agentIds: [agentId] })).length === 0) return false;
  const [agent] = await listWakeCandidates(tx, { ids: [agentId], projectId, ticketId });
  return agent !== undefined && agent.openState === null;
}

async function hasLabel(
  tx: Tx,
  { labelIds = [], workspaceId }: StartingEvent['ticket'],
  { labels = [] }: Pick<EffectiveRule, 'labels'>,
): Promise<boolean> {
  if (labels.length === 0) return true;
  if (labelIds.length === 0) return false;
  if (labels.some((label) => labelIds.includes(label))) return true;
  return (await listLabelsNamed(tx, workspaceId, labels)).some(({ id }) => labelIds.includes(id));
}

async function enqueue(
  tx: Tx,
  { event, ticket, by }: StartingEvent,
  settings: HoldSettings,
  task: Pick<NewTask, 'agentId' | 'kind' | 'instructions' | 'dedupeKey' | 'startedIn'>,
): Promise<void> {
  await enqueueTask(
    tx,
    { ...settings, by },
    {
      ...task,
      projectId: event.projectId,
      ticketId: ticket.id,
      title: ticket.title,
      priority: ticket.priority,
      source: { provider: 'docket', event: event.type },
      input: { ticket: { id: ticket.id, ...(ticket.key !== undefined && { key: ticket.key }) } },
      cause: await findCause(tx, event.type, by, ticket.id, event.occurredAt),
    },
  );
}
