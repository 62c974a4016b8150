import { api } from '../api/index.ts';

const key = 'docket.snoozed';

/** Moves what this browser snoozed before snoozes were on the server there, once. */
export async function takeOverSnoozed(): Promise<void> {
  const kept = localStorage.getItem(key);
  if (kept === null) return;
  for (const [id, { untilMs, newestId }] of Object.entries(parseSnoozed(kept))) {
    if (untilMs <= Date.now()) continue;
    // An entry about a ticket has its id, and hid all notifications about it.
    const { data } = await api.listNotifications({ query: { ticketId: id, limit: 100 } });
    const ids = [...new Set([newestId, ...data.map((one) => one.id)])];
    await api.markNotifications({ body: { ids, snoozedUntil: new Date(untilMs).toISOString() } });
  }
  localStorage.removeItem(key);
}

/** What a browser kept before snoozes were on the server: until when, and the newest notification of the entry. */
type Snoozed = Record<string, { untilMs: number; newestId: string }>;

/** Reads what this browser stored. It is checked, because anybody with the browser can write it. */
export function parseSnoozed(text: string | null): Snoozed {
  try {
    const entries = Object.entries(JSON.parse(text ?? '{}') as object);
    return Object.fromEntries(
      entries.filter(([, one]) => typeof one?.untilMs === 'number' && typeof one.newestId === 'string'),
    );
  } catch {
    return {};
  }
}
