import { foldCase } from '../../platform/fold-case.ts';

export interface TicketMention {
  /** Case-folded: `abc-12`. */
  key: string;
  /** Whether a closing keyword such as `fixes` precedes the key. */
  closes: boolean;
}

const textLengthMax = 100_000;
const mentionsMax = 100;
// Long enough for a closing keyword and the URL of a ticket up to its key.
const keywordLengthMax = 280;
const closingKeyword =
  /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?)(?:\s*:\s*|\s+)(?:the\s+)?(?:(?:issue|ticket|bug)s?\s+)?(?:[#[(]|<?https?:\/\/[^\s<>]{1,200}\/)?$/i;
const listSeparator = /^\s*[\])]?\s*(?:,\s*(?:and\s+)?|&\s*|and\s+)[#[(]?$/i;

/**
 * Finds ticket keys of the given projects in a text, in order, case-insensitively and only as whole words.
 * `fixes ABC-12, ABC-13` closes both tickets; `ABC-12` alone closes none.
 */
export function findTicketMentions(text: string, projectKeys: readonly string[]): TicketMention[] {
  if (projectKeys.length === 0) return [];
  const searched = foldCase(text.slice(0, textLengthMax));
  const mentions = new Map<string, boolean>();
  let end = 0;
  let lastCloses = false;
  for (const match of searched.matchAll(keyPattern(projectKeys))) {
    const between = searched.slice(end, match.index);
    lastCloses =
      closingKeyword.test(between.slice(-keywordLengthMax)) || (lastCloses && listSeparator.test(between));
    end = match.index + match[0].length;
    mentions.set(match[0], (mentions.get(match[0]) ?? false) || lastCloses);
    if (mentions.size === mentionsMax) break;
  }
  return [...mentions].map(([key, closes]) => ({ key, closes }));
}

/** Tries longer project keys first: with projects A and B-A, `B-A-1` belongs to B-A. `ABC-1.2` is a version, not a key. */
function keyPattern(projectKeys: readonly string[]): RegExp {
  const words = [...projectKeys].sort((a, b) => b.length - a.length).map((key) => RegExp.escape(key));
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${words.join('|')})-[1-9]\\d{0,8}(?![\\p{L}\\p{N}]|\\.\\d)`,
    'giu',
  );
}
