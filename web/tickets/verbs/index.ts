export { whatOf as titleOfTickets } from '../fields/change-field.ts';
export { useVerbKeys } from './use-verb-keys.ts';
export { findTarget, type TicketAction, type VerbTarget } from './verb-target.ts';
export { listVerbs, offerVerbs, runVerb, start } from './verbs.ts';
