import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Avatar } from '../parts/display/avatar.tsx';
import { LeaseRing } from '../parts/display/lease-ring.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { usePerson } from '../replica/index.ts';
import { agentTaskQueries } from './agent-task-queries.ts';
import { AnswerQuestion } from './answer-question.tsx';
import { TaskArtifacts } from './task-artifacts.tsx';
import { isOver, leaseLengthMs } from './task-state.ts';
import { TaskStateBadge } from './task-state-badge.tsx';
import { TaskSteps } from './task-steps.tsx';
import './task-card.css';

export interface TaskCardProps {
  task: AgentTaskItem;
  /** Why the reader cannot stop the task or answer it. */
  mayNot?: string | undefined;
}

/** One task on its ticket: who works on it, each step as it comes, what was handed in, and the question if there is one. */
export function TaskCard({ task, mayNot }: TaskCardProps) {
  const over = isOver(task);
  const [isOpen, setOpen] = useState(!over);
  const { data: details } = useQuery(agentTaskQueries.task(task.id));
  const agent = usePerson(task.lease?.userId ?? task.agentId);
  const reporter = details?.activities.findLast(({ type }) => type !== 'answer')?.author;
  const name = agent?.name ?? reporter?.name ?? m.agentTasks.anyAgent;
  const steps = details?.activities.length ?? 0;
  const titleId = `task-${task.id}`;
  return (
    <article className={over ? 'task-card task-card-over' : 'task-card'} aria-labelledby={titleId}>
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
      {task.heldReason && <p className="task-card-note">{task.heldReason}</p>}
      {task.error && <p className="task-card-note task-card-error">{task.error}</p>}
      {isOpen && <TaskSteps taskId={task.id} />}
      {details && <TaskArtifacts artifacts={details.artifacts} />}
      {task.state === 'waiting_for_user' && task.question && (
        <AnswerQuestion taskId={task.id} question={task.question} agent={name} mayNot={mayNot} />
      )}
      <footer className="task-card-foot">
        {over && (
          <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? m.agentTasks.hideSteps : m.agentTasks.showSteps(steps)}
          </Button>
        )}
        {task.attempt > 1 && (
          <span className="task-card-attempt">{m.agentTasks.attempt(task.attempt, task.maxAttempts)}</span>
        )}
        {!over && mayNot === undefined && <StopTask task={task} />}
      </footer>
    </article>
  );
}

function StopTask({ task }: { task: AgentTaskItem }) {
  const client = useQueryClient();
  const [isSending, setSending] = useState(false);
  async function stop() {
    setSending(true);
    try {
      await api.cancelAgentTask({ params: { id: task.id } });
      showToast({ text: m.agentTasks.stopped });
      await client.invalidateQueries({ queryKey: agentTaskQueries.all });
    } catch (error) {
      showToast({ text: sentenceOf(error), tone: 'refused' });
    } finally {
      setSending(false);
    }
  }
  return (
    <Button
      look="quiet"
      icon="stop"
      busy={isSending}
      aria-label={m.agentTasks.stopNamed(task.title)}
      className="task-card-stop"
      onClick={() => void stop()}
    >
      {m.agentTasks.stop}
    </Button>
  );
}
