import { importLimits } from '../import-limits.ts';
import type {
  Note,
  SourceChecklistItem,
  SourceComment,
  SourceFileReference,
  SourceItem,
  SourcePerson,
  SourceTicket,
} from '../source-ticket.ts';
import { asUrl } from './json-fields.ts';

/** Brings an item within the limits of Docket and notes each change. Returns undefined for a comment without text. */
export function cleanItem(item: SourceItem): SourceItem | undefined {
  if ('ticket' in item) return { ticket: cleanTicket(item.ticket) };
  if ('member' in item || 'skipped' in item) return item;
  if ('file' in item)
    return { file: cleanFile(item.file), of: item.of.slice(0, importLimits.sourceIdLength) };
  const notes: Note[] = [];
  const comment = cleanComment(item.comment, notes);
  return comment && { comment, of: item.of.slice(0, importLimits.sourceIdLength) };
}

function cleanTicket(ticket: SourceTicket): SourceTicket {
  const notes = [...ticket.notes];
  const lose = (what: string) => notes.push({ kind: 'lost', what });
  const change = (what: string) => notes.push({ kind: 'changed', what });
  const title = oneLine(ticket.title);
  if (title === '') change('tickets without a title are named after their key');
  if (title.length > importLimits.titleLength) change('titles are cut to 500 characters');
  if (ticket.comments.length > importLimits.commentsPerTicketMax) lose('comments beyond 10,000 of a ticket');
  if (ticket.labels.length > importLimits.labelsPerTicketMax) lose('labels beyond 50 of a ticket');
  if (ticket.links.length > importLimits.linksPerTicketMax) lose('links beyond 200 of a ticket');
  const kept = {
    ...ticket,
    sourceId: oneLine(ticket.sourceId).slice(0, importLimits.sourceIdLength),
    key: ticket.key && oneLine(ticket.key).slice(0, importLimits.sourceIdLength),
    number:
      ticket.number !== undefined && ticket.number <= importLimits.numberMax ? ticket.number : undefined,
    url: asUrl(ticket.url),
    reporter: cleanPerson(ticket.reporter),
    assignees: ticket.assignees.slice(0, 50).flatMap((person) => cleanPerson(person) ?? []),
    labels: ticket.labels.slice(0, importLimits.labelsPerTicketMax).flatMap(cleanLabel),
    group: ticket.group && { ...ticket.group, name: cleanName(ticket.group.name) },
    milestone: ticket.milestone && { ...ticket.milestone, name: cleanName(ticket.milestone.name) },
    checklist: (ticket.checklist ?? []).flatMap(cleanCheck).slice(0, importLimits.checklistItemsMax),
    shownAs: ticket.shownAs && cleanName(ticket.shownAs),
    links: ticket.links.slice(0, importLimits.linksPerTicketMax),
    comments: ticket.comments
      .slice(0, importLimits.commentsPerTicketMax)
      .flatMap((comment) => cleanComment(comment, notes) ?? []),
    files: ticket.files.slice(0, importLimits.filesPerTicketMax).map(cleanFile),
  };
  if (kept.group?.name === '') kept.group = undefined;
  if (kept.milestone?.name === '') kept.milestone = undefined;
  if (kept.reporter === undefined)
    change('tickets without a reporter: the person who imports becomes the reporter');
  if (kept.comments.some(({ author }) => author === undefined))
    change('comments without an author: the person who imports becomes the author');
  if (kept.completedAt !== undefined && kept.status !== 'done') {
    kept.completedAt = undefined;
    lose('dates of completion of tickets that are not done');
  }
  if ((ticket.checklist ?? []).length > importLimits.checklistItemsMax)
    lose('checklist items beyond 200 of a ticket');
  if (ticket.files.length > importLimits.filesPerTicketMax) lose('attached files beyond 200 of a ticket');
  if ([kept.description, ...kept.comments.map(({ content }) => content)].some(hasHostedFile))
    change('files in texts are not fetched; the links in the texts stay');
  if (kept.assignees.length > 1) change('a ticket has one assignee; the others are named in the description');
  const description = describe(kept);
  if (description.length > importLimits.descriptionLength)
    lose('the end of descriptions over 100,000 characters');
  return {
    ...kept,
    title: (title === '' ? (kept.key ?? kept.sourceId) : title).slice(0, importLimits.titleLength).trim(),
    description: cut(description, importLimits.descriptionLength) || undefined,
    notes,
  };
}

/** Appends to the description what Docket has no field for. */
function describe({ description, assignees }: SourceTicket): string {
  const others = assignees.slice(1).map(({ name, login, email }) => name ?? login ?? email);
  return [
    cleanText(description ?? '').trimEnd(),
    ...(others.length > 0 ? [`Also assigned: ${others.join(', ')}`] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The addresses at which GitHub, Linear and Jira host the files that people put into texts. */
const hosted =
  /https:\/\/(?:github\.com\/user-attachments\/|user-images\.githubusercontent\.com\/|github\.com\/[^/\s]+\/[^/\s]+\/files\/\d|uploads\.linear\.app\/|[^/\s]+\.atlassian\.net\/(?:rest\/api\/\d\/attachment|secure\/attachment)\/)/;
const hasHostedFile = (text: string | undefined) => text !== undefined && hosted.test(text);

const cleanFile = (file: SourceFileReference): SourceFileReference => ({
  ...file,
  name: cleanName(file.name) || 'file',
  url: asUrl(file.url),
  paths: file.paths.filter((path) => path.length <= importLimits.urlLength).slice(0, 10),
  author: cleanPerson(file.author),
});

function cleanCheck({ text, done, assignee }: SourceChecklistItem): SourceChecklistItem[] {
  const cleaned = cut(oneLine(text), importLimits.checklistTextLength);
  return cleaned === '' ? [] : [{ text: cleaned, done, assignee: cleanPerson(assignee) }];
}

function cleanComment(comment: SourceComment, notes: Note[]): SourceComment | undefined {
  const content = cleanText(comment.content).trim();
  if (content === '') return undefined;
  if (content.length > importLimits.commentLength)
    notes.push({ kind: 'lost', what: 'the end of comments over 64,000 characters' });
  return {
    ...comment,
    sourceId: comment.sourceId.slice(0, importLimits.sourceIdLength),
    author: cleanPerson(comment.author),
    content: cut(content, importLimits.commentLength),
  };
}

function cleanPerson(person: SourcePerson | undefined): SourcePerson | undefined {
  if (!person) return undefined;
  const [login, name, email] = [person.login, person.name, person.email].map(
    (text) => cleanName(text ?? '') || undefined,
  );
  return login === undefined && name === undefined && email === undefined
    ? undefined
    : { login, name, email };
}

function cleanLabel({ name, color }: SourceTicket['labels'][number]): SourceTicket['labels'] {
  const cleaned = cleanName(name);
  const hex = /^#?([0-9a-f]{6})$/i.exec(color ?? '')?.[1];
  return cleaned === '' ? [] : [{ name: cleaned, color: hex && `#${hex.toLowerCase()}` }];
}

const cleanName = (text: string) => oneLine(text).slice(0, importLimits.nameLength).trim();

const oneLine = (text: string) => cleanText(text).replace(/\s+/g, ' ').trim();

/** Removes what PostgreSQL cannot store: NUL characters and lone surrogates. */
const cleanText = (text: string) => text.replaceAll('\0', '').toWellFormed();

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed();
