import type { AgentTask } from '../../sdk/index.ts';
import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { sentenceOf } from '../parts/forms/refusal.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { agentTaskQueries } from './agent-task-queries.ts';

/** Ends the lease at once. */
export const cancelTask = (id: string) =>
  change(m.agentTasks.stopped, () => api.cancelAgentTask({ params: { id } }));

/** Asks the worker to end in order. */
export const stopTask = (id: string) =>
  change(m.agentTasks.stopAsked, () => api.stopAgentTask({ params: { id } }));

export const unholdTask = (id: string) =>
  change(m.agentTasks.unheld, () => api.unholdAgentTask({ params: { id } }));

export const retryTask = (id: string) =>
  change(m.agentTasks.retried, () => api.retryAgentTask({ params: { id } }));

/** Creates the same task once more. Returns its id, or undefined if the server refused. */
export async function tryTaskAgain(task: AgentTask): Promise<string | undefined> {
  const { title, instructions, kind, priority, input, projectId, ticketId, agentId } = task;
  const made = await change(m.agentTasks.triedAgain, () =>
    api.createAgentTask({
      body: {
        title,
        instructions,
        kind,
        priority,
        input,
        ...(ticketId ? { ticketId } : projectId && { projectId }),
        ...(agentId && { agentId }),
      },
    }),
  );
  return made?.data.id;
}

async function change<T>(done: string, send: () => Promise<T>): Promise<T | undefined> {
  try {
    const answer = await send();
    showToast({ text: done });
    await queryClient.invalidateQueries({ queryKey: agentTaskQueries.all });
    return answer;
  } catch (error) {
    showToast({ text: sentenceOf(error), tone: 'refused' });
    return undefined;
  }
}
