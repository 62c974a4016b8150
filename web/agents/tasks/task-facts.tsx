import type { ReactNode } from 'react';
import type { AgentTask } from '../../../sdk/index.ts';
import { hasUsage, TaskUsage } from '../../agent-tasks/index.ts';
import { m } from '../../messages/index.ts';
import { RelativeTime } from '../../parts/display/relative-time.tsx';
import { Link } from '../../router/index.ts';
import './task-facts.css';

export function TaskFacts({ task, agent }: { task: AgentTask; agent: string }) {
  const text = m.agentTasks.facts;
  const facts: [string, ReactNode][] = [
    ...(task.ticket
      ? [
          [
            text.ticket,
            <Link key="ticket" to="." search={{ ticket: task.ticket.key ?? task.ticket.id }}>
              {task.ticket.key} {task.ticket.title}
            </Link>,
          ] as [string, ReactNode],
        ]
      : []),
    ...(task.project ? [[m.words.project, task.project.name] as [string, ReactNode]] : []),
    [text.agent, agent],
    [m.words.kind, <code key="kind">{task.kind}</code>],
    ...(task.attempt > 0
      ? [[text.attempt, m.agentTasks.attemptOf(task.attempt, task.maxAttempts)] as [string, ReactNode]]
      : []),
    ...(hasUsage(task)
      ? [[m.agentTasks.usage, <TaskUsage key="usage" usage={task.usage} />] as [string, ReactNode]]
      : []),
    [text.created, <RelativeTime key="created" at={task.createdAt} />],
  ];
  return (
    <dl className="task-facts">
      {facts.map(([name, value]) => (
        <div key={name} className="task-fact">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
