import { useQuery } from '@tanstack/react-query';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { agentTaskQueries, leaseLengthMs } from '../agent-tasks/index.ts';
import { m } from '../messages/index.ts';
import { Avatar } from '../parts/display/avatar.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { LeaseRing } from '../parts/display/lease-ring.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { plainLine } from '../parts/markdown/plain-line.ts';
import { Link } from '../router/index.ts';
import { AgentMenu } from './agent-menu.tsx';
import type { AgentNow, ListedAgent } from './agent-now.ts';
import './agent-row.css';

const looks = { works: 'teal', asks: 'violet', idle: 'muted', disabled: 'outline' } as const;

/** An agent and what it does now. */
export function AgentRow({ agent, now }: { agent: ListedAgent; now: AgentNow<AgentTaskItem> }) {
  const task = now.state === 'disabled' ? undefined : now.task;
  return (
    <li className="agent-row">
      <Avatar agent name={agent.name} id={agent.id} image={agent.image} />
      <span className="agent-row-name">{agent.name}</span>
      <Badge look={looks[now.state]}>{m.agents.states[now.state]}</Badge>
      <div className="agent-row-now">
        {task && now.state !== 'idle' && (
          <Link to="/agents" search={{ task: task.id }} className="agent-row-task">
            {task.ticket?.key && <span className="agent-row-key">{task.ticket.key}</span>} {task.title}
          </Link>
        )}
        {now.state === 'works' && <LastStep taskId={now.task.id} />}
        {now.state === 'asks' && now.task.question && (
          <p className="agent-row-step">{plainLine(now.task.question)}</p>
        )}
        {now.state === 'idle' && (
          <span className="agent-row-idle">
            {task ? (
              <Link to="/agents" search={{ task: task.id }} className="agent-row-last">
                {m.agents.lastTask(task.title)}
              </Link>
            ) : (
              m.agents.noTaskYet
            )}
          </span>
        )}
      </div>
      <span className="agent-row-end">
        {task?.lease && (
          <LeaseRing
            until={task.lease.expiresAt}
            lengthMs={leaseLengthMs(task)}
            label={m.agentTasks.lease(agent.name)}
          />
        )}
        {task && <RelativeTime at={task.updatedAt} className="agent-row-time" />}
        {agent.managed && <AgentMenu agent={agent.managed} />}
      </span>
    </li>
  );
}

/** Its latest report, as it comes. */
function LastStep({ taskId }: { taskId: string }) {
  const { data: task } = useQuery(agentTaskQueries.task(taskId));
  const step = task?.activities.at(-1);
  if (!step) return null;
  return (
    <p className="agent-row-step">
      <span className="said">{m.agentTasks.stepTypes[step.type]}: </span>
      {plainLine(step.content)}
    </p>
  );
}
