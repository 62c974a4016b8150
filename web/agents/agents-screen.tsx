import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taskQueries } from '../agent-tasks/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { Screen } from '../parts/display/screen.tsx';
import { Section } from '../parts/display/section.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { useMe, usePeople } from '../replica/index.ts';
import { navigate, useSearchText } from '../router/index.ts';
import { listAgents, sortAgents } from './agent-now.ts';
import { agentQueries } from './agent-queries.ts';
import { AgentRow } from './agent-row.tsx';
import { SetUpAgentDialog } from './set-up/set-up-agent-dialog.tsx';
import { TaskBoard } from './tasks/task-board.tsx';
import { TaskDrawer } from './tasks/task-drawer.tsx';
import './agents-screen.css';

/** `/agents` */
export function AgentsScreen() {
  const openId = useSearchText('task');
  const me = useMe();
  const tasks = useQuery(taskQueries.board());
  const managed = useQuery(agentQueries.managed());
  const people = usePeople();
  const [isSettingUp, setSettingUp] = useState(false);
  const agents = sortAgents(listAgents(people, managed.data ?? []), tasks.data ?? []);
  const setUp = (
    <Button
      icon="plus"
      look="primary"
      disabled={me.role === 'VIEWER' && m.agents.readOnly}
      onClick={() => setSettingUp(true)}
    >
      {m.agents.setUp.open}
    </Button>
  );
  const error = tasks.error ?? managed.error;
  const isReady = tasks.data !== undefined && managed.data !== undefined;
  return (
    <Screen title={m.shell.agents} actions={setUp}>
      <div className="agents-screen">
        {isReady ? (
          <>
            {agents.length === 0 ? (
              <EmptyState icon="robot" title={m.agents.none} text={m.agents.noneText} action={setUp} />
            ) : (
              <Section title={m.agents.now}>
                <ul className="agents-screen-rows" aria-label={m.agents.now}>
                  {agents.map(({ agent, now }) => (
                    <AgentRow key={agent.id} agent={agent} now={now} />
                  ))}
                </ul>
              </Section>
            )}
            {tasks.data.length > 0 && (
              <Section title={m.agentTasks.board}>
                <TaskBoard tasks={tasks.data} openId={openId} />
              </Section>
            )}
            {tasks.data.length === 0 && agents.length > 0 && (
              <EmptyState icon="tasks" title={m.agentTasks.noTasks} text={m.agentTasks.noTasksText} />
            )}
          </>
        ) : error ? (
          <Failure
            error={error}
            retry={() => {
              void tasks.refetch();
              void managed.refetch();
            }}
          />
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
      {openId && (
        <TaskDrawer id={openId} onClose={() => void navigate({ to: '/agents', search: {}, replace: true })} />
      )}
      <SetUpAgentDialog open={isSettingUp} onClose={() => setSettingUp(false)} />
    </Screen>
  );
}
