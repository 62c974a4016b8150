import { findFileNames, findPathWords, findWords } from './words.ts';

/** A change of the past: what was asked for, and the files that it touched. */
export interface PastChange {
  text: string;
  files: readonly FileTouch[];
}

export interface FileTouch {
  path: string;
  /** The file is gone since. */
  isRemoved?: boolean;
}

export interface PredictedFile {
  path: string;
  /** From 0 to 1: how much of the evidence names the file. */
  share: number;
}

export interface PredictorLimits {
  /** Older changes are forgotten. */
  changesMax: number;
  /** Changes of more files say nothing about one of them: renames of folders, formatting, licences. */
  filesPerChangeMax: number;
  /** Paths that are remembered; further new ones are left out. */
  pathsMax: number;
  /** Look-ups of one prediction; further words are left out. */
  lookUpsMax: number;
}

const limitsDefault: PredictorLimits = {
  changesMax: 5_000,
  filesPerChangeMax: 30,
  pathsMax: 100_000,
  lookUpsMax: 500_000,
};

/** How the three kinds of evidence are weighed; chosen before the measurement in docs/collisions.md, not fitted to it. */
const weights = {
  similarChanges: 30,
  similarPower: 1.5,
  halfLifeChanges: 1_500,
  fromSimilar: 0.9,
  fromPath: 0.45,
  fromNamedFile: 0.9,
  fromCoChange: 0.5,
  seeds: 5,
};

const bm25 = { k1: 1.2, b: 0.6 };

interface Change {
  number: number;
  words: number;
  files: number[];
}

/**
 * Predicts which files a change will touch, from changes of the past. Three kinds of evidence, each a share between 0 and
 * 1, are joined as independent ones: `1 − (1 − a)(1 − b)(1 − c)`.
 *
 * 1. Similar changes: of the past changes whose words are nearest (BM25, newer ones count more), how many touched the file.
 * 2. Words: how much of the text the path names; a file name that stands in the text counts most.
 * 3. Co-change: how often the file changed together with the best files of 1 and 2.
 *
 * Pure and deterministic: no clock, no randomness, ties in the order of paths.
 */
export class FilePredictor {
  readonly #limits: PredictorLimits;
  readonly #paths: string[] = [];
  readonly #pathIds = new Map<string, number>();
  readonly #living = new Set<number>();
  /** Word → numbers of the changes whose text has it, oldest first. */
  #changesByWord = new Map<string, number[]>();
  /** Word → files whose path has it. */
  readonly #filesByWord = new Map<string, number[]>();
  readonly #filesByName = new Map<string, number[]>();
  #changes = new Map<number, Change>();
  /** File → numbers of the changes that touched it, oldest first. */
  #changesOfFile = new Map<number, number[]>();
  #next = 0;
  #wordsInAll = 0;

  constructor(limits: Partial<PredictorLimits> = {}) {
    this.#limits = { ...limitsDefault, ...limits };
  }

