import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Avatar } from '../parts/display/avatar.tsx';
import { LeaseRing } from '../parts/display/lease-ring.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { usePerson } from '../replica/index.ts';
import { agentTaskQueries } from './agent-task-queries.ts';
import { AnswerQuestion } from './answer-question.tsx';
import { StopTask } from './stop-task.tsx';
import { TaskArtifacts } from './task-artifacts.tsx';
import { TaskCause } from './task-cause.tsx';
import { TaskConflicts } from './task-conflicts.tsx';
import { TaskFailure } from './task-failure.tsx';
import { TaskFiles } from './task-files.tsx';
import { TaskHold } from './task-hold.tsx';
import { TaskMessages } from './task-messages.tsx';
import { hasUsage, isOver, leaseLengthMs } from './task-state.ts';
import { TaskStateBadge } from './task-state-badge.tsx';
import { TaskSteps } from './task-steps.tsx';
import { TaskUsage } from './task-usage.tsx';
import { useAgentName } from './use-agent-name.ts';
import { useRevealed } from './use-revealed.ts';
import './task-card.css';

export interface TaskCardProps {
  task: AgentTaskItem;
  /** Why the reader cannot stop the task or answer it. */
  mayNot?: string | undefined;
}

/**
 * One task on its ticket: who works on it and because of what, its latest step as it comes, what was handed in, what
 * people told the agent, and the question if there is one.
 */
export function TaskCard({ task, mayNot }: TaskCardProps) {
  const over = isOver(task);
  const [isOpen, setOpen] = useState(false);
  const { data: details } = useQuery(agentTaskQueries.task(task.id));
  const agent = usePerson(task.lease?.userId ?? task.agentId);
  const name = useAgentName(task);
  const steps = details?.activities.length ?? 0;
  const titleId = `task-${task.id}`;
  const card = useRevealed(task.id, details !== undefined);
  return (
    <article
      ref={card}
      className={over ? 'task-card task-card-over' : 'task-card'}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <header className="task-card-head">
        <Avatar agent name={name} id={agent?.id} size="small" />
        <h3 id={titleId} className="task-card-title">
          <span className="task-card-agent">{name}</span> <span className="task-card-name">{task.title}</span>
        </h3>
        {task.lease && (
          <LeaseRing
            until={task.lease.expiresAt}
            lengthMs={leaseLengthMs(task)}
            label={m.agentTasks.lease(name)}
          />
        )}
        <TaskStateBadge task={task} />
        <RelativeTime at={task.updatedAt} className="task-card-time" />
      </header>
      {details && <TaskCause causes={details.causes} agent={name} />}
      <TaskHold task={task} />
      <TaskConflicts task={task} />
      <TaskFailure task={task} />
      {(isOpen || !over) && <TaskSteps taskId={task.id} isFolded={!isOpen} />}
      {details && <TaskArtifacts artifacts={details.artifacts} />}
      {details && <TaskFiles task={details} />}
      <TaskMessages task={task} agent={name} mayNot={mayNot} />
      {task.state === 'waiting_for_user' && task.question && (
        <AnswerQuestion task={task} agent={name} mayNot={mayNot} />
      )}
      {!over && task.stopRequestedAt && <p className="task-card-note">{m.agentTasks.stopPending}</p>}
      <footer className="task-card-foot">
        {(over ? steps > 0 : steps > 1) && (
          <Button
            look="quiet"
            iconEnd={isOpen ? 'chevron-up' : 'chevron-down'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen && over
              ? m.agentTasks.hideSteps
              : isOpen
                ? m.agentTasks.onlyLatest
                : m.agentTasks.stepCount(steps)}
          </Button>
        )}
        <span className="task-card-facts">
          {task.attempt > 1 && m.agentTasks.attempt(task.attempt, task.maxAttempts)}
          {hasUsage(task) && <TaskUsage usage={task.usage} />}
        </span>
        {!over && mayNot === undefined && <StopTask task={task} look="quiet" className="task-card-stop" />}
      </footer>
    </article>
  );
}
