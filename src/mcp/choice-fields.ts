import { choiceFields, type Ticket, TicketPatch } from '../tickets/index.ts';

/** Lists and input leave the stage out, to save context. */
const names = choiceFields.filter((name) => name !== 'stage');
type Name = (typeof names)[number];

export const choiceInputs = Object.fromEntries(
  names.map((name) => [name, TicketPatch.properties[name]]),
) as Pick<typeof TicketPatch.properties, Name>;

export const pickChoices = (ticket: Pick<Ticket, Name>) =>
  Object.fromEntries(names.flatMap((name) => (ticket[name] === null ? [] : [[name, ticket[name]]])));
