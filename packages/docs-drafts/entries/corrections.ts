import { count } from '../drafts/inlines.ts';
import { type Chunk, idsOf, type PageChunks, readChunks, writeChunks } from './page-chunks.ts';

/** `open` is a decision that was taken back. */
export const entryDecisions = ['open', 'accepted', 'edited', 'dropped'] as const;
export type EntryDecision = (typeof entryDecisions)[number];

/** What a person decided about an entry. */
export interface Correction {
  decision: EntryDecision;
  /** Of an edited entry: the sentence as MDX, in one line. */
  text: string;
  /** Of an accepted entry: the sentence that the person saw. */
  drafted: string;
}

export interface EntryPage {
  path: string;
  content: string;
  /** The ids of the list items of `content`, in order. */
  entries: (string | null)[];
}

/** What counts of a correction: a person who accepted a sentence has not decided about another one. */
export const decisionOf = (drafted: string, correction: Correction | undefined): EntryDecision =>
  !correction || (correction.decision === 'accepted' && correction.drafted !== drafted)
    ? 'open'
    : correction.decision;

/** Puts the words of people in the place of drafted ones, and leaves out what they dropped. */
export function applyCorrections(
  page: EntryPage,
  corrections: ReadonlyMap<string, Correction>,
  isAcceptedOnly = false,
): EntryPage {
  const read = readChunks(page.content, page.entries);
  const isKept = (chunk: Chunk) => {
    if (chunk.kind !== 'entry') return true;
    const decision = decisionOf(chunk.text, corrections.get(chunk.id ?? ''));
    return isAcceptedOnly ? decision === 'accepted' || decision === 'edited' : decision !== 'dropped';
  };
  const edit = (chunk: Chunk): Chunk => {
    if (chunk.kind !== 'entry') return chunk;
    const correction = corrections.get(chunk.id ?? '');
    return correction?.decision === 'edited' ? { ...chunk, text: correction.text } : chunk;
  };
  const removed = new Set(read.chunks.filter((chunk) => !isKept(chunk)));
  const kept = removed.size === 0 ? read : without(read, removed);
  const result = { ...kept, chunks: kept.chunks.map(edit) };
  return { ...page, content: writeChunks(result), entries: idsOf(result) };
}

/** Leaves out entries, then the headings and introductions of lists that are empty now. */
function without({ front, chunks: all }: PageChunks, removed: ReadonlySet<Chunk>): PageChunks {
  const chunks: Chunk[] = [];
  // From the end, so that what follows a heading is known.
  for (const [index, chunk] of [...all.entries()].reverse()) {
    const [next, following] = [all[index + 1], chunks.at(-1)];
    if (removed.has(chunk) || (chunk.kind === 'text' && sentenceAboutAll.test(chunk.text))) continue;
    if (chunk.kind === 'text' && next?.kind === 'entry' && !isListKept(all, index + 1, removed)) continue;
    // The heading of the release stays.
    if (chunk.kind === 'heading' && index > 0 && ends(chunk, following) && !ends(chunk, next)) continue;
    chunks.push(chunk);
  }
  return { front: recount(front, all, removed), chunks: chunks.reverse() };
}

/** Whether the part that a heading begins is over. */
const ends = (heading: Chunk, next: Chunk | undefined) =>
  !next || (next.kind === 'heading' && levelOf(next) <= levelOf(heading));

const levelOf = ({ text }: Chunk) => /^#+/.exec(text)?.[0].length ?? 0;

function isListKept(all: readonly Chunk[], from: number, removed: ReadonlySet<Chunk>): boolean {
  const after = all.slice(from);
  const end = after.findIndex(({ kind }) => kind !== 'entry');
  return (end < 0 ? after : after.slice(0, end)).some((chunk) => !removed.has(chunk));
}

const sentenceAboutAll =
  /^(?:This update brings \d+ changes? that you may notice\.|\d+ commits? ha(?:s|ve) no entry of (?:its|their) own\.)$/;
const uncountedLists = /^(?:## Before you update|\*\*Breaking changes\*\*|Merged pull requests:)$/;

/** The description of a changelog has the number of entries, that of the page for users the number of changes. */
function recount(front: string, all: readonly Chunk[], removed: ReadonlySet<Chunk>): string {
  let fewer = 0;
  let isCounted = true;
  for (const chunk of all) {
    if (chunk.kind === 'entry') fewer += isCounted && removed.has(chunk) ? 1 : 0;
    else if (uncountedLists.test(chunk.text)) isCounted = false;
    else if (chunk.kind === 'heading') isCounted = true;
  }
  return front.replace(
    /^description: "(\d+) (entr(?:y|ies), [^"]*|changes? for users\.)"$/m,
    (_, total: string, rest: string) => {
      const left = Math.max(0, Number(total) - fewer);
      const words = rest.startsWith('entr')
        ? count(left, 'entry', 'entries')
        : `${count(left, 'change')} for users`;
      return `description: "${words}."`;
    },
  );
}
