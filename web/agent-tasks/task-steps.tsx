import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentTaskActivity } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import type { IconName } from '../parts/icons/icon-shapes.ts';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { agentTaskQueries } from './agent-task-queries.ts';
import './task-steps.css';

const icons = {
  thought: 'info',
  action: 'terminal',
  message: 'comment',
  error: 'warning',
  question: 'question',
  answer: 'reply',
} as const satisfies Record<AgentTaskActivity['type'], IconName>;

const shownAtFirst = 5;

interface TaskStepsProps {
  taskId: string;
  /** Only the latest step, as it comes. */
  isFolded?: boolean;
}

/** What the agent of a task reported, the newest last; new steps appear as they come. */
export function TaskSteps({ taskId, isFolded = false }: TaskStepsProps) {
  const { data: task, error, refetch } = useQuery(agentTaskQueries.task(taskId));
  const [isWhole, setWhole] = useState(false);
  if (error && !task) return <Failure small error={error} retry={() => void refetch()} />;
  if (!task) return <div className="task-steps-loading" />;
  const last = task.activities.at(-1);
  // The open question stands below with the field for its answer.
  const isAsking = task.state === 'waiting_for_user' && last?.type === 'question';
  const activities = isAsking ? task.activities.slice(0, -1) : task.activities;
  const shownMax = isFolded ? 1 : isWhole ? activities.length : shownAtFirst;
  const hidden = Math.max(0, activities.length - shownMax);
  return (
    <div className="task-steps">
      {hidden > 0 && !isFolded && (
        <Button look="quiet" className="task-steps-earlier" onClick={() => setWhole(true)}>
          {m.agentTasks.earlierSteps(hidden)}
        </Button>
      )}
      <ol
        className="task-steps-list"
        aria-label={m.agentTasks.steps}
        aria-live="polite"
        aria-relevant="additions"
      >
        {activities.slice(hidden).map((step) => (
          <li key={step.id} className={`task-step task-step-${step.type}`}>
            <Icon name={icons[step.type]} />
            <div className="task-step-body">
              <span className="said">{m.agentTasks.stepTypes[step.type]}</span>
              {step.type === 'error' ? (
                <code className="task-step-code">{step.content}</code>
              ) : (
                <Markdown text={step.content} />
              )}
            </div>
            <RelativeTime at={step.createdAt} className="task-step-time" />
          </li>
        ))}
      </ol>
      {activities.length === 0 && !isAsking && (
        <p className="task-steps-none">
          {task.state === 'queued' ? m.agentTasks.waitsForClaim : m.agentTasks.noSteps}
        </p>
      )}
    </div>
  );
}
