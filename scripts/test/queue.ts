import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { today } from '../../test/support/rotation.ts';
import { listImports } from './import-graph.ts';
import { readTimes } from './times.ts';

/** A test file in the queue; the first process that claims it runs it. */
export interface QueuedFile {
  file: string;
  startsPrograms: boolean;
  needsNewProcess: boolean;
  /** Afterwards no process claims it any more; null is never. */
  startUntil: number | null;
}

interface Queue {
  files: string[];
  /** Run last. Those that there is no time for by `startFaultsUntil` are left, others each day, but for those of the day. */
  faults?: string[];
  startFaultsUntil?: number;
}

const listName = 'files.json';
// These run however late it is: another quarter of all each day.
const faultsOfADay = 13;
const testHelper = /(^|\/)test\/.*\.ts$|\.test\.ts$/;
// A process starts one browser for all its tests, so it need not be small.
const startsOneProgram = /(^|\/)test\/web\/support\/find-chromium\.ts$/;

/**
 * Writes the queue of test files into a folder. Files that start programs come first, for processes that are still small
 * (see worker.ts). Returns the entry files of as many processes as may be needed.
 */
export function writeQueue(
  folder: string,
  { files, faults = [], startFaultsUntil = Infinity }: Queue,
  processes: number,
): string[] {
  const times = readTimes();
  const tests = files
    .map((file) => ({
      file,
      startsPrograms: startsPrograms(file),
      needsNewProcess: needsNewProcess(file),
      startUntil: null,
      length: times.get(file)?.clock ?? guessSeconds(file),
    }))
    .sort(
      (a, b) =>
        Number(b.needsNewProcess) - Number(a.needsNewProcess) ||
        Number(b.startsPrograms) - Number(a.startsPrograms) ||
        b.length - a.length,
    )
    .map(({ length: _, ...entry }): QueuedFile => entry);
  const first = faults.length > 0 ? (today * faultsOfADay) % faults.length : 0;
  const queued = [
    ...tests,
    ...[...faults.slice(first), ...faults.slice(0, first)].map(
      (file, index): QueuedFile => ({
        file,
        startsPrograms: true,
        needsNewProcess: needsNewProcess(file),
        startUntil: index >= faultsOfADay && Number.isFinite(startFaultsUntil) ? startFaultsUntil : null,
      }),
    ),
  ];
  writeFileSync(path.join(folder, listName), JSON.stringify(queued));
  const starters = queued.filter((entry) => entry.startsPrograms).length;
  return Array.from({ length: starters + processes }, (_, index) => {
    const entry = path.join(folder, `worker-${index + 1}.mjs`);
    writeFileSync(entry, `import ${JSON.stringify(import.meta.resolve('./worker.ts'))};\n`);
    return entry;
  });
}

/** Long files run first, so that none of them is left for the end. Without a time of an earlier run, size tells. */
const guessSeconds = (file: string) => (statSync(file).size / 10_000) * (file.startsWith('test/') ? 10 : 1);

/** A file says so in a comment of this form, for example because it must be the first to load a module. */
const needsNewProcess = (file: string) => /^\/\/ Needs a new process:/m.test(readFileSync(file, 'utf8'));

/** Whether the tests, or the helpers that they import, start programs. */
function startsPrograms(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || startsOneProgram.test(file)) return false;
  seen.add(file);
  if (readFileSync(file, 'utf8').includes("'node:child_process'")) return true;
  return listImports(file)
    .filter((name) => testHelper.test(name))
    .some((name) => startsPrograms(name, seen));
}

export const readQueue = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, listName), 'utf8')) as QueuedFile[];

const mark = (folder: string, index: number, what = 'claimed') => path.join(folder, `${index}.${what}`);

export const isClaimed = (folder: string, index: number) => existsSync(mark(folder, index));

export const notePassed = (folder: string, index: number) => writeFileSync(mark(folder, index, 'passed'), '');

const listWhere = (folder: string, holds: (index: number) => boolean) =>
  readQueue(folder).flatMap(({ file }, index) => (holds(index) ? file : []));

export const listUnclaimed = (folder: string) => listWhere(folder, (index) => !isClaimed(folder, index));

/** Also those whose process ended in the middle. */
export const listFailed = (folder: string) =>
  listWhere(folder, (index) => isClaimed(folder, index) && !existsSync(mark(folder, index, 'passed')));

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
