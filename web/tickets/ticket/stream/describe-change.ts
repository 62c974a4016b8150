import { m } from '../../../messages/index.ts';
import { choiceLabel, fieldWord, isChoiceField, type TicketStatus } from '../../../parts/ticket-words.ts';
import { formatMinutes } from '../panel/duration.ts';
import type { Change } from './stream.ts';

/** Looks up the names of ids. */
export interface Names {
  person(id: string): string;
  label(id: string): string;
  group(id: string): string;
  project(id: string): string;
  ticket(id: string): string;
  day(moment: string): string;
  status(status: TicketStatus): string;
}

/** Describes a change as the end of a sentence that begins with a person's name. */
export function describeChange(
  { field, from, to, isOwn }: Change,
  actorId: string | undefined,
  names: Names,
): string {
  const { changes } = m.ticket;
  if (isOwn) return changes.own(field, textOf(to));
  if (field === 'status')
    return changes.status(names.status(from as TicketStatus), names.status(to as TicketStatus));
  if (isChoiceField(field)) {
    const [was, is] = [choiceLabel(field, textOf(from) ?? null), choiceLabel(field, textOf(to) ?? null)];
    const sentence = (changes as unknown as Partial<Record<string, typeof changes.type>>)[field];
    return sentence?.(was, is) ?? changes.choice(fieldWord(field), was, is);
  }
  if (field === 'checklist') return describeItem(from as Item, to as Item);
  const [before, after] = [textOf(from), textOf(to)];
  switch (field) {
    case 'title':
      return changes.title(after ?? '');
    case 'description':
      return changes.description;
    case 'deleted':
      return changes.restored;
    case 'assigneeId':
      if (after === undefined) return changes.unassigned(before === undefined ? '' : names.person(before));
      return after === actorId ? changes.assignedSelf : changes.assigned(names.person(after));
    case 'groupId':
    case 'milestoneId':
      if (after !== undefined) return changes.groupSet(names.group(after));
      return changes.groupCleared(before === undefined ? '' : names.group(before));
    case 'parentId':
      if (after !== undefined) return changes.parentSet(names.ticket(after));
      return changes.parentCleared(before === undefined ? '' : names.ticket(before));
    case 'dueDate':
      return after === undefined ? changes.dueCleared : changes.due(names.day(after));
    case 'estimate':
      return changes.estimate(typeof to === 'number' ? String(to) : m.ticket.noEstimate);
    case 'projectId':
      return after === undefined ? changes.projectCleared : changes.projectSet(names.project(after));
    case 'labelIds':
      return describeLabels(listOf(from), listOf(to), names);
    default:
      return describeRelation(field, before, after, names);
  }
}

function describeLabels(from: string[], to: string[], names: Names): string {
  const { changes } = m.ticket;
  const added = to.filter((id) => !from.includes(id)).map(names.label);
  const removed = from.filter((id) => !to.includes(id)).map(names.label);
  if (removed.length === 0) return changes.labelsAdded(added.join(', '));
  if (added.length === 0) return changes.labelsRemoved(removed.join(', '));
  return changes.labelsBoth(added.join(', '), removed.join(', '));
}

type Item = { text: string; done: boolean } | null;

function describeItem(from: Item, to: Item): string {
  const texts = m.ticket.checklist.changes;
  if (!from || !to) return from ? texts.removed(from.text) : texts.added(to?.text ?? '');
  if (from.done !== to.done) return to.done ? texts.done(to.text) : texts.open(to.text);
  return texts.changed(to.text);
}

function describeRelation(
  field: string,
  from: string | undefined,
  to: string | undefined,
  names: Names,
): string {
  const { related, unrelated, other } = m.ticket.changes;
  const kind = Object.keys(related).find((name) => name === field) as keyof typeof related | undefined;
  if (!kind) return other(field);
  if (to !== undefined) return related[kind](names.ticket(to));
  return unrelated(from === undefined ? m.ticket.changes.anotherTicket : names.ticket(from));
}

/** Describes events that change no field. */
export function describeEvent(type: string, description: string, key: string | null): string {
  const { changes } = m.ticket;
  const sentences: Record<string, string> = {
    'ticket.created': changes.created,
    'ticket.deleted': changes.deleted,
    'ticket.reopened': changes.reopened(
      /: commit (\w+) broke /.exec(description)?.[1] ?? '',
      /“.*”/s.exec(description)?.[0] ?? '',
    ),
    'ticket.linked': changes.linked(nameIn(description, key)),
    'comment.deleted': changes.commentDeleted,
    'attachment.created': changes.attached(nameIn(description, key)),
    'attachment.deleted': changes.detached(nameIn(description, key)),
    ...describeProof(description, key),
    ...describeReview(description, key),
    'time_log.created': changes.timeLogged(timeIn(description)),
    'time_log.updated': changes.timeChanged(timeIn(description)),
    'time_log.deleted': changes.timeDeleted(timeIn(description)),
  };
  return sentences[type] ?? description;
}

/** Finds the parts of `added the criterion “It holds” to PAY-12 …` and of `added evidence that passes to PAY-12 …: Tests`. */
function describeProof(description: string, key: string | null): Record<string, string> {
  const { changes, states } = m.ticket.criteria;
  const text = /“.*”/s.exec(description)?.[0] ?? '';
  const state = Object.entries(states).find(([name]) => description.endsWith(` to ${name}`))?.[1] ?? '';
  const summary =
    key === null ? '' : description.slice(description.indexOf(': ', description.indexOf(key)) + 2);
  const passes = description.startsWith('added evidence that passes');
  return {
    'criterion.created': changes.created(text),
    'criterion.updated': changes.updated(text),
    'criterion.deleted': changes.deleted(text),
    'criterion.state_changed': changes.state(text, state),
    'criterion.reordered': changes.reordered,
    'evidence.added': passes ? changes.passes(summary) : changes.fails(summary),
  };
}

/** Finds the names, the reason and what was missing in the sentences of reviews and gates. */
function describeReview(description: string, key: string | null): Record<string, string> {
  const { changes } = m.ticket.reviews;
  const gates = m.ticket.gates;
  const after = (mark: string) => description.slice(description.indexOf(mark) + mark.length);
  const asked = /^asked (.*) to review /s.exec(description)?.[1];
  const removed = /^no longer asks (.*) to review /s.exec(description)?.[1];
  return {
    'review.requested': asked === undefined ? changes.removed(removed ?? '') : changes.asked(asked),
    'review.approved': changes.approved,
    'review.changes_requested': changes.changesRequested,
    'gate.forced': gates.forced(key === null ? '' : after(' despite its gates: ')),
    'gate.refused': gates.refused(after('. Missing: ')),
  };
}

/** Finds the file name in `attached rates.png to PAY-12 …`, between the verb and the key of the ticket. */
function nameIn(description: string, key: string | null): string {
  const end =
    key === null ? -1 : Math.max(description.indexOf(` to ${key} `), description.indexOf(` from ${key} `));
  return end === -1 ? '' : description.slice(description.indexOf(' ') + 1, end);
}

/** Finds the time in `logged 90 minutes on PAY-12 …`. */
const timeIn = (description: string): string => formatMinutes(Number(/\d+/.exec(description)?.[0] ?? 0));

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : []);
