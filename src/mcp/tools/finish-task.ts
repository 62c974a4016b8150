import type { Static } from 'typebox';
import {
  artifactTypes,
  askUser,
  completeTask,
  failTask,
  failureTypes,
  questionKinds,
  releaseTask,
  Subject,
} from '../../agent-tasks/index.ts';
import { invalid } from '../../platform/errors.ts';
import { choice, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { parseInput } from '../../platform/validation/index.ts';
import { tool } from '../tool.ts';
import { parseReport, reportInputs } from '../worker-report.ts';

const outcomes = ['completed', 'failed', 'released', 'question'] as const;

export const finishTask = tool({
  name: 'finish_task',
  description:
    'Ends your work on a task. completed: a summary, and artifacts such as the pull request. failed: the reason and its type; it is retried unless retryable is false. released: back to the queue. question: asks people, with form (flat JSON Schema) for choices, or with kind approval and its subject; the task is queued again when they answer.',
  scopes: ['agent'],
  input: Type.Object({
    ...reportInputs,
    outcome: choice(outcomes),
    message: Type.Optional(
      trimmed(1, 16_000, {
        description: 'Summary, reason or question',
      }),
    ),
    type: Type.Optional(choice(failureTypes)),
    retryable: Type.Optional(Type.Boolean({ default: true })),
    kind: Type.Optional(choice(questionKinds)),
    form: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
    subject: Type.Optional(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'type (ticket, pull_request, commit …), and id, version, sha, url or text',
      }),
    ),
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
  call: async (
    scope,
    { task, epoch, outcome, message, type, retryable, kind, form, subject, artifacts, ...rest },
  ) => {
    if (message === undefined && outcome !== 'released')
      throw invalid({ message: [`Message is required with ${outcome}`] });
    const text = message ?? '';
    const report = parseReport(rest);
    const about =
      subject && (parseInput(Subject, subject, { refusesUnknown: true }) as Static<typeof Subject>);
    const finish = {
      completed: () => completeTask(scope, task, epoch, { result: { summary: text }, artifacts, ...report }),
      failed: () => failTask(scope, task, epoch, { error: text, type, retryable, ...report }),
      released: () => releaseTask(scope, task, epoch, 0, report),
      question: () => askUser(scope, task, epoch, text, { kind, form, subject: about, ...report }),
    };
    const { state } = await finish[outcome]();
    return { data: { task, state } };
  },
});
