import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { agentTaskQueries } from '../../agent-tasks/index.ts';
import { queryClient } from '../../api/index.ts';
import { subscribeEvents, useProject } from '../../replica/index.ts';
import type { AgentWork } from './agent-work.ts';

/** The last step is read for this many tasks; events report the others. */
const readMax = 20;

/** Keeps the work of agents on the tickets of a project up to date. */
export function useAgentWork(projectId: string, work: AgentWork): void {
  // A person who loses access to the project while its board is open would be refused.
  const isReadable = useProject(projectId) !== undefined;
  const { data } = useQuery({ ...agentTaskQueries.activeOf(projectId), enabled: isReadable });
  useEffect(() => {
    if (!data || !isReadable) return;
    work.setTasks(data);
    for (const id of work.unknown.slice(0, readMax)) void readStep(id, work);
  }, [data, work, isReadable]);
  useEffect(() => subscribeEvents((event) => work.onEvent(event)), [work]);
}

/** Reads the last step of a task once; after that, events report its steps. A card without a step says so. */
async function readStep(id: string, work: AgentWork): Promise<void> {
  const task = await queryClient.fetchQuery(agentTaskQueries.task(id)).catch(() => undefined);
  const last = task?.activities.findLast(({ type }) => type !== 'answer');
  work.setStep(id, last?.content ?? '');
}
