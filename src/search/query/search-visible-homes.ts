import { findVisibleHomes, type Homes } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';

const searchesMax = 1_000;
/** The homes of the last searches, the latest search last. */
const lastHomes = new Map<string, Homes>();

/**
 * Searches the homes that the actor sees. People search again while they type, so the search starts in the homes of
 * their last search while the current ones are read. If these differ, it is repeated and the first result is discarded.
 */
export async function searchVisibleHomes<T>(
  { db, actor }: Scope,
  projects: string[] | undefined,
  search: (homes: Homes) => Promise<T>,
): Promise<T> {
  const key = [actor.credential.id, ...(projects ?? [])].join(' ');
  const guessed = lastHomes.get(key);
  const started = guessed && search(guessed);
  // Nobody may await it any more when it fails.
  started?.catch(() => {});
  const homes = await findVisibleHomes(db.reads, actor, projects);
  remember(key, homes);
  return guessed && started && areSame(guessed, homes) ? started : search(homes);
}

function remember(key: string, homes: Homes): void {
  lastHomes.delete(key);
  lastHomes.set(key, homes);
  for (const oldest of lastHomes.keys()) {
    if (lastHomes.size <= searchesMax) return;
    lastHomes.delete(oldest);
  }
}

const areSame = (a: Homes, b: Homes) =>
  a.userId === b.userId && haveSame(a.whole, b.whole) && haveSame(a.guest, b.guest);

function haveSame(a: string[], b: string[]): boolean {
  const known = new Set(a);
  return a.length === b.length && b.every((id) => known.has(id));
}
