import { Fragment } from 'react';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Icon } from '../parts/icons/icon.tsx';
import { TaskTicketLink } from './task-ticket-link.tsx';
import './task-parts.css';

/** Why nobody can claim the task: the tickets that block it, or a limit. */
export function TaskHold({ task }: { task: Pick<AgentTaskItem, 'state' | 'heldReason' | 'blockedBy'> }) {
  const { state, heldReason, blockedBy } = task;
  if (state !== 'queued' || (heldReason === undefined && blockedBy.length === 0)) return null;
  return (
    <p className="task-hold">
      <Icon name="blocked" />
      <span>
        {blockedBy.length > 0 ? (
          <>
            {m.agentTasks.blockedBy}{' '}
            {blockedBy.map((ticket, index) => (
              <Fragment key={ticket.id}>
                {index > 0 && ', '}
                <TaskTicketLink ticket={ticket}>
                  {ticket.key} {ticket.title}
                </TaskTicketLink>
              </Fragment>
            ))}
          </>
        ) : (
          heldReason
        )}
      </span>
    </p>
  );
}
