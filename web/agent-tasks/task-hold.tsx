import { Fragment } from 'react';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { TaskTicketLink } from './task-ticket-link.tsx';
import './task-parts.css';

type Held = Pick<AgentTaskItem, 'state' | 'heldReason' | 'hold' | 'blockedBy' | 'collisions'>;

/**
 * Why nobody can claim the task: the tickets that block it, a limit, or a running task that touches the same files. The
 * last one also stands as a warning on a task that can be claimed.
 */
export function TaskHold({ task }: { task: Held }) {
  const { state, hold, heldReason, blockedBy, collisions } = task;
  if (state !== 'queued') return null;
  const isCollision = collisions.length > 0 && (heldReason === undefined || hold === 'collision');
  if (heldReason === undefined && blockedBy.length === 0 && !isCollision) return null;
  return (
    <p className="task-hold">
      <Icon name={heldReason === undefined ? 'warning' : 'blocked'} />
      <span>
        {isCollision ? (
          <Collisions task={task} />
        ) : blockedBy.length > 0 ? (
          <>
            {m.agentTasks.blockedBy} <TicketLinks tickets={blockedBy} />
          </>
        ) : (
          heldReason
        )}
      </span>
    </p>
  );
}

const filesShown = 2;

function Collisions({ task: { heldReason, collisions } }: { task: Held }) {
  const texts = m.agentTasks.collision;
  const files = [...new Set(collisions.flatMap((collision) => collision.files))];
  const tickets = new Map(collisions.map(({ ticket }) => [ticket.id, ticket]));
  return (
    <>
      {heldReason === undefined ? texts.mayCollide : texts.waitsFor}{' '}
      <TicketLinks tickets={[...tickets.values()]} />
      <br />
      {texts.both(files.slice(0, filesShown).join(', '), Math.max(0, files.length - filesShown))}
    </>
  );
}

const TicketLinks = ({ tickets }: { tickets: AgentTaskItem['blockedBy'] }) =>
  tickets.map((ticket, index) => (
    <Fragment key={ticket.id}>
      {index > 0 && ', '}
      <TaskTicketLink ticket={ticket}>
        {ticket.key} {ticket.title}
      </TaskTicketLink>
    </Fragment>
  ));
