import { setTimeout as wait } from 'node:timers/promises';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import { rollUpCounts } from '../../stats/index.ts';
import { ticketImport, ticketKey } from '../../tickets/index.ts';
import { findUserByEmail } from '../../users/index.ts';
import type { SeedPlan } from './plan.ts';
import { emailOf, type SeededTeam, seedTeam } from './team.ts';
import { generateTickets } from './tickets.ts';

export interface SeededTicket {
  id: string;
  key: string;
  title: string;
}

const ticketsPerTransaction = 5_000;
/** A server on the same SQLite file looks every millisecond whether it may write; now it may. */
const breathMs = 5;
const samplesMax = 10;

/**
 * The same plan makes the same rows. The team comes in one transaction, with whatever `inSameTransaction` adds; the
 * tickets follow in portions, so that a server on the same database keeps living.
 */
export async function seedDatabase<T>(
  db: Database,
  plan: SeedPlan,
  passwordHash: string,
  inSameTransaction: (tx: Tx, team: SeededTeam) => Promise<T>,
  onProgress: (ticketsDone: number) => void,
): Promise<{ team: SeededTeam; extra: T; samples: SeededTicket[] }> {
  const { team, extra } = await db.transaction(async (tx) => {
    await refuseTwice(tx, plan);
    const made = await seedTeam(tx, plan, passwordHash);
    return { team: made, extra: await inSameTransaction(tx, made) };
  });
  const samples: SeededTicket[] = [];
  let done = 0;
  for (const portion of portionsOf(generateTickets(plan, team), ticketsPerTransaction)) {
    const tickets = await db.transaction((tx) => ticketImport.importTickets(tx, portion, plan.makeId));
    const news = tickets.slice(0, samplesMax - samples.length);
    for (const [i, { id, title, number }] of news.entries()) {
      const key = ticketKey((portion[i] as ticketImport.ImportedTicket).home.projectKey, number) as string;
      samples.push({ id, key, title });
    }
    done += portion.length;
    onProgress(done);
    await rollUpCounts(db);
    await wait(breathMs);
  }
  return { team, extra, samples };
}

async function refuseTwice(tx: Tx, plan: SeedPlan): Promise<void> {
  const first = await findUserByEmail(tx, emailOf(plan, 0));
  if (!first) return;
  throw conflict(
    `Seed ${plan.seed} is in this database already: ${first.name} (${first.email}) is one of its people. ` +
      `Nothing was changed. --seed ${plan.seed + 1} adds another team`,
  );
}

function* portionsOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let portion: T[] = [];
  for (const item of items) {
    portion.push(item);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
