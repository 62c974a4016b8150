import type { Config } from '../config/index.ts';
import type { Clock } from '../platform/clock.ts';

/** An option or argument: said once, for the help, the parsing and the refusal. */
export interface Field<T> {
  sentence: string;
  /** What stands for the value in the usage. */
  placeholder: string;
  /** What it may hold, in words. */
  allowed: string;
  required: boolean;
  absent: T;
  parse: (text: string) => T | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a record of fields of different types; `Values` tells them apart again
export type Fields = Record<string, Field<any>>;
export type Values<F extends Fields> = { [Name in keyof F]: F[Name]['absent'] };

/** What a command says at its end: as one JSON document, or as text for people. */
export interface Answer {
  json: unknown;
  text: string;
}

export interface Surroundings {
  config: Config;
  clock: Clock;
}

export interface Command<A extends Fields = Fields, O extends Fields = Fields> {
  /** In the order in which they stand on the command line. */
  arguments: A;
  options: O;
  examples: string[];
  run(values: Values<A> & Values<O>, surroundings: Surroundings): Promise<Answer>;
}

export const command = <A extends Fields, O extends Fields>(declaration: Command<A, O>): Command<A, O> =>
  declaration;

/** The command line was not understood; the message says what to do instead. */
export class UsageError extends Error {}

export class CannotListen extends Error {}

export const requiredText = (placeholder: string, sentence: string): Field<string> => ({
  sentence,
  placeholder,
  allowed: 'a text',
  required: true,
  absent: '',
  parse: (text) => text.trim() || undefined,
});

export const optionalText = (placeholder: string, sentence: string): Field<string | undefined> => ({
  ...requiredText(placeholder, sentence),
  required: false,
  absent: undefined,
});

export const requiredWord = <const W extends readonly string[]>(
  placeholder: string,
  words: W,
  sentence: string,
): Field<W[number]> => ({
  sentence: `${sentence} ${words.join(', ')}.`,
  placeholder,
  allowed: `one of ${words.join(', ')}`,
  required: true,
  absent: words[0] as W[number],
  parse: (text) => words.find((word) => word.toLowerCase() === text.toLowerCase()),
});

export const optionalWord = <const W extends readonly string[]>(
  placeholder: string,
  words: W,
  sentence: string,
): Field<W[number] | undefined> => ({
  ...requiredWord(placeholder, words, sentence),
  required: false,
  absent: undefined,
});

export const wholeNumber = (min: number, max: number, absent: number, sentence: string): Field<number> => ({
  sentence: `${sentence} (${absent} when not given)`,
  placeholder: 'N',
  allowed: `a whole number from ${min} to ${max}`,
  required: false,
  absent,
  parse: (text) =>
    /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
});
