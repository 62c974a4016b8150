import type { Static, TSchema } from 'typebox';
import { Type } from './schema.ts';

/** One word of a list, such as `ticketStatuses`. */
export const choice = <const T extends readonly string[]>(words: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...options });

/** Several words of a list, separated by commas, for query strings. */
export const choices = (words: readonly string[], options: object = {}) =>
  Type.String({
    'x-words': [...words],
    description: `One or more of ${words.join(', ')}, separated by commas`,
    ...options,
  });

/** Also allows null: in an answer "none", in a request "clear the field". */
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

/** A date-time, or a date, which means the end of that day. */
export const instant = (options: object = {}) =>
  Type.String({ format: 'instant', examples: ['2026-12-24T17:00:00.000Z'], ...options });

export const id = (options: object = {}) =>
  Type.String({ examples: ['01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'], ...options });

/** A text that is trimmed before its length is checked. */
export const trimmed = (minLength: number, maxLength: number, options: object = {}) =>
  Type.String({ 'x-trimmed': true, minLength, maxLength, ...options });

/** A day without a time. */
export const calendarDate = (options: object = {}) =>
  Type.String({ format: 'calendar-date', examples: ['2026-11-01'], ...options });
