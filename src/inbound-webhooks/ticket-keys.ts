import { foldCase } from '../platform/fold-case.ts';

export interface NamedTicket {
  /** `abc-12`, folded. */
  key: string;
  /** Whether the text says that it closes the ticket. */
  closes: boolean;
}

const textMax = 100_000;
const namedMax = 100;
// A closing word, and the address of a ticket up to its key.
const lookedBack = 280;
const closingWord =
  /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)(?:\s*:\s*|\s+)(?:the\s+)?(?:(?:issue|ticket|bug)s?\s+)?(?:[#[(]|<?https?:\/\/[^\s<>]{1,200}\/)?$/i;
const listing = /^\s*[\])]?\s*(?:,\s*(?:and\s+)?|&\s*|and\s+)[#[(]?$/i;

/**
 * The tickets that a text names, by keys of the projects given, in the order in which they are named: `ABC-12` anywhere but
 * inside a longer word, in any case. `fixes ABC-12, ABC-13` closes both, `ABC-12` alone closes nothing.
 */
export function findTicketKeys(text: string, projectKeys: readonly string[]): NamedTicket[] {
  if (projectKeys.length === 0) return [];
  const searched = foldCase(text.slice(0, textMax));
  const named = new Map<string, boolean>();
  let end = 0;
  let lastCloses = false;
  for (const match of searched.matchAll(keyPattern(projectKeys))) {
    const between = searched.slice(end, match.index);
    lastCloses = closingWord.test(between.slice(-lookedBack)) || (lastCloses && listing.test(between));
    end = match.index + match[0].length;
    named.set(match[0], (named.get(match[0]) ?? false) || lastCloses);
    if (named.size === namedMax) break;
  }
  return [...named].map(([key, closes]) => ({ key, closes }));
}

/** Longer keys first: with projects A and B-A, `B-A-1` is one of the second. A version such as `ABC-1.2` is no key. */
function keyPattern(projectKeys: readonly string[]): RegExp {
  const words = [...projectKeys].sort((a, b) => b.length - a.length).map((key) => RegExp.escape(key));
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.join('|')})-[1-9]\\d{0,8}(?![\\p{L}\\p{N}]|\\.\\d)`,
    'giu',
  );
}
