import type { AgentTask } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { nameCauses } from './name-causes.ts';
import './task-parts.css';

/** What led to the task, from the person who began to the agent that works on it. */
export function TaskCause({ causes, agent }: { causes: AgentTask['causes']; agent: string }) {
  if (causes.length === 0) return null;
  return (
    <p className="task-cause">
      <span className="said">{m.agentTasks.cause}: </span>
      {nameCauses(causes, agent).join(' → ')}
    </p>
  );
}
