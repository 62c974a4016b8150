import { type TicketFieldInfo, ticketFields } from '../../../sdk/index.ts';
import { type Field, optionalText, optionalWord } from '../command.ts';

type Fields = typeof ticketFields;
/** The fields with fixed values. */
export type ChoiceField = {
  [Name in keyof Fields]: Fields[Name]['kind'] extends 'choice' ? Name : never;
}[keyof Fields];

export const choiceFields = Object.entries<TicketFieldInfo>(ticketFields).flatMap(([name, { kind }]) =>
  kind === 'choice' ? [name as ChoiceField] : [],
);

/** Those that people give and read on the command line. */
export const optionFields = choiceFields.filter((name) => name !== 'stage');
export type OptionField = (typeof optionFields)[number];
type Choices = { [Name in OptionField]?: Fields[Name]['choices'][number] } & { ownStatusId?: string };

/** `none` stands for no value, where a ticket may have none. */
export function wordsOf(name: ChoiceField): readonly string[] {
  const { choices = [], nullable }: TicketFieldInfo = ticketFields[name];
  return nullable ? [...choices, 'none'] : choices;
}

const ownStatusSentence = 'or the name of an own status of the project';

/** A status of the six in any case, or the name of an own status, which only the server knows. */
export const readStatus = (text: string): { status: string } | { ownStatusId: string } => {
  const status = wordsOf('status').find((word) => word === text.trim().toLowerCase());
  return status === undefined ? { ownStatusId: text } : { status };
};

export const choiceOptions = {
  ...Object.fromEntries(
    optionFields.map((name) => [name, optionalWord(name.toUpperCase(), wordsOf(name), 'One of')]),
  ),
  status: {
    ...optionalText('STATUS', `One of ${wordsOf('status').join(', ')}, ${ownStatusSentence}.`),
    words: wordsOf('status'),
  },
} as Record<OptionField, Field<string | undefined>>;

/** What the options say, as input of the API. */
export const readChoices = (given: Record<OptionField, string | undefined>) =>
  Object.fromEntries(
    optionFields.flatMap((name) => {
      const word = given[name];
      if (name === 'status' && word !== undefined) return Object.entries<string | null>(readStatus(word));
      return word === undefined ? [] : [[name, word === 'none' ? null : word]];
    }),
  ) as Choices;
