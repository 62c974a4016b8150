import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { agentTaskQueries } from '../../agent-tasks/index.ts';
import { queryClient } from '../../api/index.ts';
import { subscribeEvents, useProject } from '../../replica/index.ts';
import type { AgentWork } from './agent-work.ts';

/** So many tasks are read for their last step; events tell of the others. */
const readMax = 20;

/** Keeps up what agents do for the tickets of a project. */
export function useAgentWork(projectId: string, work: AgentWork): void {
  // Who loses the project while its board is open is refused.
  const isReadable = useProject(projectId) !== undefined;
  const { data } = useQuery({ ...agentTaskQueries.activeOf(projectId), enabled: isReadable });
  useEffect(() => {
    if (!data || !isReadable) return;
    work.setTasks(data);
    for (const id of work.unknown.slice(0, readMax)) void readStep(id, work);
  }, [data, work, isReadable]);
  useEffect(() => subscribeEvents((event) => work.onEvent(event)), [work]);
}

/** Once for each task: after that the events of the stream tell its steps. A card without a step says so. */
async function readStep(id: string, work: AgentWork): Promise<void> {
  const task = await queryClient.fetchQuery(agentTaskQueries.task(id)).catch(() => undefined);
  const last = task?.activities.findLast(({ type }) => type !== 'answer');
  work.setStep(id, last?.content ?? '');
}
