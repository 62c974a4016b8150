import { parseArgs } from 'node:util';
import type { EngineName } from '../test/support/engines.ts';

export interface BenchOptions {
  tickets: number;
  /** Number of projects with these tickets. */
  projects: number | undefined;
  secondsEach: number;
  engine: EngineName;
  /** Number of event streams. */
  listeners: number;
  /** Only rows whose name contains this. */
  only: string | undefined;
  json: boolean;
  /** A seeded and indexed database, which is used instead of a new one: a folder with a SQLite file, or the address of one on PostgreSQL. The bench changes it. */
  data: string | undefined;
  /** Measures only this version beside that commit. */
  release: string | undefined;
}

export function readOptions(): BenchOptions {
  const { values } = parseArgs({
    options: {
      tickets: { type: 'string', default: '100000' },
      projects: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      engine: { type: 'string', default: 'sqlite' },
      listeners: { type: 'string', default: '5000' },
      only: { type: 'string' },
      json: { type: 'boolean', default: false },
      data: { type: 'string' },
      release: { type: 'string' },
    },
  });
  if (values.engine !== 'sqlite' && values.engine !== 'postgres') throw new Error('--engine sqlite|postgres');
  return {
    tickets: positive('tickets', values.tickets),
    projects: values.projects === undefined ? undefined : positive('projects', values.projects),
    secondsEach: positive('seconds', values.seconds),
    engine: values.engine,
    listeners: positive('listeners', values.listeners),
    only: values.only,
    json: values.json,
    data: values.data,
    release: values.release,
  };
}

function positive(name: string, text: string): number {
  if (!(Number(text) > 0)) throw new Error(`--${name} must be a number above 0`);
  return Number(text);
}
