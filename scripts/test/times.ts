import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';

/** What one test file took, in seconds. `processor` includes programs that it started and that have ended. */
export interface FileTime {
  file: string;
  clock: number;
  processor: number;
}

const shown = 20;
const record = path.resolve('node_modules/.cache/docket/test-times.json');
const guide = path.resolve(import.meta.dirname, '../../CONTRIBUTING.md');
const between = /(<!-- slowest tests -->\n).*?(<!-- \/slowest tests -->)/s;
// Linux counts processor time in hundredths of a second.
const ticksPerSecond = 100;

/** Runs the tests of a file and notes in the folder of the queue what they took. */
export async function timeFile(folder: string, file: string, run: () => Promise<void>): Promise<void> {
  const [startedAt, before] = [performance.now(), processorSeconds()];
  await run();
  const time: FileTime = {
    file,
    clock: (performance.now() - startedAt) / 1_000,
    processor: processorSeconds() - before,
  };
  appendFileSync(path.join(folder, `${process.pid}.times`), `${JSON.stringify(time)}\n`);
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + endedProgramsSeconds();
}

function endedProgramsSeconds(): number {
  if (!existsSync('/proc/self/stat')) return 0;
  // The second field, the name of the program, may have blanks. See proc_pid_stat(5): cutime and cstime.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** Adds the times of a run to those of earlier ones, which tell the next run what to start first. */
export function keepTimes(folder: string): FileTime[] {
  const times = globSync(path.join(folder, '*.times')).flatMap((name) =>
    readFileSync(name, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as FileTime),
  );
  mkdirSync(path.dirname(record), { recursive: true });
  const all = [...readTimes().values(), ...times].filter(({ file }) => existsSync(file));
  writeFileSync(record, JSON.stringify([...new Map(all.map((time) => [time.file, time])).values()]));
  return times;
}

export function readTimes(): Map<string, FileTime> {
  const times = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as FileTime[]) : [];
  return new Map(times.map((time) => [time.file, time]));
}

/** Prints the slowest files and writes them into CONTRIBUTING.md. */
export function showSlowest(times: FileTime[]): void {
  const sum = (field: 'clock' | 'processor') =>
    times.reduce((total, time) => total + time[field], 0).toFixed();
  const rows = times.toSorted((a, b) => b.clock - a.clock).slice(0, shown);
  const day = new Date().toISOString().slice(0, 10);
  const load = loadavg()[2]?.toFixed();
  const table = [
    `Measured on ${day} on ${availableParallelism()} cores with an average load of ${load}. Of ${times.length} files, which took`,
    `${sum('clock')} s by the clock and ${sum('processor')} s of processor time, these took the longest:`,
    '',
    '| file | clock, s | processor, s |',
    '|---|---:|---:|',
    ...rows.map(
      ({ file, clock, processor }) => `| ${file} | ${clock.toFixed(1)} | ${processor.toFixed(1)} |`,
    ),
    '',
  ].join('\n');
  console.log(table);
  const text = readFileSync(guide, 'utf8');
  if (!between.test(text)) throw new Error('CONTRIBUTING.md has lost its <!-- slowest tests --> marks.');
  writeFileSync(
    guide,
    text.replace(between, (_, start: string, end: string) => start + table + end),
  );
}
