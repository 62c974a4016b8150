import { FileProblem } from '../parsing/file-problem.ts';
import { readJsonValues } from '../parsing/json-values.ts';
import type {
  SourceChecklistItem,
  SourceComment,
  SourceItem,
  SourcePerson,
  SourceTicket,
} from '../source-ticket.ts';
import { newSourceTicket } from './empty-ticket.ts';
import { fileAtAddress } from './file-reference.ts';
import { asList, asNumber, asObject, asObjects, asText, asUrl, type JsonObject } from './json-fields.ts';
import { WordMapper } from './map-words.ts';
import { readDate } from './read-date.ts';
import { type ImportMapping, mappedWords, type Reader } from './reader.ts';

/** Trello limits a board to 5,000 open cards and its export to 1,000 actions. */
const cardsMax = 100_000;

const colors: Record<string, string> = {
  green: '#4bce97',
  yellow: '#f5cd47',
  orange: '#fea362',
  red: '#f87168',
  purple: '#9f8fef',
  blue: '#579dff',
  sky: '#6cc3e0',
  lime: '#94c748',
  pink: '#e774bb',
  black: '#8590a2',
};

interface Board {
  lists: Map<string, { name: string; isClosed: boolean }>;
  people: Map<string, SourcePerson>;
  /** The checklists of each card. */
  checklists: Map<string, { name: string; position: number; items: JsonObject[] }[]>;
  comments: Map<string, SourceComment[]>;
  /** The creator of each card. */
  creators: Map<string, SourcePerson | undefined>;
  cards: JsonObject[];
}

/**
 * Reads the JSON file of "Export as JSON" in the menu of a board. Its parts refer to each other in any order, so the
 * whole board is kept in memory; Trello limits its size.
 */
export const readTrello: Reader = async function* (file, mapping): AsyncGenerator<SourceItem> {
  const board: Board = {
    lists: new Map(),
    people: new Map(),
    checklists: new Map(),
    comments: new Map(),
    creators: new Map(),
    cards: [],
  };
  for await (const { list, value } of readJsonValues(file, 'members')) {
    const part = asObject(value);
    if (part) addPart(board, list, part);
    if (board.cards.length > cardsMax)
      throw new FileProblem(file.name, 'cards', `a board has at most ${cardsMax} cards.`);
  }
  for (const card of board.cards) {
    const ticket = readCard(board, card, mapping);
    if (ticket) yield { ticket };
  }
};

function addPart(board: Board, list: string, part: JsonObject): void {
  const id = asText(part.id);
  if (id === undefined) return;
  if (list === 'cards') board.cards.push(part);
  else if (list === 'lists')
    board.lists.set(id, { name: asText(part.name) ?? '', isClosed: part.closed === true });
  else if (list === 'members') board.people.set(id, readPerson(part));
  else if (list === 'checklists') addChecklist(board, part);
  else if (list === 'actions') addAction(board, id, part);
}

const readPerson = (member: JsonObject): SourcePerson => ({
  login: asText(member.username) ?? asText(member.id),
  name: asText(member.fullName) ?? asText(member.username),
  email: asText(member.email),
});

function addChecklist(board: Board, checklist: JsonObject): void {
  const card = asText(checklist.idCard);
  if (card === undefined) return;
  append(board.checklists, card, {
    name: asText(checklist.name) ?? 'Checklist',
    position: cardPosition(checklist),
    items: asObjects(checklist.checkItems).toSorted((a, b) => cardPosition(a) - cardPosition(b)),
  });
}

const cardPosition = ({ pos }: JsonObject) => (typeof pos === 'number' ? pos : 0);

