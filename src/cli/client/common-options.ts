import { type Field, optionalText } from '../command.ts';

export const urlOption = optionalText(
  'URL',
  'The address of Docket. Default: DOCKET_URL, or that of docket login.',
);

/** Several of the words, separated by commas. */
export const optionalWords = (words: readonly string[], sentence: string): Field<string | undefined> => ({
  ...optionalText('A,B', `${sentence} ${words.join(', ')}.`),
  allowed: `some of ${words.join(', ')}, separated by commas`,
  words,
  parse: (text) => {
    const given = text
      .split(',')
      .map((word) => words.find((one) => one.toLowerCase() === word.trim().toLowerCase()));
    return given.includes(undefined) ? undefined : given.join(',');
  },
});
