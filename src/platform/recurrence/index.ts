export { isLocalTime } from './local-time.ts';
export { findNextOccurrences, nextOccurrences, occurrencesAfter, type Recurrence } from './occurrences.ts';
export { parseRecurrenceRule } from './recurrence-rule.ts';
