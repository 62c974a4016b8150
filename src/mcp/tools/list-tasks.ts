import { listTasks as list, presentTaskItem, taskStates } from '../../agent-tasks/index.ts';
import { choice } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { cursorInput, parsePosition } from '../list-position.ts';
import { tool } from '../tool.ts';

export const listTasks = tool({
  name: 'list_tasks',
  description:
    'Lists agent tasks. ready: true lists what claim_task could return now, false what it could not.',
  scopes: ['read', 'agent'],
  isReadOnly: true,
  input: Type.Object({
    state: Type.Optional(Type.Array(choice(taskStates, { 'x-unlisted': true }))),
    project: Type.Optional(Type.String()),
    ticket: Type.Optional(Type.String()),
    forMe: Type.Optional(Type.Boolean()),
    ready: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    ...cursorInput,
  }),
  call: async (scope, { limit = 10, cursor, ...filter }) => {
    const { state, project, ticket, forMe, ready } = filter;
    const { page, nextCursorAfter } = parsePosition('list_tasks', { ...filter, limit, cursor });
    const { rows, total, next } = await list(
      scope,
      {
        states: state,
        projects: project ? [project] : undefined,
        ticket,
        agentIds: forMe ? ['me'] : undefined,
        ready,
      },
      page,
    );
    const items = rows.map(presentTaskItem);
    return {
      data: {
        total,
        ...nextCursorAfter(next),
        tasks: items.map((task) => ({
          task: task.id,
          state: task.state,
          priority: task.priority,
          ...(task.project && { project: task.project.key }),
          ...(task.ticket && { ticket: task.ticket.key ?? task.ticket.id }),
          ...(task.heldReason && { heldReason: task.heldReason }),
          attempt: task.attempt,
        })),
      },
      untrusted: {
        kinds: items.map(({ kind }) => kind),
        titles: items.map(({ title }) => title),
        ...describeQuestions(items),
      },
    };
  },
});

/** What steer_task answers. */
function describeQuestions(items: ReturnType<typeof presentTaskItem>[]) {
  const asking = items.filter(({ state }) => state === 'waiting_for_user');
  if (asking.length === 0) return {};
  return {
    questions: asking.map(({ id, question, questionKind, form, subject }) => ({
      task: id,
      question,
      ...(questionKind === 'approval' && { kind: questionKind }),
      ...(form && { form }),
      ...(subject && { subject }),
    })),
  };
}
