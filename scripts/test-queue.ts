import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A file of tests, for whichever process takes it first. */
export interface Queued {
  file: string;
  startsPrograms: boolean;
  needsNewProcess: boolean;
}

const listName = 'files.json';
const testHelper = /(^|\/)test\/.*\.ts$|\.test\.ts$/;
const relativeImport = /from '(\.[^']+)'/g;

/**
 * Writes what is to be done into a folder. What starts programs comes first, for processes that are still small; of the
 * rest each takes as much as it can. Answers the entry files of as many processes as may be needed for that.
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
    .map(({ length: _, ...entry }): Queued => entry);
  writeFileSync(path.join(folder, listName), JSON.stringify(queued));
  const starters = queued.filter((entry) => entry.startsPrograms).length;
  return Array.from({ length: starters + processes }, (_, index) => {
    const entry = path.join(folder, `worker-${index + 1}.mjs`);
    writeFileSync(entry, `import ${JSON.stringify(import.meta.resolve('./test-worker.ts'))};\n`);
    return entry;
  });
}

/** The long ones first, so that none of them is left for the end. */
const expectedLength = (file: string) => statSync(file).size * (file.startsWith('test/') ? 10 : 1);

/** A file says so in a comment of this form, for example because it must be the first to load a module. */
const needsNewProcess = (file: string) => /^\/\/ Needs a new process:/m.test(readFileSync(file, 'utf8'));

/** Whether the tests or what helps them do. */
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
  JSON.parse(readFileSync(path.join(folder, listName), 'utf8')) as Queued[];

const mark = (folder: string, index: number) => path.join(folder, `${index}.taken`);

export const isTaken = (folder: string, index: number) => existsSync(mark(folder, index));

/** False where another process was faster. */
export function take(folder: string, index: number): boolean {
  try {
    writeFileSync(mark(folder, index), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
