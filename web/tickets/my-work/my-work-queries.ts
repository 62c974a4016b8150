import { queryOptions } from '@tanstack/react-query';
import { api, queryClient } from '../../api/index.ts';

/** Tasks whose agent waits for an answer. */
export const questionsQuery = queryOptions({
  queryKey: ['agent-tasks', 'questions'],
  queryFn: async () => (await api.listAgentTasks({ query: { state: 'waiting_for_user', limit: 20 } })).data,
});

/** The tickets with unread mentions of the person. */
export const mentionsQuery = queryOptions({
  queryKey: ['notifications', 'mentions'],
  queryFn: async () => {
    const { data } = await api.listNotifications({ query: { unread: true, limit: 100 } });
    const tickets = data.flatMap(({ kind, ticket }) => (kind === 'mention' && ticket ? [ticket.id] : []));
    return [...new Set(tickets)];
  },
});

export async function answerQuestion(id: string, answer: string): Promise<void> {
  await api.answerAgentTask({ params: { id }, body: { answer } });
  queryClient.setQueryData(questionsQuery.queryKey, (tasks) => tasks?.filter((task) => task.id !== id));
  await queryClient.invalidateQueries({ queryKey: ['agent-tasks'] });
}
