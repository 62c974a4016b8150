import { ticketFilters } from '../../../sdk/ticket-fields.ts';

const fields = Object.entries(ticketFilters)
  .flatMap(([name, { kind }]) => (kind === 'flag' ? [] : name))
  .join('|');
const operator = String.raw`(?:[=<>~]|!=|!~|(?:not\s+)?in\s*\()`;
/** What may precede the first field: parentheses, `not`, flags with `and` and `or`. */
const before = String.raw`(?:(?:\(|\bnot\b|\b(?:ready|overdue)\s+(?:and|or)\b)\s*)*`;
const condition = new RegExp(String.raw`${before}\b(?:field\.\S|(?:${fields})\s*${operator})`, 'i');

/**
 * Finds where a condition of the query language begins in the text, once a field has its operator; -1 if there is none.
 * Quoted words are never part of a condition.
 */
export const findCondition = (text: string): number =>
  text.replaceAll(/"(?:\\.|[^"\\])*"?/g, (quoted) => '"'.repeat(quoted.length)).search(condition);
