import type { EntryPage } from './corrections.ts';
import {
  type Chunk,
  type EntryChunk,
  idsOf,
  type PageChunks,
  readChunks,
  writeChunks,
} from './page-chunks.ts';

/** What people changed in the file that Docket had written. */
export interface BranchEdits {
  /** The entries that they changed, with their text as MDX, and those that they deleted. */
  entries: { id: string; drafted: string; text: string | null }[];
  /** True if the file is not Docket's page any more, so that nothing follows from what it lacks. */
  isRewritten: boolean;
}

/** Compares a page entry by entry with what Docket had written. A moved entry is unchanged. */
export function readBranchEdits(written: EntryPage, branch: string): BranchEdits {
  const theirs = readChunks(branch);
  if (!/^generator: "?docket"?$/m.test(theirs.front)) return { entries: [], isRewritten: true };
  const own = readChunks(written.content, written.entries);
  const pairs = alignChunks(own.chunks, theirs.chunks);
  const entries = own.chunks.flatMap((chunk) => {
    if (chunk.kind !== 'entry' || chunk.id === undefined) return [];
    const now = pairs.get(chunk);
    if (now?.text === chunk.text) return [];
    return [{ id: chunk.id, drafted: chunk.text, text: now?.text ?? null }];
  });
  return { entries, isRewritten: false };
}

/**
 * Brings a new draft into a page that people changed since Docket wrote it: their words, additions and deletions stay,
 * and what is new in the draft is added.
 */
export function mergeIntoBranch(written: EntryPage, fresh: EntryPage, branch: string): EntryPage {
  const [own, theirs] = [readChunks(written.content, written.entries), readChunks(branch)];
  const pairs = alignChunks(own.chunks, theirs.chunks);
  const draft = readChunks(fresh.content, fresh.entries);
  const place = new Map(draft.chunks.map((chunk) => [keyOf(chunk), chunk]));
  const chunks = [...draft.chunks];
  const known = new Map<Chunk, Chunk>();
  for (const chunk of own.chunks) {
    const [drafted, now] = [place.get(keyOf(chunk)), pairs.get(chunk)];
    if (!drafted) continue;
    if (!now) chunks.splice(chunks.indexOf(drafted), 1);
    else {
      const changed = isSame(chunk, now) ? drafted : withId(now, drafted);
      chunks.splice(chunks.indexOf(drafted), 1, changed);
      known.set(now, changed);
    }
  }
  const paired = new Map([...pairs].map(([chunk, now]) => [now, chunk]));
  let before: Chunk | undefined;
  for (const [index, now] of theirs.chunks.entries()) {
    // An entry whose draft is gone stays only if a person changed it.
    const origin = paired.get(now);
    if (!known.has(now) && (origin === undefined || !isSame(origin, now))) {
      // An entry belongs to the list before it, a heading or a paragraph to what follows it.
      const next = theirs.chunks.slice(index).find((chunk) => known.has(chunk));
      const place =
        now.kind === 'entry' || !next
          ? before
            ? chunks.indexOf(before) + 1
            : 0
          : chunks.indexOf(known.get(next) as Chunk);
      chunks.splice(place, 0, now);
      known.set(now, now);
    }
    before = known.get(now) ?? before;
  }
  const result = { front: mergeFront(own, draft, theirs), chunks };
  return { ...fresh, content: writeChunks(result), entries: idsOf(result) };
}

const keyOf = (chunk: Chunk) => (chunk.kind === 'entry' && chunk.id ? `entry ${chunk.id}` : chunk.text);

const isSame = (a: Chunk, b: Chunk) => a.text === b.text && belowOf(a) === belowOf(b);

const belowOf = (chunk: Chunk) => (chunk.kind === 'entry' ? chunk.below : '');

/** The entry as a person wrote it, which is still the same entry. */
const withId = (chunk: Chunk, { ...drafted }: Chunk): Chunk =>
  chunk.kind === 'entry' && drafted.kind === 'entry'
    ? { ...chunk, id: drafted.id, sources: chunk.sources || drafted.sources }
    : chunk;

/** Takes over the lines of the front matter that a person changed, added or removed. */
function mergeFront(own: PageChunks, draft: PageChunks, theirs: PageChunks): string {
  if (own.front === theirs.front) return draft.front;
  const [before, now, fields] = [readFields(own.front), readFields(theirs.front), readFields(draft.front)];
  for (const [name, line] of now) if (before.get(name) !== line) fields.set(name, line);
  for (const name of before.keys()) if (!now.has(name)) fields.delete(name);
  return ['---', ...fields.values(), '---'].join('\n');
}

