import { parseArgs } from 'node:util';
import { claimTask } from '../src/agent-tasks/index.ts';
import { createApiKey, findScopeByKey, insertAccount } from '../src/auth/index.ts';
import { eventReactions } from '../src/composition/event-reactions.ts';
import { withReactions } from '../src/events/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, insertMany, openDatabase } from '../src/platform/db/index.ts';
import { newId } from '../src/platform/ids.ts';
import { createProject } from '../src/projects/create-project.ts';
import type { Scope } from '../src/users/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { newBenchDatabase } from './database.ts';
import type { ProcessFigure } from './process-figures.ts';

const few = 1_000;
const many = 100_000;
const claims = 400;
const workers = 16;
const kinds = 50;
const rounds = 3;

export interface ClaimFigures {
  /** Claims per second with `few` and `many` tasks in the queue; each claim is one durable transaction, without HTTP. */
  few: number;
  many: number;
  /** With `many` tasks, of which nine in ten wait for a blocker of their ticket. */
  blocked: number;
  /** The same for one kind in fifty. */
  fewOfKind: number;
  manyOfKind: number;
}

/** The best of several rounds. Both queues take turns, so that other load on the machine slows both alike. */
export async function measureClaims(engine: EngineName): Promise<ClaimFigures> {
  const small = await prepare(engine, few);
  const large = await prepare(engine, many);
  const mostlyBlocked = await prepare(engine, many, 0.9);
  const best: ClaimFigures = { few: 0, many: 0, blocked: 0, fewOfKind: 0, manyOfKind: 0 };
  try {
    for (let round = 0; round < rounds; round++) {
      best.few = Math.max(best.few, await claimsPerSecond(small.scope, undefined));
      best.many = Math.max(best.many, await claimsPerSecond(large.scope, undefined));
      best.blocked = Math.max(best.blocked, await claimsPerSecond(mostlyBlocked.scope, undefined));
      await small.refill();
      const kind = [`kind ${round}`];
      best.fewOfKind = Math.max(best.fewOfKind, await claimsPerSecond(small.scope, kind));
      best.manyOfKind = Math.max(best.manyOfKind, await claimsPerSecond(large.scope, kind));
      await small.refill();
    }
    return best;
  } finally {
    await small.close();
    await large.close();
    await mostlyBlocked.close();
  }
}

export const claimRows = ({
  few: a,
  many: b,
  blocked,
  fewOfKind,
  manyOfKind,
}: ClaimFigures): ProcessFigure[] => [
  { name: `claims, ${few} queued`, value: a, unit: '/s' },
  { name: `claims, ${many} queued`, value: b, unit: '/s', atLeast: a * 0.7 },
  { name: `claims, ${many} queued, 90 % blocked`, value: blocked, unit: '/s', atLeast: b * 0.9 },
  { name: `claims of one kind, ${few} queued`, value: fewOfKind, unit: '/s' },
  { name: `claims of one kind, ${many} queued`, value: manyOfKind, unit: '/s', atLeast: fewOfKind * 0.7 },
];

async function prepare(engine: EngineName, tasks: number, blockedShare = 0) {
  const home = await newBenchDatabase(engine);
  const db = withReactions(await openDatabase(home.address), eventReactions);
  const now = systemClock.now();
  const key = await db.transaction(async (tx) => {
    const { id } = await insertAccount(tx, now, { name: 'Bench', email: 'bench@example.org' }, 'no password');
    return (await createApiKey(tx, { clock: systemClock }, id, { name: 'bench' })).key;
  });
  const scope = (await findScopeByKey(db, systemClock, key)) as Scope;
  const { id: projectId } = await createProject(scope, { name: 'Bench' });
  await fill(db, projectId, tasks, blockedShare);
  return {
    scope,
    refill: () => fill(db, projectId, 2 * claims),
    close: async () => {
      await db.close();
      await home.remove();
    },
  };
}

const columns =
  'id project_id queue_id kind title instructions state hold held_reason priority source input run_after max_attempts cap_key created_at updated_at'.split(
    ' ',
  );

/** Inserts into the table directly: creating tasks is not measured. */
async function fill(db: Database, projectId: string, tasks: number, blockedShare = 0): Promise<void> {
  const now = systemClock.now();
  const isBlocked = (index: number) => index % 10 < blockedShare * 10;
  await db.transaction((tx) =>
    insertMany(
      tx,
      'agent_tasks',
      columns,
      Array.from({ length: tasks }, (_, i) => [
        newId(now),
        projectId,
        projectId,
        `kind ${i % kinds}`,
        'A task',
        'Do it.',
        'queued',
        isBlocked(i) ? 'blocked' : null,
        isBlocked(i) ? 'Blocked by an open ticket' : null,
        (['low', 'medium', 'high'] as const)[i % 3] as string,
        '{"provider":"bench","event":"bench"}',
        '{}',
        now - tasks + i,
        3,
        projectId,
        now,
        now,
      ]),
    ),
  );
}

async function claimsPerSecond(scope: Scope, onlyKinds: string[] | undefined): Promise<number> {
  let claimed = 0;
  const limit = onlyKinds ? claims / 20 : claims;
  const startedAt = performance.now();
  const work = async (workerId: string) => {
    while (claimed < limit) {
      claimed++;
      const task = await claimTask(scope, { workerId, kinds: onlyKinds, leaseSeconds: 900 });
      if (!task) throw new Error('the queue ran out of tasks');
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => work(`worker ${index}`)));
  return (claimed / (performance.now() - startedAt)) * 1000;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { engine: { type: 'string', default: 'sqlite' } } });
  const figures = await measureClaims(values.engine as EngineName);
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
}
