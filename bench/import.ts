import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { insertAccount, openSession, sessionCookieName } from '../src/auth/index.ts';
import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, openDatabase } from '../src/platform/db/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { newBenchDatabase } from './database.ts';
import { type DocketServer, startDocket } from './docket-server.ts';
import { mainThreadTime } from './server-time.ts';

const markSeconds = 300;
const commentsPerIssue = 2;

/** Imports issues of GitHub with comments, labels and milestones into an empty project while another request reads a ticket. */
async function measureImport(engine: EngineName, issues: number) {
  const database = await newBenchDatabase(engine);
  const db = withReactions(await openDatabase(database.address), eventReactions);
  const server = await startDocket(database.address, database.folder);
  try {
    const cookie = await openBenchSession(db);
    const call = newCall(server, cookie);
    await call('POST', '/api/projects', { name: 'Bench', key: 'BEN' });
    await call('POST', '/api/tickets', { title: 'Read again and again', projectId: 'BEN' });
    const prober = startProber(server, cookie, '/api/tickets/BEN-1');
    const { id } = await call('POST', '/api/project/BEN/imports', { product: 'github' });
    const form = new FormData();
    form.append('file', new Blob([issuesOf(issues)]), 'issues.json');
    await call('POST', `/api/imports/${id}/files`, form);
    await prober.longestWaitMs();
    const startedAt = performance.now();
    const processorAtStart = mainThreadTime(server.pid).runMs;
    const processAtStart = processorSeconds(server.pid);
    await call('POST', `/api/imports/${id}/start`, { dryRun: false });
    let state = 'queued';
    let report = { tickets: { created: 0 }, comments: { created: 0 } };
    while (state === 'queued' || state === 'running') {
      await wait(200);
      ({ state, report } = await call('GET', `/api/imports/${id}`));
    }
    if (state !== 'done' || report.tickets.created !== issues) throw new Error(`The import is ${state}`);
    const figures = {
      engine,
      issues,
      comments: report.comments.created,
      seconds: (performance.now() - startedAt) / 1000,
      mainThreadSeconds: (mainThreadTime(server.pid).runMs - processorAtStart) / 1000,
      processSeconds: processorSeconds(server.pid) - processAtStart,
      longestWaitMs: await prober.longestWaitMs(),
      residentMegabytes: server.residentMegabytes(),
    };
    await prober.stop();
    return figures;
  } finally {
    await server.stop();
    await db.close();
    await database.remove();
  }
}

/** Of all threads, user and system; 0 where there is no /proc. In hundredths of a second, as on every Linux of today. */
function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

function issuesOf(count: number): string {
  const issues = Array.from({ length: count }, (_, index) => {
    const number = index + 2;
    const at = new Date(Date.UTC(2024, 0, 1) + index * 600_000).toISOString();
    return {
      url: `https://api.github.com/repos/acme/app/issues/${number}`,
      number,
      title: `Issue ${number}: the export of reports fails with a timeout`,
      body: `Steps to reproduce of ${number}\n\n${'1. Open the page and wait. The server answers late.\n'.repeat(8)}`,
      state: index % 3 === 0 ? 'open' : 'closed',
      user: { login: `person-${index % 200}` },
      assignees: [{ login: `person-${index % 50}` }],
      labels: [{ name: `area ${index % 40}`, color: '336699' }, { name: 'bug' }],
      milestone: { title: `v${index % 30}` },
      created_at: at,
      updated_at: at,
      comments: Array.from({ length: commentsPerIssue }, (_, comment) => ({
        url: `https://github.com/acme/app/issues/${number}#issuecomment-${number * 10 + comment}`,
        body: `Comment ${comment} on ${number}: I see it too, with the newest version.`,
        author: { login: `person-${(index + comment) % 200}` },
        createdAt: at,
      })),
    };
  });
  return `[${issues.map((issue) => JSON.stringify(issue)).join(',\n')}]`;
}

async function openBenchSession(db: Database): Promise<string> {
  const now = systemClock.now();
  const token = await db.transaction(async (tx) => {
    const person = { name: 'Bench', email: 'bench@example.org', role: 'USER' } as const;
    const user = await insertAccount(tx, now, person, 'no password');
    return (await openSession(tx, user.id, { address: null, userAgent: null }, now)).token;
  });
  return `${sessionCookieName({ prefix: 'docket', secure: false })}=${token}`;
}

/** Of the answers, what the bench reads. */
interface Answer {
  id: string;
  state: string;
  report: { tickets: { created: number }; comments: { created: number } };
}

const newCall =
  ({ origin }: DocketServer, cookie: string) =>
  async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { cookie, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}`);
    return ((await response.json()) as { data: Answer }).data;
  };

function startProber({ origin, pid }: DocketServer, cookie: string, path: string) {
  const prober = new Worker(new URL('./stall-prober.ts', import.meta.url), {
    workerData: { origin, pid, cookie, path },
  });
  return {
    longestWaitMs: async (): Promise<number> => {
      prober.postMessage('');
      return (await once(prober, 'message'))[0] as number;
    },
    stop: () => prober.terminate(),
  };
}

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    issues: { type: 'string', default: '100000' },
  },
});
const figures = await measureImport(values.engine as EngineName, Number(values.issues));
console.log(figures);
if (figures.seconds > markSeconds) process.exitCode = 1;
