import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A test file in the queue; the first process that claims it runs it. */
export interface QueuedFile {
  file: string;
  startsPrograms: boolean;
  needsNewProcess: boolean;
}

const listName = 'files.json';
const testHelper = /(^|\/)test\/.*\.ts$|\.test\.ts$/;
const relativeImport = /from '(\.[^']+)'/g;

/**
 * Writes the queue of test files into a folder. Files that start programs come first, for processes that are still small
 * (see test-worker.ts). Returns the entry files of as many processes as may be needed.
 */
export function writeQueue(folder: string, patterns: string[], processes: number): string[] {
  const queued = globSync(patterns)
    .map((file) => ({
      file,
      startsPrograms: startsPrograms(file),
      needsNewProcess: needsNewProcess(file),
      length: expectedLength(file),
    }))
    .sort(
      (a, b) =>
        Number(b.needsNewProcess) - Number(a.needsNewProcess) ||
        Number(b.startsPrograms) - Number(a.startsPrograms) ||
        b.length - a.length,
    )
    .map(({ length: _, ...entry }): QueuedFile => entry);
  writeFileSync(path.join(folder, listName), JSON.stringify(queued));
  const starters = queued.filter((entry) => entry.startsPrograms).length;
  return Array.from({ length: starters + processes }, (_, index) => {
    const entry = path.join(folder, `worker-${index + 1}.mjs`);
    writeFileSync(entry, `import ${JSON.stringify(import.meta.resolve('./test-worker.ts'))};\n`);
    return entry;
  });
}

/** Long files run first, so that none of them is left for the end. */
const expectedLength = (file: string) => statSync(file).size * (file.startsWith('test/') ? 10 : 1);

/** A file says so in a comment of this form, for example because it must be the first to load a module. */
const needsNewProcess = (file: string) => /^\/\/ Needs a new process:/m.test(readFileSync(file, 'utf8'));

/** Whether the tests, or the helpers that they import, start programs. */
function startsPrograms(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  if (text.includes("'node:child_process'")) return true;
  const imported = [...text.matchAll(relativeImport)].map(([, name = '']) =>
    path.join(path.dirname(file), name),
  );
  return imported.filter((name) => testHelper.test(name)).some((name) => startsPrograms(name, seen));
}

export const readQueue = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, listName), 'utf8')) as QueuedFile[];

const mark = (folder: string, index: number) => path.join(folder, `${index}.claimed`);

export const isClaimed = (folder: string, index: number) => existsSync(mark(folder, index));

/** False if another process has claimed the file. */
export function claim(folder: string, index: number): boolean {
  try {
    writeFileSync(mark(folder, index), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
