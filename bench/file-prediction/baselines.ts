import type { FilePredictor, PastChange } from '../../src/file-prediction/index.ts';

const changesCounted = 1_000;

/** Names the files that most of the last 1,000 changes touched, whatever the text says. */
export class MostChangedBaseline {
  readonly #counts = new Map<string, number>();
  readonly #recent: PastChange[] = [];

  add(change: PastChange): void {
    this.#recent.push(change);
    for (const { path } of change.files) this.#counts.set(path, (this.#counts.get(path) ?? 0) + 1);
    const gone = this.#recent.length > changesCounted ? this.#recent.shift() : undefined;
    for (const { path } of gone?.files ?? []) this.#counts.set(path, (this.#counts.get(path) ?? 1) - 1);
    for (const { path, isRemoved } of change.files) if (isRemoved) this.#counts.delete(path);
  }

  list(max: number): string[] {
    return [...this.#counts]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, max)
      .map(([path]) => path);
  }
}

/** Takes the best file of the prediction and names the files of its folder, the most often changed first. */
export class FolderBaseline {
  readonly #predictor: FilePredictor;
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(predictor: FilePredictor) {
    this.#predictor = predictor;
  }

  add({ files }: PastChange): void {
    for (const { path, isRemoved } of files) {
      const folder = folderOf(path);
      const counts = this.#counts.get(folder) ?? new Map<string, number>();
      if (isRemoved) counts.delete(path);
      else counts.set(path, (counts.get(path) ?? 0) + 1);
      this.#counts.set(folder, counts);
    }
  }

  list(text: string, max: number): string[] {
    const [best] = this.#predictor.predict(text, 1);
    if (!best) return [];
    const others = [...(this.#counts.get(folderOf(best.path)) ?? [])]
      .filter(([path]) => path !== best.path)
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .map(([path]) => path);
    return [best.path, ...others].slice(0, max);
  }
}

const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);
