import type { Ticket } from '../../tickets/index.ts';
import type { MappedWord, Note } from '../source-ticket.ts';

type Words<T extends string> = Record<T, readonly string[]>;

/** Compared without regard to case, spaces and punctuation: "In Progress", "in_progress" and "INPROGRESS" are one word. */
const statuses: Words<Ticket['status']> = {
  backlog: [
    'backlog',
    'new',
    'icebox',
    'triage',
    'later',
    'someday',
    'ideas',
    'idea',
    'wishlist',
    'inbox',
    'unstarted',
  ],
  todo: [
    'todo',
    'open',
    'opened',
    'reopened',
    'ready',
    'readyfordevelopment',
    'selectedfordevelopment',
    'planned',
    'next',
    'nextup',
    'tobedone',
    'accepted',
    'approved',
    'pending',
    'thisweek',
    'sprintbacklog',
    'offen',
  ],
  in_progress: [
    'inprogress',
    'doing',
    'started',
    'indevelopment',
    'development',
    'active',
    'working',
    'wip',
    'blocked',
    'onhold',
    'inarbeit',
    'implementing',
  ],
  in_review: [
    'inreview',
    'review',
    'codereview',
    'qa',
    'inqa',
    'testing',
    'test',
    'intest',
    'readyforreview',
    'readyfortest',
    'readyforqa',
    'verify',
    'verification',
    'staging',
    'inpruefung',
  ],
  done: [
    'done',
    'closed',
    'completed',
    'complete',
    'resolved',
    'fixed',
    'finished',
    'released',
    'deployed',
    'shipped',
    'merged',
    'erledigt',
    'live',
    'archived',
  ],
  cancelled: [
    'cancelled',
    'canceled',
    'wontfix',
    'wontdo',
    'notplanned',
    'rejected',
    'declined',
    'duplicate',
    'invalid',
    'obsolete',
    'abandoned',
    'cannotreproduce',
    'abgebrochen',
  ],
};
const priorities: Words<Ticket['priority']> = {
  lowest: ['lowest', 'trivial', 'verylow', '5'],
  low: ['low', 'minor', '4'],
  medium: ['medium', 'normal', 'none', 'nopriority', 'default', 'moderate', '3', '0'],
  high: ['high', 'major', 'important', '2'],
  highest: ['highest', 'urgent', 'critical', 'blocker', 'veryhigh', 'asap', 'emergency', '1'],
};
const types: Words<Ticket['type']> = {
  TASK: [
    'task',
    'subtask',
    'sub',
    'chore',
    'issue',
    'todo',
    'workitem',
    'spike',
    'question',
    'support',
    'servicerequest',
  ],
  BUG: ['bug', 'defect', 'incident', 'fault', 'problem', 'error', 'regression'],
  FEATURE: ['feature', 'story', 'userstory', 'newfeature', 'featurerequest', 'requirement'],
  IMPROVEMENT: ['improvement', 'enhancement', 'change', 'refactoring', 'technicaldebt', 'techdebt'],
  EPIC: ['epic', 'initiative', 'theme', 'objective'],
};

const byWord = <T extends string>(words: Words<T>) =>
  new Map(
    Object.entries<readonly string[]>(words).flatMap(([to, from]) => from.map((word) => [word, to as T])),
  );
const known = { status: byWord(statuses), priority: byWord(priorities), type: byWord(types) };

interface Choices {
  status: Ticket['status'];
  priority: Ticket['priority'];
  type: Ticket['type'];
}

/** The words that the caller maps by hand, by field. They take precedence over the built-in words. */
export type WordMapping = { [Field in keyof Choices]?: Record<string, Choices[Field]> | undefined };

/** Maps the words of one ticket to values of Docket and records each choice. */
export class WordMapper {
  readonly words: MappedWord[] = [];
  readonly notes: Note[] = [];
  readonly #mapping: WordMapping;

  constructor(mapping: WordMapping) {
    this.#mapping = mapping;
  }

  /** Returns `fallback` for an unknown word, and for undefined. */
  choose<Field extends keyof Choices>(
    field: Field,
    from: string | undefined,
    fallback: Choices[Field],
  ): Choices[Field] {
    const word = from?.trim() ?? '';
    if (word === '') return fallback;
    const to = this.find(field, word);
    this.words.push({ field, from: word.slice(0, 100), to: to ?? fallback });
    if (to === undefined)
      this.notes.push({
        kind: 'changed',
        isProblem: true,
        what: `unknown ${field} "${word.slice(0, 100)}" became ${fallback}`,
      });
    return to ?? fallback;
  }

  /** Returns undefined if neither the caller's mapping nor the built-in words have the word. */
  find<Field extends keyof Choices>(field: Field, word: string): Choices[Field] | undefined {
    const own = this.#mapping[field] as Record<string, Choices[Field]> | undefined;
    const given = own && Object.entries<Choices[Field]>(own).find(([from]) => fold(from) === fold(word))?.[1];
    return given ?? (known[field].get(fold(word)) as Choices[Field] | undefined);
  }
}

/** Keeps letters and digits alone. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
