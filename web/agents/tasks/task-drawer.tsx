import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentTask } from '../../../sdk/index.ts';
import {
  AnswerQuestion,
  agentTaskQueries,
  isOver,
  leaseLengthMs,
  StopTask,
  shownState,
  TaskArtifacts,
  TaskCause,
  TaskConflicts,
  TaskFailure,
  TaskFiles,
  TaskHold,
  TaskMessages,
  TaskStateBadge,
  TaskSteps,
  tryTaskAgain,
  unholdTask,
  useAgentName,
  useTaskRefusals,
} from '../../agent-tasks/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CodeBlock } from '../../parts/display/code-block.tsx';
import { Failure } from '../../parts/display/failure.tsx';
import { LeaseRing } from '../../parts/display/lease-ring.tsx';
import { Section } from '../../parts/display/section.tsx';
import { Skeleton } from '../../parts/display/skeleton.tsx';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { Drawer } from '../../parts/popups/drawer.tsx';
import { Link, navigate } from '../../router/index.ts';
import { TaskFacts } from './task-facts.tsx';
import './task-drawer.css';

/** One task over the board: its instructions, each step as it comes, its question, its results. */
export function TaskDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: task, error, refetch } = useQuery(agentTaskQueries.task(id));
  return (
    <Drawer
      label={task ? task.title : m.agentTasks.task}
      onClose={onClose}
      title={task && <TaskBar task={task} />}
      actions={task && <TaskActions task={task} />}
    >
      {task ? (
        <TaskBody key={task.id} task={task} />
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton rows={6} look="text" className="task-drawer-loading" />
      )}
    </Drawer>
  );
}

function TaskBar({ task }: { task: AgentTask }) {
  const name = useAgentName(task);
  return (
    <div className="task-drawer-bar">
      <TaskStateBadge task={task} />
      {task.lease && (
        <LeaseRing
          until={task.lease.expiresAt}
          lengthMs={leaseLengthMs(task)}
          label={m.agentTasks.lease(name)}
        />
      )}
      {task.ticket && (
        <Link to="." search={{ ticket: task.ticket.key ?? task.ticket.id }} className="task-drawer-ticket">
          {task.ticket.key ?? task.ticket.title}
        </Link>
      )}
    </div>
  );
}

function TaskActions({ task }: { task: AgentTask }) {
  const refusals = useTaskRefusals(task);
  const [isSending, setSending] = useState(false);
  const run = (change: () => Promise<unknown>) => async () => {
    setSending(true);
    await change();
    setSending(false);
  };
  const again = async () => {
    const made = await tryTaskAgain(task);
    if (made) await navigate({ to: '/agents', search: { task: made } });
  };
  return (
    <>
      {shownState(task) === 'held' && (
        <Button
          icon="play"
          look="primary"
          busy={isSending}
          disabled={refusals.unhold ?? false}
          onClick={run(() => unholdTask(task.id))}
        >
          {m.agentTasks.unhold}
        </Button>
      )}
      {isOver(task) ? (
        <Button icon="refresh" busy={isSending} disabled={refusals.manage ?? false} onClick={run(again)}>
          {m.agentTasks.tryAgain}
        </Button>
      ) : (
        <StopTask task={task} mayNot={refusals.manage} />
      )}
    </>
  );
}

function TaskBody({ task }: { task: AgentTask }) {
  const name = useAgentName(task);
  const refusals = useTaskRefusals(task);
  const hasInput = Object.keys(task.input).length > 0;
  return (
    <div className="task-drawer-body">
      <h2 className="task-drawer-title">{task.title}</h2>
      <TaskFacts task={task} agent={name} />
      <TaskCause causes={task.causes} agent={name} />
      <TaskHold task={task} />
      <TaskConflicts task={task} />
      <TaskFailure task={task} />
      <Section title={m.words.instructions}>
        <Markdown text={task.instructions} topLevel={3} />
      </Section>
      <Section title={m.agentTasks.steps}>
        <TaskSteps taskId={task.id} />
        {task.state === 'waiting_for_user' && task.question && (
          <AnswerQuestion task={task} agent={name} mayNot={refusals.manage} />
        )}
        <TaskFiles task={task} />
        <TaskMessages task={task} agent={name} mayNot={refusals.manage} />
        {!isOver(task) && task.stopRequestedAt && (
          <p className="task-steps-none">{m.agentTasks.stopPending}</p>
        )}
      </Section>
      {task.artifacts.length > 0 && (
        <Section title={m.agentTasks.results}>
          <TaskArtifacts artifacts={task.artifacts} />
        </Section>
      )}
      {!isEmpty(task.result) && (
        <Section title={m.agentTasks.result}>
          <CodeBlock code={JSON.stringify(task.result, null, 2)} language="json" />
        </Section>
      )}
      {hasInput && (
        <Section title={m.agentTasks.input} text={m.agentTasks.inputText}>
          <CodeBlock code={JSON.stringify(task.input, null, 2)} language="json" />
        </Section>
      )}
    </div>
  );
}

const isEmpty = (result: unknown) =>
  result === undefined || result === null || (typeof result === 'object' && Object.keys(result).length === 0);
