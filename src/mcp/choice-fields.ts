import { choiceFields, type Ticket, TicketPatch } from '../tickets/index.ts';

/** Lists and input leave the stage out, to save context, and input the triage, about which people decide. */
const shown = choiceFields.filter((name) => name !== 'stage');
const names = shown.filter((name) => name !== 'triage');
type Name = (typeof names)[number];

export const choiceInputs = Object.fromEntries(
  names.map((name) => [name, TicketPatch.properties[name]]),
) as Pick<typeof TicketPatch.properties, Name>;

export const pickChoices = (ticket: Pick<Ticket, (typeof shown)[number]>) =>
  Object.fromEntries(shown.flatMap((name) => (ticket[name] === null ? [] : [[name, ticket[name]]])));
