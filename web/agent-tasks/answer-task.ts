import { api, queryClient } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { findRefusal, sentenceOf } from '../parts/forms/refusal.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { agentTaskQueries } from './agent-task-queries.ts';

type Answer = NonNullable<Parameters<typeof api.answerAgentTask>[0]['body']>;

/**
 * Sends an answer. If the question is no longer open, a toast says so and the task is loaded again: the form that would
 * show the error is gone then. What changed since the question is an error of the form. Returns whether the server has
 * the answer.
 */
export async function answerTask(id: string, body: Answer): Promise<boolean> {
  try {
    await api.answerAgentTask({ params: { id }, body });
    showToast({ text: m.agentTasks.answered });
    return true;
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal?.status !== 409 || refusal.details?.version) throw error;
    showToast({ text: m.agentTasks.answerTooLate(sentenceOf(error)), tone: 'refused' });
    return false;
  } finally {
    void queryClient.invalidateQueries({ queryKey: agentTaskQueries.all });
  }
}
