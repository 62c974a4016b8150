import { answerTask, requestStop, sendMessage } from '../../agent-tasks/index.ts';
import { invalid } from '../../platform/errors.ts';
import { trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { tool } from '../tool.ts';

export const steerTask = tool({
  name: 'steer_task',
  description:
    'For a task of another agent: answers its question (answer, values of its form, or approve), sends a message, or asks it to stop.',
  scopes: ['write'],
  input: Type.Object({
    task: Type.String(),
    answer: Type.Optional(trimmed(1, 16_000)),
    values: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
    approve: Type.Optional(Type.Boolean()),
    reason: Type.Optional(trimmed(1, 8_000)),
    version: Type.Optional(Type.Unsafe<number | string>({ type: ['integer', 'string'], maxLength: 200 })),
    message: Type.Optional(trimmed(1, 16_000)),
    stop: Type.Optional(Type.Boolean()),
  }),
  call: async (scope, { task, message, stop, ...answer }) => {
    const isAnswer = Object.values(answer).some((given) => given !== undefined);
    if ([message !== undefined, stop === true, isAnswer].filter(Boolean).length !== 1)
      throw invalid({ answer: ['Give an answer, a message or stop, and only one of them'] });
    if (message !== undefined) return { data: { message: (await sendMessage(scope, task, message)).id } };
    const { state } = stop ? await requestStop(scope, task) : await answerTask(scope, task, answer);
    return { data: { task, state } };
  },
});
