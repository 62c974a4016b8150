import { artifactTypes, askUser, completeTask, failTask, releaseTask } from '../../agent-tasks/index.ts';
import { invalid } from '../../platform/errors.ts';
import { choice, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { tool } from '../tool.ts';

const outcomes = ['completed', 'failed', 'released', 'question'] as const;

export const finishTask = tool({
  name: 'finish_task',
  title: 'Finish a task',
  description:
    'Ends your work on a task. completed: done; give a summary and artifacts such as the pull request. failed: give the reason; the task is retried unless retryable is false. released: returns the task to the queue unchanged. question: asks people; the task is queued again when they answer.',
  scopes: ['agent'],
  input: Type.Object({
    task: Type.String({ description: 'Id' }),
    epoch: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    outcome: choice(outcomes),
    message: Type.Optional(
      trimmed(1, 16_000, {
        description: 'The summary, reason or question; required unless released',
      }),
    ),
    retryable: Type.Optional(Type.Boolean({ default: true })),
    artifacts: Type.Optional(
      Type.Array(
        Type.Object({
          type: choice(artifactTypes),
          title: Type.Optional(trimmed(1, 500)),
          url: Type.Optional(Type.String({ format: 'uri', pattern: '^https?://', maxLength: 2_000 })),
        }),
        { maxItems: 20 },
      ),
    ),
  }),
  call: async (scope, { task, epoch, outcome, message, retryable, artifacts }) => {
    if (message === undefined && outcome !== 'released')
      throw invalid({ message: [`Message is required with ${outcome}`] });
    const text = message ?? '';
    const finish = {
      completed: () => completeTask(scope, task, epoch, { result: { summary: text }, artifacts }),
      failed: () => failTask(scope, task, epoch, { error: text, retryable }),
      released: () => releaseTask(scope, task, epoch, 0),
      question: () => askUser(scope, task, epoch, text),
    };
    const { state } = await finish[outcome]();
    return { data: { task, state } };
  },
});
