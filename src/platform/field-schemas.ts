import type { Static, TSchema } from 'typebox';
import { Type } from './schema.ts';

/** One of the words of a list that the domain declares once. */
export const choice = <const T extends readonly string[]>(words: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...options });

/** Some of them, separated by commas, as a query string has them. */
export const choices = (words: readonly string[], options: object = {}) =>
  Type.String({
    'x-words': [...words],
    description: `Of ${words.join(', ')}, separated by commas`,
    ...options,
  });

/** Also null: in an answer "there is none", in a request "clear it". */
export const nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: words } = schema as { type?: string; enum?: string[] };
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    type: [type, 'null'],
    ...(words && { enum: [...words, null] }),
  });
};

export const timestamp = (options: object = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-11-01T09:30:00.000Z'], ...options });

/** A date-time, or a date that stands for its last moment. */
export const instant = (options: object = {}) =>
  Type.String({ format: 'instant', examples: ['2026-12-24T17:00:00.000Z'], ...options });

export const id = (options: object = {}) =>
  Type.String({ examples: ['01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'], ...options });

/** A text that is trimmed before its length counts. */
export const trimmed = (minLength: number, maxLength: number, options: object = {}) =>
  Type.String({ 'x-trimmed': true, minLength, maxLength, ...options });

/** A day without a time. */
export const calendarDate = (options: object = {}) =>
  Type.String({ format: 'calendar-date', examples: ['2026-11-01'], ...options });