/** Merges the checklists of a card, because a ticket has one. Items of several begin with their checklist's name. */
function readChecklist(board: Board, card: string): SourceChecklistItem[] {
  const lists = (board.checklists.get(card) ?? []).toSorted((a, b) => a.position - b.position);
  return lists.flatMap(({ name, items }) =>
    items.map((item) => ({
      text: `${lists.length > 1 ? `${name}: ` : ''}${asText(item.name) ?? ''}`,
      done: item.state === 'complete',
      assignee: board.people.get(asText(item.idMember) ?? ''),
    })),
  );
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function addAction(board: Board, id: string, action: JsonObject): void {
  const data = asObject(action.data);
  const card = asText(asObject(data?.card)?.id);
  if (card === undefined) return;
  const creator = asObject(action.memberCreator);
  const author = creator ? readPerson(creator) : board.people.get(asText(action.idMemberCreator) ?? '');
  if (action.type === 'createCard') board.creators.set(card, author);
  const content = action.type === 'commentCard' ? asText(data?.text) : undefined;
  if (content === undefined) return;
  const comment = { sourceId: id, author, content, createdAt: readDate(action.date) };
  append(board.comments, card, comment);
}

function readCard(board: Board, card: JsonObject, mapping: ImportMapping): SourceTicket | undefined {
  const id = asText(card.id);
  if (id === undefined) return undefined;
  const mapper = new WordMapper(mappedWords(mapping));
  const list = board.lists.get(asText(card.idList) ?? '');
  const isArchived = card.closed === true || list?.isClosed === true;
  const isComplete = card.dueComplete === true;
  const checklists = board.checklists.get(id) ?? [];
  const checkItems = checklists.flatMap(({ items }) => items);
  const shown = mapper.find('status', list?.name ?? '');
  const isOpen = shown !== 'done' && shown !== 'cancelled';
  // An archived card counts as done, unless its list says that it was cancelled.
  const status = (isArchived || isComplete) && isOpen ? 'done' : mapper.choose('status', list?.name, 'todo');
  const labels = asObjects(card.labels).map((label) => ({
    name: asText(label.name) ?? asText(label.color) ?? '',
    color: colors[(asText(label.color) ?? '').replace(/_(?:light|dark)$/, '')],
  }));
  return {
    ...newSourceTicket(id, asText(card.name) ?? ''),
    key: asText(card.shortLink),
    shownAs: asText(card.name),
    number: asNumber(card.idShort),
    url: asUrl(card.shortUrl) ?? asUrl(card.url),
    description: asText(card.desc),
    checklist: readChecklist(board, id),
    status,
    type: mapper.choose(
      'type',
      labels.map(({ name }) => name).find((name) => mapper.find('type', name)),
      'TASK',
    ),
    reporter: board.creators.get(id) ?? board.people.get(asText(card.idMemberCreator) ?? ''),
    assignees: asList(card.idMembers).flatMap((member) => board.people.get(String(member)) ?? []),
    labels,
    comments: (board.comments.get(id) ?? []).toReversed(),
    files: asObjects(card.attachments).map((file) => ({
      ...fileAtAddress(asText(card.shortLink), {
        name: asText(file.fileName) ?? asText(file.name) ?? 'file',
        url: asText(file.url) ?? '',
        id: asText(file.id),
      }),
      author: board.people.get(asText(file.idMember) ?? ''),
      createdAt: readDate(file.date),
    })),
    // The first eight hexadecimal digits of an id are its time of creation in seconds.
    createdAt: /^[0-9a-f]{24}$/.test(id) ? Number.parseInt(id.slice(0, 8), 16) * 1000 : undefined,
    updatedAt: readDate(card.dateLastActivity),
    completedAt: readDate(card.dateCompleted),
    dueDate: readDate(card.due),
    words: mapper.words,
    notes: [
      ...mapper.notes,
      ...(isArchived && isOpen ? [{ kind: 'changed' as const, what: 'archived cards became done' }] : []),
      ...(checklists.length > 1
        ? [
            {
              kind: 'changed' as const,
              what: 'several checklists became one; items begin with the name of theirs',
            },
          ]
        : []),
      ...(checkItems.some(({ due }) => asText(due) !== undefined)
        ? [{ kind: 'lost' as const, what: 'due dates of checklist items' }]
        : []),
      ...(asObjects(card.customFieldItems).length > 0
        ? [{ kind: 'lost' as const, what: 'custom fields' }]
        : []),
      ...(asText(card.start) === undefined ? [] : [{ kind: 'lost' as const, what: 'start dates' }]),
      ...(asObject(card.cover)?.idAttachment ? [{ kind: 'lost' as const, what: 'covers' }] : []),
    ],
  };
}
