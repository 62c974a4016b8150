import { api } from '../api/index.ts';
import {
  changeSettings,
  keep,
  merge,
  type PersonalSettings,
  readKept,
  type SettingsChange,
  whenChanged,
  withAllLists,
} from '../parts/personal-settings.ts';
import { onLive, readBoot, subscribeEvents } from '../replica/index.ts';

/**
 * Keeps the settings of the person the same on all devices. What the server says is shown with what waits to be sent on top,
 * so nothing flickers and nothing is lost. Called once, after the replica has started.
 */
export function syncSettings(): void {
  const { me, settings } = readBoot();
  const kept = readKept();
  // Somebody else used this browser before: what waits is theirs.
  if (kept.userId !== undefined && kept.userId !== me.id) keep({ ...kept, waiting: [] });
  takeOver();
  if (settings) receive(settings, me.id);
  subscribeEvents(({ type }) => {
    // While this device sends, the answer has what the server holds.
    if (type === 'settings.changed' && !isSending) void load(me.id);
  });
  whenChanged(() => void send(me.id));
  onLive(() => void load(me.id));
  addEventListener('online', () => void load(me.id));
}

function receive(settings: Partial<PersonalSettings>, userId: string): void {
  const { waiting } = readKept();
  keep({ userId, settings: waiting.reduce(merge, withAllLists(settings)), waiting });
}

async function load(userId: string): Promise<void> {
  // A stream may outlive the connection for a while: coming back online loads.
  if (!navigator.onLine) return;
  try {
    receive((await api.getSettings()).data, userId);
  } catch {
    // The copy stays until the server can be reached.
  }
  await send(userId);
}

const againMs = 30_000;
let isSending = false;
async function send(userId: string): Promise<void> {
  if (isSending || !navigator.onLine) return;
  isSending = true;
  try {
    for (let [change] = readKept().waiting; change; [change] = readKept().waiting) {
      const { data } = await api.updateSettings({ body: change });
      // Only now, so that a page that ends meanwhile sends it again: sending twice changes nothing.
      const kept = readKept();
      keep({ ...kept, waiting: kept.waiting.slice(1) });
      receive(data, userId);
    }
  } catch (error) {
    // What the server refuses would block what comes after it; without a connection it waits.
    if (error instanceof Error && 'status' in error && error.status === 400) {
      const kept = readKept();
      keep({ ...kept, waiting: kept.waiting.slice(1) });
    }
    setTimeout(() => void send(userId), againMs);
  } finally {
    isSending = false;
  }
}

/** Takes over what this browser stored under keys of its own before there were settings on the server, once. */
function takeOver(): void {
  const take = (key: string) => {
    const value = localStorage.getItem(key);
    localStorage.removeItem(key);
    return value;
  };
  const itemsOf = (text: string | null) => text?.split(',').filter(Boolean).toReversed() ?? [];
  const density = take('docket.density');
  const tray = take('docket.calendar.tray');
  const singleKeys = take('docket.singleKeys');
  const starred = itemsOf(take('docket.starred'));
  const seen = itemsOf(take('docket.seen'));
  const change: SettingsChange = {
    ...((density === 'compact' || density === 'comfortable') && { density }),
    ...((tray === 'open' || tray === 'closed') && { calendarTray: tray }),
    ...(singleKeys === 'off' && { singleKeys: false }),
    ...(starred.length > 0 && { starredProjects: { add: starred } }),
    ...(seen.length > 0 && { seenTickets: { add: seen } }),
  };
  // Which groups were open is not worth the same care: they begin as they do for everybody.
  for (const key of Object.keys(localStorage)) if (key.startsWith('docket.collapsed.')) take(key);
  if (Object.keys(change).length > 0) changeSettings(change);
}
