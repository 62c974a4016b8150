/** How often and how lately entries of the palette were used, by their id. */
export type Usage = Record<string, { score: number; at: number }>;

/** A use counts half after a week. */
const halfLifeMs = 7 * 24 * 60 * 60 * 1000;
const keptMax = 100;

export const scoreOf = (usage: Usage, id: string, now: number): number => {
  const used = usage[id];
  return used ? used.score * 2 ** (-Math.max(0, now - used.at) / halfLifeMs) : 0;
};

/** Counts a use. Only the most used entries are kept. */
export function countUse(usage: Usage, id: string, now: number): Usage {
  const next = { ...usage, [id]: { score: scoreOf(usage, id, now) + 1, at: now } };
  const ids = Object.keys(next).sort((a, b) => scoreOf(next, b, now) - scoreOf(next, a, now));
  return Object.fromEntries(ids.slice(0, keptMax).flatMap((one) => (next[one] ? [[one, next[one]]] : [])));
}

const keyOf = (userId: string) => `docket.palette.${userId}`;

/** What this browser remembers for a person. Anything unreadable counts as nothing. */
export function readUsage(userId: string): Usage {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '{}');
    return isUsage(read) ? read : {};
  } catch {
    return {};
  }
}

export function rememberUse(userId: string, id: string): void {
  localStorage.setItem(keyOf(userId), JSON.stringify(countUse(readUsage(userId), id, Date.now())));
}

const isUsage = (read: unknown): read is Usage =>
  typeof read === 'object' &&
  read !== null &&
  Object.values(read).every((one) => Number.isFinite(one?.score) && Number.isFinite(one?.at));
