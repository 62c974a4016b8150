import type { Queries } from '../../platform/db/index.ts';
import { getAutomation } from '../../projects/index.ts';
import { canComment, findMentionedBy, getTicketFor } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { isWriter, listWakeCandidates, type WakeCandidate } from './wake-store.ts';

/** What a mention of an agent leads to. */
export interface Wake {
  agent: { id: string; name: string };
  /** Whether the agent gets a task, or an answer that it waits for. */
  wakes: boolean;
  reason?: string;
  /** The unfinished task that gets a person’s comment as a message. */
  messageTo?: string;
}

interface Mentioning {
  authorId: string;
  ticketId: string;
  projectId: string | null;
  agentIds: string[];
}

/** Shows which agents a comment with this text would wake, before it is sent. */
export async function previewWakes({ db, actor }: Scope, ref: string, text: string): Promise<Wake[]> {
  const ticket = await getTicketFor(db.reads, actor, ref, canComment);
  const agentIds = await findMentionedBy(db.reads, actor.userId, ticket.id, text);
  const wakes = await findWakes(db.reads, {
    authorId: actor.userId,
    ticketId: ticket.id,
    projectId: ticket.projectId,
    agentIds,
  });
  return wakes.map(({ messageTo, ...wake }) =>
    messageTo === undefined || actor.agent
      ? wake
      : { ...wake, reason: `${wake.reason} and gets the comment as a message` },
  );
}

/**
 * Decides which of the mentioned agents get a task. An agent with an unfinished task on the ticket gets no second one: if
 * the task waits for an answer, the comment is the answer, and otherwise the comment of a person is a message to it.
 */
export async function findWakes(
  queries: Queries,
  { authorId, ticketId, projectId, agentIds }: Mentioning,
): Promise<Wake[]> {
  const others = agentIds.filter((id) => id !== authorId);
  if (others.length === 0) return [];
  const candidates = await listWakeCandidates(queries, {
    ids: others,
    projectId: projectId ?? '',
    ticketId,
  });
  if (candidates.length === 0) return [];
  const refusal = await findRefusal(queries, authorId, projectId);
  return candidates.map((candidate) => {
    const { id, name, openState, openTaskId } = candidate;
    const agent = { id, name };
    if (openState === 'waiting_for_user')
      return { agent, wakes: true, reason: `The comment answers the question of ${name}` };
    if (refusal === undefined && openTaskId !== null)
      return {
        agent,
        wakes: false,
        reason: `${name} already has a task on this ticket`,
        messageTo: openTaskId,
      };
    const reason = refusal ?? findProblem(candidate);
    return reason === undefined ? { agent, wakes: true } : { agent, wakes: false, reason };
  });
}

async function findRefusal(
  queries: Queries,
  authorId: string,
  projectId: string | null,
): Promise<string | undefined> {
  if (projectId === null) return 'Agents are woken only on tickets of a project';
  if (!(await isWriter(queries, { userId: authorId, projectId })))
    return 'Only those who may edit the tickets of the project can give work to its agents';
  const { mentionsStartTasks } = await getAutomation(queries, projectId);
  return mentionsStartTasks ? undefined : 'Mentions start no tasks in this project';
}

function findProblem({ name, role }: WakeCandidate): string | undefined {
  if (role === null) return `${name} is not a member of the project`;
  return role === 'viewer' ? `${name} may only read the project` : undefined;
}
