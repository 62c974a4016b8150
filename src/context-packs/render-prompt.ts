import { canReadTask, getTaskFor } from '../agent-tasks/index.ts';
import { getTicket, type TicketDetails, ticketKey } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { renderTemplate, type WorkflowPolicy } from '../workflow-file/index.ts';
import { whereReadable } from './where-readable.ts';

type TaskRow = Awaited<ReturnType<typeof getTaskFor>>;

/** The prompt template of WORKFLOW.md with the fields of a task. */
export async function renderPrompt(
  scope: Scope,
  task: TaskRow,
  { template }: Pick<WorkflowPolicy, 'template'>,
  ticket?: TicketDetails | undefined,
): Promise<string> {
  if (template === '') return '';
  const known =
    ticket ??
    (task.ticketId === null ? undefined : await getTicket(scope, task.ticketId).catch(whereReadable));
  return renderTemplate(template, {
    'task.id': task.id,
    'task.kind': task.kind,
    'task.title': task.title,
    'task.instructions': task.instructions,
    'task.attempt': String(Math.max(task.attempt, 1)),
    'task.follows': task.followsId ?? '',
    'task.branch': task.branch ?? (await findFormerBranch(scope, task)),
    'project.key': task.projectKey ?? '',
    'project.name': task.projectName ?? '',
    ...(known && {
      'ticket.id': known.id,
      'ticket.key': ticketKey(known.projectKey, known.number) ?? known.id,
      'ticket.title': known.title,
      'ticket.description': known.description ?? '',
      'ticket.status': known.status,
      'ticket.priority': known.priority,
      'ticket.type': known.type,
      'ticket.labels': known.labels.map(({ name }) => name).join(', '),
      'ticket.checklist': known.checklist.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text}`).join('\n'),
    }),
  });
}

async function findFormerBranch({ db, actor }: Scope, { followsId }: TaskRow): Promise<string> {
  if (followsId === null) return '';
  const former = await getTaskFor(db.reads, actor, followsId, canReadTask).catch(whereReadable);
  return former?.branch ?? '';
}
