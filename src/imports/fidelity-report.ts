import type { SourceTicket } from './source-ticket.ts';

export interface Counted {
  what: string;
  count: number;
  /** The keys of the first tickets that are counted here. */
  examples: string[];
}

/** A person of the files, and who they are here. */
export interface NamedPerson {
  name: string;
  email?: string | undefined;
  login?: string | undefined;
  /** Absent: a placeholder. */
  account?: { id: string; name: string } | undefined;
  /** The mapping says that the import names nobody. */
  isLeftOut?: boolean;
}

export interface MappedCount {
  field: 'status' | 'priority' | 'type';
  from: string;
  to: string;
  count: number;
}

/** What an import keeps, changes and loses. A dry run makes the same report without writing anything. */
export interface FidelityReport {
  dryRun: boolean;
  tickets: { total: number; created: number; existing: number };
  comments: { total: number; created: number };
  /** Counts of the attached files; absent in reports of older versions. */
  attachments?: { total: number; created: number };
  people: {
    total: number;
    matched: number;
    placeholders: string[];
    placeholderCount: number;
    /** Those without an account first; absent in reports of older versions. */
    named?: NamedPerson[];
  };
  labels: { total: number; created: string[]; createdCount: number };
  groups: { total: number; created: string[]; createdCount: number };
  links: { total: number; created: number };
  words: MappedCount[];
  kept: Counted[];
  changed: Counted[];
  lost: Counted[];
  /** Rows of a CSV file that a person may want to correct, by line; absent in reports of older versions. */
  problems?: { total: number; first: RowProblem[] };
}

export interface RowProblem {
  line: number;
  what: string;
}

const examplesMax = 3;
const entriesMax = 100;
const problemsShown = 100;
const exampleLengthMax = 60;
const whatLengthMax = 200;
export const namesShown = 100;
export const peopleShown = 100;

const cut = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text;

const estimates = 'estimates';
const parents = 'parents';

const countedFields: [string, (ticket: SourceTicket) => boolean][] = [
  ['descriptions', ({ description }) => description !== undefined],
  ['dates of creation', ({ createdAt }) => createdAt !== undefined],
  ['dates of change', ({ updatedAt }) => updatedAt !== undefined],
  ['dates of completion', ({ completedAt }) => completedAt !== undefined],
  [estimates, ({ estimate }) => estimate !== undefined],
  ['due dates', ({ dueDate }) => dueDate !== undefined],
  ['reporters', ({ reporter }) => reporter !== undefined],
  ['assignees', ({ assignees }) => assignees.length > 0],
  ['labels', ({ labels }) => labels.length > 0],
  ['cycles and milestones', ({ group }) => group !== undefined],
  ['checklists', ({ checklist = [] }) => checklist.length > 0],
  [parents, ({ links }) => links.some(({ kind }) => kind === 'parent')],
  ['relations', ({ links }) => links.some(({ kind }) => kind !== 'parent')],
  ['comments', ({ comments }) => comments.length > 0],
  ['original keys', ({ key }) => key !== undefined],
  ['addresses of the original', ({ url }) => url !== undefined],
];

/** The fields that a ticket has in the database after the import. A field that is absent is not compared. */
export type WrittenFields = Record<string, boolean>;

/**
 * Counts the fields that tickets have. A report does not grow with the file: it has at most 100 entries of each kind.
 * The fields of each ticket are stored as bits of a number, in the order of `countedFields`.
 */
export class FidelityTally {
  readonly #fields = new Map<string, number>();
  readonly #kept = new Map<string, Counted>();
  readonly #changed = new Map<string, Counted>();
  readonly #lost = new Map<string, Counted>();
  readonly #words = new Map<string, MappedCount>();
  readonly #problems: RowProblem[] = [];
  #problemCount = 0;

