import { useEffect, useReducer } from 'react';
import { m } from '../messages/index.ts';
import { formatDateTime } from '../parts/dates/dates.ts';
import { showToast } from '../parts/popups/toasts.ts';
import { SharedValue } from '../parts/shared-value.ts';
import { startOfDay } from '../replica/index.ts';
import type { InboxEntry } from './group-notifications.ts';
import { parseSnoozed, type Snoozed, type SnoozeTime, snoozeUntil, stillSnoozed } from './snooze.ts';

/** Snoozing affects only this browser. The server keeps the notifications as they are. */
const key = 'docket.snoozed';
const snoozed = new SharedValue<Snoozed>(stillSnoozed(parseSnoozed(localStorage.getItem(key)), Date.now()));
const timeoutMaxMs = 2 ** 31 - 1;

/** Returns what is snoozed, and renders again when the next entry comes back. */
export function useSnoozed(): Snoozed {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const now = snoozed.use();
  useEffect(() => {
    const next = Math.min(...Object.values(now).map(({ untilMs }) => untilMs));
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(redraw, Math.min(Math.max(next - Date.now(), 0), timeoutMaxMs));
    return () => clearTimeout(timer);
  });
  return now;
}

export function snoozeEntry({ id, newest }: InboxEntry, time: SnoozeTime): void {
  const untilMs = snoozeUntil(time, Date.now(), startOfDay);
  keep({ ...snoozed.get(), [id]: { untilMs, newestId: newest.id } });
  showToast({
    text: m.notifications.snoozedUntil(formatDateTime(untilMs)),
    actions: [{ name: m.shell.undo, run: () => wakeEntry(id) }],
  });
}

export function wakeEntry(id: string): void {
  const { [id]: _, ...others } = snoozed.get();
  keep(others);
}

function keep(next: Snoozed): void {
  const current = stillSnoozed(next, Date.now());
  localStorage.setItem(key, JSON.stringify(current));
  snoozed.set(current);
}
