import type { TaskDetails } from '../../agent-tasks/index.ts';
import type { CriterionWithEvidence } from '../../proof/index.ts';
import { type TicketDetails, ticketKey } from '../../tickets/index.ts';

/** What a reviewer reads about the work of a task. */
export interface HandOver {
  task: Pick<TaskDetails, 'id' | 'title' | 'attempt' | 'artifacts' | 'activities' | 'touched' | 'causes'>;
  agentName: string;
  ticket: Pick<TicketDetails, 'id' | 'title' | 'projectKey' | 'number' | 'checklist'> | undefined;
  /** Of the ticket, each with the evidence from which its state comes. */
  criteria: readonly CriterionWithEvidence[];
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
export function handOverBody({ task, agentName, ticket, criteria, baseUrl }: HandOver): string {
  const sections = [
    describeTicket(ticket, baseUrl),
    ...describeCriteria(criteria),
    ...describeChecklist(ticket),
    ...describeArtifacts(task),
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

/** What must be true, whether evidence shows it, and for which commit. */
function describeCriteria(criteria: HandOver['criteria']): string[] {
  if (criteria.length === 0) return [];
  const shown = criteria.filter(({ state }) => state === 'shown').length;
  const items = criteria
    .slice(0, itemsMax)
    .map(
      ({ text, state, evidence }) =>
        `- [${state === 'shown' ? 'x' : ' '}] ${escapeText(text)} (**${state}**)${describeEvidence(evidence)}`,
    );
  return [`## Criteria\n\n${shown} of ${criteria.length} shown by evidence.\n\n${items.join('\n')}`];
}

function describeEvidence(evidence: CriterionWithEvidence['evidence']): string {
  if (!evidence) return '';
  const { passed, summary, commit, tests, exitCode, files } = evidence;
  const facts = [
    ...(commit === null ? [] : [`at ${inlineCode(commit.slice(0, 12))}`]),
    ...(tests ? [`${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`] : []),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(files.length > 0 ? [`${files.length} ${files.length === 1 ? 'file' : 'files'}`] : []),
  ];
  const more = facts.length > 0 ? ` (${facts.join(', ')})` : '';
  return `\n  - ${passed ? 'passed' : 'failed'}: ${escapeText(summary)}${more}`;
}

function describeChecklist(ticket: HandOver['ticket']): string[] {
  if (!ticket || ticket.checklist.length === 0) return [];
  const items = ticket.checklist
    .slice(0, itemsMax)
    .map(({ text, done }) => `- [${done ? 'x' : ' '}] ${escapeText(text)}`);
  return [`## Checklist\n\n${items.join('\n')}`];
}

/** What the task has made so far: its artifacts other than the branch and the pull request itself. */
function describeArtifacts({ artifacts }: HandOver['task']): string[] {
  const shown = artifacts
    .filter(({ type }) => type !== 'branch' && type !== 'pull_request')
    .slice(-itemsMax)
    .map(({ type, title, url }) => `- ${type}: ${escapeText(title)}${url ? ` <${cleanUrl(url)}>` : ''}`);
  return shown.length === 0 ? [] : [`## Results\n\n${shown.join('\n')}`];
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
