import { dayMs } from '../platform/clock.ts';
import {
  addComment,
  addReaction,
  changeTicket,
  createTicket,
  logTime,
  type Ticket,
} from '../tickets/index.ts';
import type { Cast } from './cast.ts';
import type { DemoTicket, Role } from './demo-story.ts';
import { agents } from './harbor/team.ts';
import type { Moment, newTimeline } from './timeline.ts';

export interface Stage {
  projectId: string;
  labelIds: ReadonlyMap<string, string>;
  groupIds: ReadonlyMap<string | number, string>;
  /** Ids of tickets by their names in the story; filled while it is played. */
  ticketIds: Map<string, string>;
  /** When each of them is created; filled while the story is planned. */
  createdAt: Map<string, number>;
}

const stages: Partial<Record<Ticket['status'], Ticket['stage']>> = {
  in_progress: 'DEVELOPMENT',
  in_review: 'TESTING',
  done: 'COMPLETED',
};

/** Everything that happened to a ticket, from its creation on. */
export function ticketMoments(
  ticket: DemoTicket,
  cast: Cast,
  stage: Stage,
  { inOrder, timeAt }: ReturnType<typeof newTimeline>,
  now: number,
): Moment[] {
  const { by, to, path } = ticket;
  let id = '';
  const timeAfter = inOrder(ticket.parent === undefined ? 0 : stage.createdAt.get(ticket.parent));
  const creation: Moment = {
    at: timeAfter(path.created),
    play: async (at) => {
      const created = await createTicket(cast.scopeOf(by, at), {
        title: ticket.title,
        description: ticket.description,
        type: ticket.type,
        priority: ticket.priority,
        projectId: stage.projectId,
        labelIds: ticket.labels.map((label) => stage.labelIds.get(label) as string),
        parentId: ticket.parent === undefined ? null : (stage.ticketIds.get(ticket.parent) as string),
        groupId: typeof ticket.group === 'string' ? stage.groupIds.get(ticket.group) : null,
        dueDate: ticket.dueInDays === undefined ? null : Math.floor(now + ticket.dueInDays * dayMs),
        ...(path.moves.length === 0 && to !== undefined && { assigneeId: cast.actors[to].userId }),
      });
      id = created.id;
      if (ticket.name !== undefined) stage.ticketIds.set(ticket.name, id);
    },
  };
  if (ticket.name !== undefined) stage.createdAt.set(ticket.name, creation.at);
  const moves = path.moves.map(([status, daysAgo], index): Moment => {
    const mover = chooseMover(ticket, status);
    const assigns = to !== undefined && index === firstMoveAt(ticket);
    return {
      at: timeAfter(daysAgo),
      play: (at) =>
        changeTicket(cast.scopeOf(mover, at), id, {
          status,
          // The story closes epics whose last tickets come later.
          force: true,
          ...(stages[status] && { stage: stages[status] }),
          ...(assigns && { assigneeId: cast.actors[to].userId }),
          ...(index === 0 &&
            typeof ticket.group === 'number' && { groupId: stage.groupIds.get(ticket.group) as string }),
        }),
    };
  });
  const notBefore = (daysAgo: number) => Math.max(timeAt(daysAgo), creation.at + 1);
  const comments = (ticket.comments ?? []).map(
    ({ by: author, daysAgo, text, reactions = [] }): Moment => ({
      at: notBefore(daysAgo),
      play: async (at) => {
        const content = text.replaceAll('@you', `@${mentionHandle(cast.actors.you)}`);
        const comment = await addComment(cast.scopeOf(author, at), id, content);
        for (const [person, emoji] of reactions)
          await addReaction(cast.scopeOf(person, at), { ref: id, commentId: comment.id }, emoji);
      },
    }),
  );
  const logs = (ticket.time ?? []).map(
    ({ by: worker, minutes, daysAgo, note }): Moment => ({
      at: notBefore(daysAgo),
      play: (at) => logTime(cast.scopeOf(worker, at), id, { minutes, description: note }),
    }),
  );
  return [creation, ...moves, ...comments, ...logs];
}

const isAgent = (role: Role) => role in agents;

/** Agents take tickets themselves: an assignment by somebody else would queue a task for them. */
function chooseMover({ by, to }: DemoTicket, status: Ticket['status']): Role {
  if (to === undefined) return 'mara';
  if (status === 'todo') return isAgent(to) ? to : 'mara';
  if (status === 'done') return isAgent(to) || to === by ? 'mara' : by;
  return to;
}

/** An agent takes a ticket when it starts, a person is assigned when it is planned. */
function firstMoveAt({ to, path }: DemoTicket): number {
  if (to === undefined || !isAgent(to)) return 0;
  const start = path.moves.findIndex(([status]) => status === 'in_progress');
  return start === -1 ? 0 : start;
}

/** How a mention names the person: the part of the address before the @ if it is a plain word. */
function mentionHandle({ email }: { email: string }): string {
  const [local = ''] = email.split('@');
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(local) ? local : email;
}
