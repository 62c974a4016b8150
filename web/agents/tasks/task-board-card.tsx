import type { AgentTaskItem } from '../../../sdk/index.ts';
import { leaseLengthMs, TaskStateBadge, taskColumn } from '../../agent-tasks/index.ts';
import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { Avatar } from '../../parts/display/avatar.tsx';
import { LeaseRing } from '../../parts/display/lease-ring.tsx';
import { RelativeTime } from '../../parts/display/relative-time.tsx';
import { plainLine } from '../../parts/markdown/plain-line.ts';
import { usePerson } from '../../replica/index.ts';
import { Link } from '../../router/index.ts';
import './task-board-card.css';

export function TaskBoardCard({ task, isOpen }: { task: AgentTaskItem; isOpen: boolean }) {
  const agent = usePerson(task.lease?.userId ?? task.agentId);
  const column = taskColumn(task);
  // For a task that is open to any agent, the list shows who holds it, not who held it before.
  const name = agent?.name ?? (column === 'queued' || column === 'held' ? m.agentTasks.anyAgent : undefined);
  const note = describeNote(task);
  return (
    <li className={classes('task-board-card', `task-board-card-${column}`)} data-active={isOpen || undefined}>
      <div className="task-board-card-head">
        <span className="task-board-card-key">{task.ticket?.key ?? task.project?.key ?? task.kind}</span>
        {task.lease && (
          <LeaseRing
            until={task.lease.expiresAt}
            lengthMs={leaseLengthMs(task)}
            label={m.agentTasks.lease(name ?? m.agentTasks.anyAgent)}
          />
        )}
      </div>
      <Link to="/agents" search={{ task: task.id }} className="task-board-card-title">
        {task.title}
      </Link>
      {note && <p className="task-board-card-note">{note}</p>}
      <div className="task-board-card-foot">
        {name && (
          <>
            <Avatar agent name={name} id={agent?.id} size="small" />
            <span className="task-board-card-agent">{name}</span>
          </>
        )}
        {/* The column says the state of the others. */}
        {column === 'failed' && <TaskStateBadge task={task} />}
        <RelativeTime at={task.updatedAt} className="task-board-card-time" />
      </div>
    </li>
  );
}

function describeNote({ state, question, heldReason, error, collisions, mergeConflicts }: AgentTaskItem) {
  if (state === 'waiting_for_user') return question && plainLine(question);
  const [other] = collisions;
  const warning = other && `${m.agentTasks.collision.mayCollide} ${other.ticket.key ?? other.ticket.title}`;
  const [conflict] = mergeConflicts;
  const conflicting =
    conflict && `${m.agentTasks.conflict.with} ${conflict.ticket.key ?? conflict.ticket.title}`;
  return heldReason ?? conflicting ?? warning ?? error;
}
