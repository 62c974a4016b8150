import {
  type AgentTask,
  type AgentTaskItem,
  type Money,
  type NeedOfPerson,
  taskStates,
} from '../../../sdk/index.ts';
import { columns } from '../columns.ts';
import { clientCommand, flag, optionalText, requiredText, wholeNumber } from '../command.ts';
import type { ClientContext } from './client-context.ts';
import { optionalWords, urlOption } from './common-options.ts';
import { connect } from './connection.ts';
import { findFilterIds, findTaskId } from './find-names.ts';
import { formatTable } from './table.ts';
import { escapeControls, toLine } from './terminal-text.ts';

export const taskArgument = requiredText(
  'TASK',
  'The id of the task, or the key of a ticket for its newest task.',
);

const open = 'queued,in_progress,waiting_for_user';

export const taskList = clientCommand({
  arguments: {},
  options: {
    project: optionalText('KEY,…', 'Only tasks of these projects, by key or name.'),
    ticket: optionalText('TICKET', 'Only tasks of this ticket, by key or id.'),
    state: optionalWords(taskStates, 'Only these states. Default: those of open tasks. One or more of'),
    ready: flag('Only tasks that an agent can claim now.'),
    limit: wholeNumber(1, 100, 30, 'How many tasks to show.'),
    url: urlOption,
  },
  examples: ['docket task list --project APP', 'docket task list --state failed,timed_out --json'],
  run: async ({ project, ticket, state = open, ready, limit, url }, context) => {
    const client = await connect(context, url);
    const named = await findFilterIds(client, { project });
    const filters = { ...named, ...(ticket !== undefined && { ticket }), state, ...(ready && { ready }) };
    const { data: tasks, pagination } = await client.listAgentTasks({ query: { ...filters, limit } });
    return { json: { tasks, total: pagination.total }, text: formatTasks(context, tasks, pagination.total) };
  },
});

function formatTasks(context: ClientContext, tasks: AgentTaskItem[], total: number): string {
  if (tasks.length === 0) return 'No tasks.\n';
  const rows = tasks.map((task) => [
    task.id,
    describeState(task),
    task.ticket?.key,
    task.lease?.workerId,
    task.question ?? task.heldReason ?? task.lastActivity?.content ?? task.title,
  ]);
  const more = total > tasks.length ? `${tasks.length} of ${total}; --limit shows more.\n` : '';
  return formatTable(context, ['ID', 'STATE', 'TICKET', 'WORKER', 'WHAT'], rows, 4) + more;
}

const describeState = ({ state, hold }: Pick<AgentTaskItem, 'state' | 'hold'>) =>
  hold === undefined ? state : `held (${hold})`;

export const taskShow = clientCommand({
  arguments: { task: taskArgument },
  options: { url: urlOption },
  examples: ['docket task show APP-7'],
  run: async ({ task: ref, url }, context) => {
    const client = await connect(context, url);
    const { data: task } = await client.getAgentTask({ params: { id: await findTaskId(client, ref) } });
    return { json: { task }, text: formatTask(task) };
  },
});

function formatTask(task: AgentTask): string {
  const { usage, failure, ticket } = task;
  const costs = (usage.costs ?? (usage.cost ? [usage.cost] : [])).map(formatMoney).join(', ');
  const fields: [string, string | undefined][] = [
    ['id', task.id],
    ['state', describeState(task)],
    ['held', task.heldReason],
    ['blocked by', task.blockedBy.map(({ key, id }) => key ?? id).join(', ')],
    ['ticket', ticket ? `${ticket.key ?? ticket.id} ${ticket.title}` : undefined],
    ['started by', task.causes.map(({ name }) => name).join(' → ')],
    ['worker', task.lease?.workerId],
    ['attempt', `${task.attempt} of ${task.maxAttempts}`],
    ['branch', task.branch ?? undefined],
    ['files', task.touched.join(', ')],
    ['used', usage.seconds > 0 ? `${usage.seconds} s, ${usage.inputTokens + usage.outputTokens} tokens` : ''],
    ['cost', costs],
    ['failed', failure ? `${failure.type}: ${failure.message}` : undefined],
    ['advice', failure?.advice],
    ['result', task.result === undefined ? undefined : JSON.stringify(task.result)],
    ['created', task.createdAt],
    ['ended', task.completedAt],
  ];
  const known = fields.flatMap(([name, value]) => (value ? [[name, toLine(value)]] : []));
  const parts = [
    toLine(task.title),
    columns(known).join('\n'),
    escapeControls(task.instructions),
    ...(task.question ? [`Question: ${escapeControls(task.question)}\n${describeForm(task)}`.trimEnd()] : []),
    [
      ...task.activities.map(({ type, content }) => `${type}: ${toLine(content)}`),
      ...task.artifacts.map(({ type, title, url }) => `${type}: ${toLine(`${title} ${url ?? ''}`.trim())}`),
    ].join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function formatMoney({ amount, currency }: Money): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'code' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** How the open question is answered. */
function describeForm({ questionKind, form }: AgentTask): string {
  if (questionKind === 'approval') return 'Answer with --approve or --reject.';
  const fields = Object.entries((form?.properties ?? {}) as Record<string, { enum?: unknown[] }>);
  return fields
    .map(([name, field]) => toLine(`--values ${name}=${field.enum ? field.enum.join('|') : '…'}`))
    .join('\n');
}

export const taskNeeds = clientCommand({
  arguments: {},
  options: { url: urlOption },
  examples: ['docket task needs'],
  run: async ({ url }, context) => {
    const { data: needs } = await (await connect(context, url)).listNeeds();
    return { json: { needs }, text: formatNeeds(context, needs) };
  },
});

function formatNeeds(context: ClientContext, needs: NeedOfPerson[]): string {
  if (needs.length === 0) return 'Nothing needs you.\n';
  const rows = needs.map(({ kind, task, ticket, frees }) => [
    kind,
    ticket?.key ?? task?.id,
    [frees.agents > 0 ? `${frees.agents} agents` : '', frees.tickets > 0 ? `${frees.tickets} tickets` : '']
      .filter((text) => text !== '')
      .join(', '),
    task?.question ?? task?.heldReason ?? task?.failure?.message ?? ticket?.title ?? task?.title,
  ]);
  return formatTable(context, ['KIND', 'TICKET', 'FREES', 'WHAT'], rows, 3);
}