/** Each field with the lines that continue it. */
function readFields(front: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name = '';
  for (const line of front.split('\n').slice(1, -1)) {
    const begun = /^([\w-]+):/.exec(line)?.[1];
    fields.set(begun ?? name, begun === undefined ? `${fields.get(name)}\n${line}` : line);
    name = begun ?? name;
  }
  return fields;
}

/** Which piece of the branch is which piece of the written page: equal ones first, then the most similar ones. */
function alignChunks(own: readonly Chunk[], theirs: readonly Chunk[]): Map<Chunk, Chunk> {
  const pairs = new Map<Chunk, Chunk>();
  const taken = new Set<Chunk>();
  const pair = (chunk: Chunk, now: Chunk) => {
    pairs.set(chunk, now);
    taken.add(now);
  };
  const byText = new Map<string, Chunk[]>();
  for (const now of theirs) {
    const key = exactKey(now);
    const same = byText.get(key);
    if (same) same.push(now);
    else byText.set(key, [now]);
  }
  for (const chunk of own) {
    const now = byText.get(exactKey(chunk))?.shift();
    if (now) pair(chunk, now);
  }
  const left = own.filter((chunk) => !pairs.has(chunk)).slice(0, comparedMax);
  const others = theirs
    .filter((now) => !taken.has(now))
    .slice(0, comparedMax)
    .map((now) => ({ now, words: wordsOf(now) }));
  const scored = left.flatMap((chunk) => {
    const words = wordsOf(chunk);
    return others
      .filter(({ now }) => now.kind === chunk.kind)
      .map((other) => ({ chunk, now: other.now, score: scoreOf(chunk, words, other) }))
      .filter(({ score }) => score >= similarMin);
  });
  for (const { chunk, now } of scored.sort((a, b) => b.score - a.score))
    if (!pairs.has(chunk) && !taken.has(now)) pair(chunk, now);
  pairWithinGaps(own, theirs, pairs, taken, pair);
  return pairs;
}

/** What was written anew is between the same neighbours: as many pieces of a kind there are the same ones, in order. */
function pairWithinGaps(
  own: readonly Chunk[],
  theirs: readonly Chunk[],
  pairs: ReadonlyMap<Chunk, Chunk>,
  taken: ReadonlySet<Chunk>,
  pair: (chunk: Chunk, now: Chunk) => void,
): void {
  for (const [index, first] of own.entries()) {
    const previous = own[index - 1];
    if (pairs.has(first) || (previous && !pairs.has(previous))) continue;
    const gap = takeWhile(own.slice(index), (chunk) => !pairs.has(chunk));
    const from = previous ? theirs.indexOf(pairs.get(previous) as Chunk) + 1 : 0;
    const others = takeWhile(theirs.slice(from), (now) => !taken.has(now));
    for (const kind of ['heading', 'text', 'entry'] as const) {
      const [before, after] = [gap, others].map((list) => list.filter((chunk) => chunk.kind === kind));
      if (before?.length !== after?.length) continue;
      for (const [at, chunk] of (before ?? []).entries()) pair(chunk, after?.[at] as Chunk);
    }
  }
}

function takeWhile<T>(list: readonly T[], test: (item: T) => boolean): T[] {
  const end = list.findIndex((item) => !test(item));
  return end < 0 ? [...list] : list.slice(0, end);
}

const similarMin = 0.4;

// Each is compared with each.
const comparedMax = 500;

const exactKey = (chunk: Chunk) =>
  chunk.kind === 'entry' ? JSON.stringify([chunk.text, chunk.sources, chunk.below]) : chunk.text;

const wordsOf = ({ text }: Chunk) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** The share of words in common, and 1 more if both name the same sources. */
function scoreOf(chunk: Chunk, words: Set<string>, other: { now: Chunk; words: Set<string> }): number {
  const common = words.intersection(other.words).size;
  const share = common === 0 ? 0 : (2 * common) / (words.size + other.words.size);
  const sources = (chunk as EntryChunk).sources;
  return share + (sources && sources === (other.now as EntryChunk).sources ? 1 : 0);
}
