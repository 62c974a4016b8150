import type { Page } from '../../paging.ts';
import type { Queries, Tx } from '../database.ts';
import { type ListDefinition, listPage, pagedList } from './paged-list.ts';
import { type Statement, statement } from './statement.ts';

/**
 * Statements as functions: `const findLabel = sql.find<{ id: string }, Label>('select … where id = :id')` is called as
 * `findLabel(queries, { id })`, and without the second argument if the statement has no parameters.
 */
export const sql = {
  /** Finds the first row. */
  find: <P extends object, R>(text: string) =>
    define<P, R, R | undefined>(text, (shape) => (queries, params) => queries.find(shape, params)),

  /** Returns the row of a statement that always has one. */
  get: <P extends object, R>(text: string) =>
    define<P, R, R>(text, (shape) => async (queries, params) => (await queries.find(shape, params)) as R),

  /** Finds the first row and returns the value of its only column. */
  findValue: <P extends object, R extends object>(text: string) =>
    define<P, R, Value<R> | undefined>(text, (shape) => async (queries, params) => {
      const row = await queries.find(shape, params);
      return row && onlyValue<R>(row);
    }),

  /** Returns whether there is a row. */
  exists: <P extends object, R>(text: string) =>
    define<P, R, boolean>(
      text,
      (shape) => async (queries, params) => (await queries.find(shape, params)) !== undefined,
    ),

  /** Returns the number in the only column of the first row; 0 if there is no row. */
  count: <P extends object, R extends Record<string, number | null>>(text: string) =>
    define<P, R, number>(text, (shape) => async (queries, params) => {
      const row = await queries.find(shape, params);
      return Number(row ? onlyValue(row) : 0);
    }),

  /** Lists the rows. */
  list: <P extends object, R>(text: string) =>
    define<P, R, R[]>(text, (shape) => (queries, params) => queries.list(shape, params)),

  /** Lists the values of the only column. */
  listValues: <P extends object, R extends object>(text: string) =>
    define<P, R, Value<R>[]>(
      text,
      (shape) => async (queries, params) => (await queries.list(shape, params)).map(onlyValue),
    ),

  /** Lists a page of rows. `count` returns the number of all rows, for lists that are counted elsewhere. */
  page: <P extends object, R>(definition: ListDefinition<R>) => {
    const list = pagedList<P, R>(definition);
    return (queries: Queries, params: P, page: Page, count?: () => number | Promise<number>) =>
      listPage(queries, list, params, page, count);
  },

  /** Changes rows and returns their number. */
  run: <P extends object>(text: string) =>
    define<P, never, number>(text, (shape) => (queries, params) => queries.run(shape, params)),

  /** Changes rows and returns whether it was exactly one. */
  change: <P extends object>(text: string) =>
    define<P, never, boolean>(
      text,
      (shape) => async (queries, params) => (await queries.run(shape, params)) === 1,
    ),

  /** Changes rows by `tx.send`. */
  send: <P extends object>(text: string) =>
    define<P, never, unknown, Pick<Tx, 'send'>>(text, (shape) => (tx, params) => tx.send(shape, params)),
};

type Query<P, Result, Runner> = object extends P
  ? (queries: Runner) => Promise<Result>
  : (queries: Runner, params: P) => Promise<Result>;

type Value<Row> = Row[keyof Row];

const define = <P extends object, R, Result, Runner = Queries>(
  text: string,
  build: (shape: Statement<P, R>) => (queries: Runner, params: P) => Promise<Result>,
) => build(statement<P, R>(text)) as Query<P, Result, Runner>;

const onlyValue = <R extends object>(row: R) => Object.values(row)[0] as Value<R>;
