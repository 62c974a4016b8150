import type { Note } from '../source-ticket.ts';
import { type DayOrder, findDayOrder, readDate, readNumbers } from './read-date.ts';

export const dateFields = ['createdAt', 'updatedAt', 'completedAt', 'dueDate'] as const;
type DateField = (typeof dateFields)[number];

interface DatedRow {
  get: (field: DateField) => string | undefined;
}

/** Reads the dates of a file. A date with a day above 12 decides how its column writes day and month. */
export class CsvDates {
  readonly #orders = new Map<DateField, DayOrder>();
  readonly #given: DayOrder | undefined;
  /** The first unreadable value of each column, which the report quotes for the whole column. */
  readonly #examples = new Map<string, string>();

  constructor(given?: 'day_first' | 'month_first') {
    this.#given = given && (given === 'day_first' ? 'day first' : 'month first');
  }

  /** Reads rows until the order of each column is decided. Most files write dates in one form, so one row is enough. */
  async learn(records: AsyncIterable<DatedRow>): Promise<void> {
    const open = new Set<DateField>(dateFields);
    for await (const record of records) {
      for (const field of open) {
        const value = record.get(field);
        const order = value === undefined ? 'either' : findDayOrder(value);
        if (order !== 'either' && order !== 'same') open.delete(field);
        if (order === 'day first' || order === 'month first') this.#orders.set(field, order);
      }
      if (open.size === 0) return;
    }
  }

  read(record: DatedRow, field: DateField, notes: Note[]): number | undefined {
    const value = record.get(field);
    if (value === undefined) return undefined;
    const edge = field === 'dueDate' ? 'end' : 'start';
    const own = findDayOrder(value);
    const order =
      own === 'either' ? (this.#orders.get(field) ?? this.#given) : own === 'same' ? 'day first' : own;
    const at = order === undefined ? readDate(value, edge) : readNumbers(value, order, edge);
    if (at === undefined)
      notes.push({ kind: 'lost', what: this.#describe(field, value, own === 'either'), isProblem: true });
    return at;
  }

  #describe(field: DateField, value: string, isAmbiguous: boolean): string {
    const place = `${field} ${isAmbiguous}`;
    const example = this.#examples.get(place) ?? value.slice(0, 40);
    this.#examples.set(place, example);
    return isAmbiguous
      ? `${names[field]} that could be day/month or month/day, such as ${example}; write them as 2026-01-31`
      : `${names[field]} that could not be read, such as ${example}; write them as 2026-01-31`;
  }
}

const names: Record<DateField, string> = {
  createdAt: 'dates of creation',
  updatedAt: 'dates of change',
  completedAt: 'dates of completion',
  dueDate: 'due dates',
};