  add(ticket: SourceTicket): void {
    const example = ticket.shownAs ?? ticket.key ?? ticket.sourceId;
    let fields = 0;
    for (const [index, [what, has]] of countedFields.entries()) {
      if (!has(ticket)) continue;
      count(this.#kept, what, example);
      fields |= 1 << index;
    }
    this.#fields.set(ticket.sourceId, fields);
    for (const { kind, what, isProblem } of ticket.notes) {
      count(kind === 'lost' ? this.#lost : this.#changed, what, example);
      if (isProblem && ticket.line !== undefined) this.#addProblem({ line: ticket.line, what });
    }
    for (const word of ticket.words) this.#countWord(word);
  }

  /** Names a row that becomes no ticket. */
  skip(row: RowProblem): void {
    this.#addProblem(row);
  }

  #addProblem({ line, what }: RowProblem): void {
    this.#problemCount++;
    if (this.#problems.length < problemsShown) this.#problems.push({ line, what: cut(what, whatLengthMax) });
  }

  keep(what: string, example: string): void {
    count(this.#kept, what, example);
  }

  lose(what: string, example: string, times = 1): void {
    count(this.#lost, what, example, times);
  }

  /** Reports all estimates as lost, because the project does not estimate in points. */
  loseEstimates(): void {
    const entry = this.#kept.get(estimates);
    this.#kept.delete(estimates);
    const what = 'estimates in points: choose points as the unit of the project first';
    if (entry) this.#lost.set(what, { ...entry, what });
  }

  /** Reports that the parent of a ticket could not be kept. */
  loseParent(sourceId: string, what: string, example: string): void {
    const bit = 1 << countedFields.findIndex(([name]) => name === parents);
    const fields = this.#fields.get(sourceId) ?? 0;
    this.#fields.set(sourceId, fields & ~bit);
    const entry = this.#kept.get(parents);
    if (entry && (fields & bit) !== 0 && --entry.count === 0) this.#kept.delete(parents);
    count(this.#lost, what, example);
  }

  /**
   * Compares each ticket of the files with what the database has of it. `written` are the tickets that this import
   * wrote; tickets of other imports are not counted.
   */
  async confirm(
    written: AsyncIterable<{ sourceId: string; has: WrittenFields }>,
    nameOf: (sourceId: string) => string,
  ): Promise<void> {
    const found = new Map<string, number>();
    for await (const { sourceId, has } of written) {
      const fields = this.#fields.get(sourceId) ?? 0;
      for (const [index, [what]] of countedFields.entries()) {
        if ((fields & (1 << index)) === 0 || !this.#kept.has(what)) continue;
        if (has[what] ?? true) found.set(what, (found.get(what) ?? 0) + 1);
        else count(this.#lost, `${what} that could not be written`, nameOf(sourceId));
      }
    }
    for (const [what] of countedFields) this.keepAtMost(what, found.get(what) ?? 0);
  }

  keepAtMost(what: string, max: number): void {
    const entry = this.#kept.get(what);
    if (entry) entry.count = Math.min(entry.count, max);
    if (entry?.count === 0) this.#kept.delete(what);
  }

  change(what: string, example: string): void {
    count(this.#changed, what, example);
  }

  present(): Pick<FidelityReport, 'words' | 'kept' | 'changed' | 'lost' | 'problems'> {
    return {
      problems: { total: this.#problemCount, first: this.#problems },
      words: [...this.#words.values()].toSorted(
        (a, b) => a.field.localeCompare(b.field) || b.count - a.count,
      ),
      kept: sorted(this.#kept),
      changed: sorted(this.#changed),
      lost: sorted(this.#lost),
    };
  }

  #countWord(word: Omit<MappedCount, 'count'>): void {
    const key = `${word.field} ${word.from}`;
    const known = this.#words.get(key);
    if (known) known.count++;
    else if (this.#words.size < entriesMax) this.#words.set(key, { ...word, count: 1 });
  }
}

function count(entries: Map<string, Counted>, written: string, named: string, times = 1): void {
  const [what, example] = [cut(written, whatLengthMax), cut(named, exampleLengthMax)];
  const name = entries.has(what) || entries.size < entriesMax ? what : 'other';
  const entry = entries.get(name) ?? { what: name, count: 0, examples: [] };
  entry.count += times;
  if (entry.examples.length < examplesMax && !entry.examples.includes(example)) entry.examples.push(example);
  entries.set(name, entry);
}

const sorted = (entries: Map<string, Counted>) => [...entries.values()].toSorted((a, b) => b.count - a.count);
