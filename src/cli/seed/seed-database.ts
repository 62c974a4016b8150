import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import { rollUpCounts } from '../../stats/index.ts';
import { ticketImport, ticketKey } from '../../tickets/index.ts';
import { findUserByEmail } from '../../users/index.ts';
import type { SeedPlan } from './plan.ts';
import { type SeededTeam, seedEmail, seedTeam } from './team.ts';
import { generateTickets } from './tickets.ts';

export interface SeededTicket {
  id: string;
  key: string;
  title: string;
}

const ticketsPerTransaction = 5_000;
/** A server on the same SQLite file retries its blocked writes each millisecond; this pause lets it through. */
const pauseMs = 5;
const samplesMax = 10;
/** More changes than the tickets and comments of one transaction make: most of them fall on the same few days. */
const changesPerBatch = 20_000;

/**
 * The same plan makes the same rows. One transaction inserts the team and what `inSameTransaction` adds. The tickets
 * follow in batches, so that a server on the same database can write in between.
 */
export async function seedDatabase<T>(
  db: Database,
  plan: SeedPlan,
  passwordHash: string,
  inSameTransaction: (tx: Tx, team: SeededTeam) => Promise<T>,
  onProgress: (ticketsDone: number) => void,
): Promise<{ team: SeededTeam; extra: T; samples: SeededTicket[] }> {
  const { team, extra } = await db.transaction(async (tx) => {
    await assertNotSeeded(tx, plan);
    const seeded = await seedTeam(tx, plan, passwordHash);
    return { team: seeded, extra: await inSameTransaction(tx, seeded) };
  });
  const samples: SeededTicket[] = [];
  let done = 0;
  for (const batch of inBatches(generateTickets(plan, team), ticketsPerTransaction)) {
    const tickets = await db.transaction((tx) => ticketImport.importTickets(tx, batch, plan.makeId));
    const newSamples = tickets.slice(0, samplesMax - samples.length);
    for (const [i, { id, title, number }] of newSamples.entries()) {
      const key = ticketKey((batch[i] as ticketImport.ImportedTicket).home.projectKey, number) as string;
      samples.push({ id, key, title });
    }
    done += batch.length;
    onProgress(done);
    await rollUpCounts(db, { changesPerBatch });
    await wait(pauseMs);
  }
  return { team, extra, samples };
}

async function assertNotSeeded(tx: Tx, plan: SeedPlan): Promise<void> {
  const first = await findUserByEmail(tx, seedEmail(plan, 0));
  if (!first) return;
  throw conflict(
    `Seed ${plan.seed} is already in this database: ${first.name} (${first.email}) is one of its users. ` +
      `Nothing was changed. Use --seed ${plan.seed + 1} to add another team`,
  );
}

function* inBatches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
