import { useQuery } from '@tanstack/react-query';
import type { AgentTaskItem } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { usePerson } from '../replica/index.ts';
import { agentTaskQueries } from './agent-task-queries.ts';

/** The name of the agent that works on a task. A task that any agent may claim shows who reported last. */
export function useAgentName(task: Pick<AgentTaskItem, 'id' | 'lease' | 'agentId'> | undefined): string {
  const agent = usePerson(task?.lease?.userId ?? task?.agentId);
  const { data } = useQuery({
    ...agentTaskQueries.task(task?.id ?? ''),
    enabled: task !== undefined && agent === undefined,
  });
  const reporter = data?.activities.findLast(({ type }) => type !== 'answer')?.author;
  return agent?.name ?? reporter?.name ?? m.agentTasks.anyAgent;
}
