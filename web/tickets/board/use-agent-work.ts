import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { agentTaskQueries } from '../../agent-tasks/index.ts';
import { subscribeEvents } from '../../replica/index.ts';
import type { AgentWork } from './agent-work.ts';

/** Keeps up what agents do for the tickets of a project. */
export function useAgentWork(projectId: string, work: AgentWork): void {
  const { data } = useQuery(agentTaskQueries.activeOf(projectId));
  useEffect(() => {
    if (data) work.setTasks(data);
  }, [data, work]);
  useEffect(() => subscribeEvents((event) => work.onEvent(event)), [work]);
}
