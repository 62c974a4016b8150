import type { AgentTaskItem } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Notice } from '../parts/display/notice.tsx';
import './task-parts.css';

/** Why a task failed, and what a person can do about it. */
export function TaskFailure({
  task: { failure, error },
}: {
  task: Pick<AgentTaskItem, 'failure' | 'error'>;
}) {
  if (!failure) return error ? <Notice look="danger">{error}</Notice> : null;
  const { name, advice } = m.agentTasks.failures[failure.type];
  return (
    <Notice look="danger" className="task-failure">
      <strong>{name}</strong>
      <p>{failure.message}</p>
      <p className="task-failure-advice">{advice}</p>
    </Notice>
  );
}
