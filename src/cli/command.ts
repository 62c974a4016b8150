import type { Config } from '../config/index.ts';
import type { SteadyClock } from '../platform/clock.ts';
import type { ClientContext } from './client/client-context.ts';
import type { ExitReason } from './exit-codes.ts';

/** An option or argument: help text, parsing and error message derive from it. */
export interface Field<T> {
  sentence: string;
  /** Stands for the value in the usage line. */
  placeholder: string;
  /** Completes the error message "must be …". */
  allowed: string;
  required: boolean;
  absent: T;
  isFlag?: true;
  /** Takes all remaining arguments; `parse` is called for each. */
  isList?: true;
  /** All values, for the completion of shells. */
  words?: readonly string[];
  parse: (text: string) => T | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: a record of fields of different types; `Values` restores each type
export type Fields = Record<string, Field<any>>;
export type Values<F extends Fields> = { [Name in keyof F]: F[Name]['absent'] };

/** The result of a command: printed as JSON with --json, else as text. */
export interface CommandResult {
  json: unknown;
  text: string;
  /** The exit code; success if absent. */
  ending?: ExitReason;
}

/** Commands of `cli/client` need no more than a `ClientContext`. */
export interface CommandContext extends ClientContext {
  config: Config;
  clock: SteadyClock;
}

export interface Command<A extends Fields = Fields, O extends Fields = Fields, C = CommandContext> {
  /** In the order of the command line. */
  arguments: A;
  options: O;
  examples: string[];
  /** Imports what the work needs when it runs: help and completion load the declaration alone. */
  run(values: Values<A> & Values<O>, commandContext: C): Promise<CommandResult>;
}

interface Entry {
  summary: string;
  /** Loads the command when it is called, so that `--help` loads none of them. */
  load: () => Promise<Command>;
}

export type Commands = Record<string, Entry>;

export const command = <A extends Fields, O extends Fields>(declaration: Command<A, O>): Command<A, O> =>
  declaration;

/** A command that talks to a server over HTTP, and runs where no server is installed. */
export const clientCommand = <A extends Fields, O extends Fields>(
  declaration: Command<A, O, ClientContext>,
): Command<A, O, ClientContext> => declaration;

/** Wrong usage of the command line; the message says how to correct it. */
export class UsageError extends Error {}

export class CannotListen extends Error {}

export const requiredText = (placeholder: string, sentence: string): Field<string> => ({
  sentence,
  placeholder,
  allowed: 'text',
  required: true,
  absent: '',
  parse: (text) => text.trim() || undefined,
});

/** One or more arguments, at the end of the command line. */
export const requiredTexts = (placeholder: string, sentence: string): Field<string[]> => ({
  ...requiredText(placeholder, sentence),
  absent: [],
  isList: true,
  parse: (text) => (text.trim() === '' ? undefined : [text]),
});

/** Any number of arguments, at the end of the command line. */
export const optionalTexts = (placeholder: string, sentence: string): Field<string[]> => ({
  ...requiredTexts(placeholder, sentence),
  required: false,
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
  words,
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
  sentence: `${sentence} Default: ${absent}.`,
  placeholder: 'N',
  allowed: `a whole number from ${min} to ${max}`,
  required: false,
  absent,
  parse: (text) =>
    /^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
});

/** Present or not: `--revoke-keys` takes no value. */
export const flag = (sentence: string): Field<boolean> => ({
  sentence,
  placeholder: '',
  allowed: 'without a value',
  required: false,
  absent: false,
  isFlag: true,
  parse: () => true,
});