  /** Changes are added oldest first. */
  add({ text, files }: PastChange): void {
    const ids: number[] = [];
    for (const { path, isRemoved } of files) {
      const id = this.#idOf(path);
      if (id === undefined) continue;
      if (isRemoved) this.#living.delete(id);
      else this.#living.add(id);
      ids.push(id);
    }
    if (ids.length === 0 || ids.length > this.#limits.filesPerChangeMax) return;
    const number = this.#next++;
    const words = findWords(text);
    this.#changes.set(number, { number, words: words.length, files: ids });
    this.#wordsInAll += words.length;
    for (const word of words) push(this.#changesByWord, word, number);
    for (const id of ids) push(this.#changesOfFile, id, number);
    const { changesMax } = this.#limits;
    // Forgets in steps, because each step copies what stays.
    if (this.#changes.size > changesMax * 1.25) this.#forgetBefore(number - changesMax + 1);
  }

  /** The files that a change with this text will probably touch, the most probable first. */
  predict(text: string, max: number): PredictedFile[] {
    const words = findWords(text);
    const similar = this.#findSimilarFiles(words);
    const named = this.#findNamedFiles(text, words);
    const shares = new Map<number, number>();
    for (const [id, share] of similar) join(shares, id, weights.fromSimilar * share);
    for (const [id, share] of named) join(shares, id, share);
    const seeds = this.#best(shares, weights.seeds);
    for (const [id, share] of this.#findCoChanged(seeds)) join(shares, id, weights.fromCoChange * share);
    return this.#best(shares, max).map(([id, share]) => ({
      path: this.#paths[id] as string,
      share: Math.round(share * 1_000) / 1_000,
    }));
  }

  /** Share of the evidence of similar changes that names each file. */
  #findSimilarFiles(words: string[]): Map<number, number> {
    const scores = new Map<number, number>();
    const total = this.#changes.size;
    const lengthMean = Math.max(1, this.#wordsInAll / Math.max(1, total));
    let lookUps = 0;
    const known = words
      .map((word) => this.#changesByWord.get(word) ?? [])
      .filter((numbers) => numbers.length > 0)
      // Rare words first: they say most, if the limit leaves some out.
      .sort((a, b) => a.length - b.length);
    for (const numbers of known) {
      lookUps += numbers.length;
      if (lookUps > this.#limits.lookUpsMax) break;
      const idf = Math.log(1 + (total - numbers.length + 0.5) / (numbers.length + 0.5));
      for (const number of numbers) {
        const change = this.#changes.get(number) as Change;
        const length = bm25.k1 * (1 - bm25.b + (bm25.b * change.words) / lengthMean);
        scores.set(number, (scores.get(number) ?? 0) + (idf * (bm25.k1 + 1)) / (1 + length));
      }
    }
    const nearest = [...scores]
      .map(([number, score]): [number, number] => [
        number,
        score ** weights.similarPower * 0.5 ** ((this.#next - number) / weights.halfLifeChanges),
      ])
      .sort(([a, x], [b, y]) => y - x || b - a)
      .slice(0, weights.similarChanges);
    const sum = nearest.reduce((all, [, weight]) => all + weight, 0);
    const shares = new Map<number, number>();
    for (const [number, weight] of nearest)
      for (const id of (this.#changes.get(number) as Change).files)
        shares.set(id, (shares.get(id) ?? 0) + weight / sum);
    return shares;
  }

  /** Files whose names the text has, and files whose paths share words with it. */
  #findNamedFiles(text: string, words: string[]): Map<number, number> {
    const shares = new Map<number, number>();
    for (const name of findFileNames(text)) {
      const ids = (this.#filesByName.get(baseName(name)) ?? []).filter(
        (id) =>
          this.#living.has(id) &&
          (this.#paths[id] === name || (this.#paths[id] as string).endsWith(`/${name}`)),
      );
      // The name of many files, such as index.ts, names none of them.
      for (const id of ids) join(shares, id, weights.fromNamedFile / ids.length);
    }
    const total = Math.max(1, this.#living.size);
    const scores = new Map<number, number>();
    let inAll = 0;
    let lookUps = 0;
    for (const word of words) {
      const ids = this.#filesByWord.get(word) ?? [];
      const idf = Math.log(1 + total / (1 + ids.length));
      inAll += idf;
      lookUps += ids.length;
      if (lookUps > this.#limits.lookUpsMax) break;
      for (const id of ids) if (this.#living.has(id)) scores.set(id, (scores.get(id) ?? 0) + idf);
    }
    for (const [id, score] of scores) {
      const { name, folders } = findPathWords(this.#paths[id] as string);
      const inName = name.filter((word) => words.includes(word)).length / Math.max(1, name.length);
      const inFolders = folders.filter((word) => words.includes(word)).length / Math.max(1, folders.length);
      const fit = Math.min(1, inName + 0.25 * inFolders);
      join(shares, id, (weights.fromPath * fit * score) / (score + 0.5 * inAll));
    }
    return shares;
  }

  /** Of the changes that touched the seeds, how many touched each other file. */
  #findCoChanged(seeds: [number, number][]): Map<number, number> {
    const shares = new Map<number, number>();
    for (const [seed, seedShare] of seeds) {
      const numbers = (this.#changesOfFile.get(seed) ?? []).slice(-changesPerSeed);
      const counts = new Map<number, number>();
      for (const number of numbers)
        for (const id of (this.#changes.get(number) as Change).files)
          if (id !== seed) counts.set(id, (counts.get(id) ?? 0) + 1);
      // Two changes in common may be chance, so the count is compared with a few changes more than there were.
      for (const [id, count] of counts) join(shares, id, (seedShare * count) / (numbers.length + 3));
    }
    return shares;
  }

  #best(shares: Map<number, number>, max: number): [number, number][] {
    return [...shares]
      .filter(([id]) => this.#living.has(id))
      .sort(([a, x], [b, y]) => y - x || ((this.#paths[a] as string) < (this.#paths[b] as string) ? -1 : 1))
      .slice(0, max);
  }

  #idOf(path: string): number | undefined {
    const known = this.#pathIds.get(path);
    if (known !== undefined || this.#paths.length >= this.#limits.pathsMax) return known;
    const id = this.#paths.push(path) - 1;
    this.#pathIds.set(path, id);
    push(this.#filesByName, baseName(path), id);
    const { name, folders } = findPathWords(path);
    for (const word of new Set([...name, ...folders])) push(this.#filesByWord, word, id);
    return id;
  }

  #forgetBefore(first: number): void {
    for (const [number, { words }] of this.#changes) {
      if (number >= first) break;
      this.#changes.delete(number);
      this.#wordsInAll -= words;
    }
    this.#changesByWord = keepFrom(this.#changesByWord, first);
    this.#changesOfFile = keepFrom(this.#changesOfFile, first);
  }
}

const changesPerSeed = 300;

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function push<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function join(shares: Map<number, number>, id: number, share: number): void {
  shares.set(id, 1 - (1 - (shares.get(id) ?? 0)) * (1 - share));
}

function keepFrom<Key>(lists: Map<Key, number[]>, first: number): Map<Key, number[]> {
  const kept = new Map<Key, number[]>();
  for (const [key, numbers] of lists) {
    const rest = numbers.filter((number) => number >= first);
    if (rest.length > 0) kept.set(key, rest);
  }
  return kept;
}
