import {
  AnswerInput,
  answerTask,
  cancelTask,
  getTask,
  presentTask,
  type TaskDetails,
} from '../agent-tasks/index.ts';
import { forbiddenBecause } from '../platform/errors.ts';
import { parseInput } from '../platform/validation/index.ts';
import { findKeyRefusal, type Scope } from '../users/index.ts';
import { fitResult } from './fit-answer.ts';

/**
 * The tasks extension of the protocol: create_task answers a client that knows it with a handle, and the client follows the
 * work with tasks/get, answers questions with tasks/update and ends it with tasks/cancel. The id is that of the agent task.
 */
export const tasksExtension = 'io.modelcontextprotocol/tasks';
/** The tool whose result can be a handle. */
export const handingTool = 'create_task';

const pollIntervalMs = 2_000;
const failedCode = -32_000;

/** What the client answers for each question it was asked. */
export type InputResponses = Record<string, { action?: unknown; content?: Record<string, unknown> }>;

export interface McpTasks {
  get(id: string): Promise<object>;
  update(id: string, responses: InputResponses): Promise<void>;
  cancel(id: string): Promise<void>;
}

export const newMcpTasks = (scope: Scope): McpTasks => ({
  get: async (id) => {
    assertScope(scope, ['read', 'agent']);
    return describeTask(await getTask(scope, id));
  },
  update: async (id, responses) => {
    assertScope(scope, ['write']);
    const task = await getTask(scope, id);
    const given = responses[questionKey(task)];
    // An answer to an earlier question comes too late.
    if (task.state !== 'waiting_for_user' || !given) return;
    const answer = toAnswer(task, given);
    // The protocol checks no length of a text.
    if (answer) await answerTask(scope, id, parseInput(AnswerInput, answer));
  },
  cancel: async (id) => {
    assertScope(scope, ['write']);
    await cancelTask(scope, id, undefined);
  },
});

function assertScope({ actor }: Scope, scopes: readonly string[]): void {
  const refusal = findKeyRefusal(actor, scopes, false);
  if (refusal !== undefined) throw forbiddenBecause(refusal);
}

/** Each question has a key of its own: the number of activities grows with every question and answer. */
const questionKey = ({ activities }: TaskDetails) =>
  `question-${activities.findLast(({ type }) => type === 'question')?.id ?? 'open'}`;

function describeTask(task: TaskDetails) {
  const { id, state, createdAt, updatedAt, question, error, result, artifacts } = presentTask(task);
  const base = { taskId: id, createdAt, lastUpdatedAt: updatedAt, ttlMs: null, pollIntervalMs };
  if (state === 'waiting_for_user')
    return {
      ...base,
      status: 'input_required' as const,
      inputRequests: {
        [questionKey(task)]: {
          method: 'elicitation/create',
          params: { mode: 'form', message: question ?? '', requestedSchema: formOf(task) },
        },
      },
    };
  if (state === 'completed') {
    const links = artifacts.map(({ type, title, url }) => ({ type, title, url }));
    const text = fitResult({ task: id, untrusted: { result, artifacts: links } });
    return {
      ...base,
      status: 'completed' as const,
      result: { resultType: 'complete', content: [{ type: 'text', text }], isError: false },
    };
  }
  if (state === 'failed' || state === 'timed_out')
    return {
      ...base,
      status: 'failed' as const,
      error: { code: failedCode, message: (error ?? state).slice(0, 2_000) },
    };
  return { ...base, status: state === 'cancelled' ? ('cancelled' as const) : ('working' as const) };
}

const plainForm = {
  type: 'object',
  properties: { answer: { type: 'string', title: 'Answer' } },
  required: ['answer'],
};
const approvalForm = {
  type: 'object',
  properties: {
    approve: { type: 'boolean', title: 'Approve' },
    reason: { type: 'string', title: 'Reason' },
  },
  required: ['approve'],
};

function formOf(task: TaskDetails): object {
  const { form, questionKind } = presentTask(task);
  return questionKind === 'approval' ? approvalForm : (form ?? plainForm);
}

/** Undefined leaves the question open: another person may answer it. */
function toAnswer(task: TaskDetails, { action, content = {} }: InputResponses[string]) {
  const { form, questionKind } = presentTask(task);
  if (action !== 'accept')
    return questionKind === 'approval' && action === 'decline' ? { approve: false } : undefined;
  if (questionKind === 'approval')
    return {
      approve: content.approve === true,
      ...(typeof content.reason === 'string' && content.reason !== '' && { reason: content.reason }),
    };
  return form ? { values: content } : { answer: String(content.answer ?? '') };
}
