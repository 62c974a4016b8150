import type { TaskDetails } from '../../agent-tasks/index.ts';
import { type TicketDetails, ticketKey } from '../../tickets/index.ts';

/** What a reviewer reads about the work of a task. The criteria and the evidence of a ticket belong here too. */
export interface HandOver {
  task: Pick<TaskDetails, 'id' | 'title' | 'attempt' | 'artifacts' | 'activities' | 'touched' | 'causes'>;
  agentName: string;
  ticket: Pick<TicketDetails, 'id' | 'title' | 'projectKey' | 'number' | 'checklist'> | undefined;
  baseUrl: string;
}

const bodyMax = 60_000;
const itemsMax = 100;

/** The title of the pull request. The key links it to the ticket, without closing it. */
export function handOverTitle({ task, ticket }: HandOver, given: string | undefined): string {
  const key = ticket && ticketKey(ticket.projectKey, ticket.number);
  const title = disarm(toLine(given ?? ticket?.title ?? task.title)) || task.id;
  return (key === undefined ? title : `${key}: ${title}`).slice(0, 200);
}

/** The text of the pull request. What people and agents wrote is escaped: it mentions nobody and closes nothing. */
export function handOverBody({ task, agentName, ticket, baseUrl }: HandOver): string {
  const sections = [
    describeTicket(ticket, baseUrl),
    ...describeCriteria(ticket),
    ...describeEvidence(task),
    `## How it was made\n\n${describeMaking(task, agentName)}`,
  ];
  const body = sections.filter((section) => section !== '').join('\n\n');
  return body.length <= bodyMax ? body : `${body.slice(0, bodyMax)}\n\n…`;
}

function describeTicket(ticket: HandOver['ticket'], baseUrl: string): string {
  if (!ticket) return '';
  const key = ticketKey(ticket.projectKey, ticket.number) ?? ticket.id;
  return `Ticket [${key}](${baseUrl}/tickets/${encodeURIComponent(key)}): ${escapeText(ticket.title)}`;
}

/** The checklist of the ticket says what has to be true. */
function describeCriteria(ticket: HandOver['ticket']): string[] {
  if (!ticket || ticket.checklist.length === 0) return [];
  const items = ticket.checklist
    .slice(0, itemsMax)
    .map(({ text, done }) => `- [${done ? 'x' : ' '}] ${escapeText(text)}`);
  return [`## Criteria\n\n${items.join('\n')}`];
}

/** What the task has shown so far: its artifacts other than the branch and the pull request itself. */
function describeEvidence({ artifacts }: HandOver['task']): string[] {
  const shown = artifacts
    .filter(({ type }) => type !== 'branch' && type !== 'pull_request')
    .slice(-itemsMax)
    .map(({ type, title, url }) => `- ${type}: ${escapeText(title)}${url ? ` <${cleanUrl(url)}>` : ''}`);
  return shown.length === 0 ? [] : [`## Evidence\n\n${shown.join('\n')}`];
}

function describeMaking(
  { id, attempt, activities, touched, causes }: HandOver['task'],
  agentName: string,
): string {
  const cause = causes.at(-1);
  const lines = [
    `- Agent: ${escapeText(agentName)}, task ${inlineCode(id)}, attempt ${Math.max(attempt, 1)}`,
    ...(cause?.kind === 'person' ? [`- Asked by: ${escapeText(cause.name)}`] : []),
    ...(touched.length > 0 ? [`- Files touched: ${touched.length}`] : []),
    ...(activities.length > 0 ? [`- Steps reported: ${activities.length}`] : []),
  ];
  return `${lines.join('\n')}\n\nOpened by Docket. Repeating the hand-over updates this text.`;
}

const toLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
/**
 * A zero-width space within @name, #12 and KEY-12 keeps code hosts from notifying people and linking issues, and a merge
 * from closing tickets that the text names ("fixes KEY-12").
 */
const disarm = (text: string) =>
  text.replace(/[@#](?=[\p{L}\d])/gu, '$&\u200b').replace(/[A-Za-z0-9](?=-\d)/g, '$&\u200b');
const escapeText = (text: string) =>
  disarm(toLine(text).slice(0, 1_000)).replace(/[\\`*_{}[\]<>#@|~!]/g, '\\$&');
const inlineCode = (text: string) => `\`${toLine(text).slice(0, 300).replaceAll('`', "'")}\``;
const cleanUrl = (url: string) => encodeURI(toLine(url)).replace(/[<>]/g, '');
