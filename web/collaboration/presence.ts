import { api } from '../api/index.ts';
import { personalSettings } from '../parts/personal-settings.ts';
import { SharedValue } from '../parts/shared-value.ts';
import { type LiveEvent, newTabId, onLive, readBoot, subscribeEvents } from '../replica/index.ts';

export type Place = { kind: 'ticket' | 'project'; id: string };
export type Writing = 'description' | 'comment';
export interface Present {
  id: string;
  name: string;
  tab: string;
  writing?: Writing | undefined;
}

const refreshEveryMs = 20_000;
/** Leafing through tickets tells nobody. */
const settleMs = 400;

export const tab = newTabId();
/** Who else is where this tab is, once for each of their tabs. */
export const others = new SharedValue<readonly Present[]>([]);

/** A ticket can be open over the overview of a project; the last one counts. */
let places: readonly Place[] = [];
let place: Place | undefined;
const writing = new Map<Writing, number>();
let timer: ReturnType<typeof setTimeout> | undefined;
let telling = Promise.resolve();
let isStarted = false;

/** Called while a ticket or the overview of a project is shown. Returns the function that ends it. */
export function enter(next: Place): () => void {
  start();
  move([...places, next]);
  return () => move(places.filter((one) => one !== next));
}

function move(next: readonly Place[]): void {
  places = next;
  if (place === places.at(-1)) return;
  place = places.at(-1);
  others.set([]);
  plan(settleMs);
}

/** Called while the person writes; the description comes first. Returns the function that ends it. */
export function write(what: Writing): () => void {
  writing.set(what, (writing.get(what) ?? 0) + 1);
  if (writing.get(what) === 1) plan(0);
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    const count = (writing.get(what) ?? 1) - 1;
    if (count > 0) writing.set(what, count);
    else writing.delete(what);
    if (count === 0) plan(0);
  };
}

/** Tells the server at once, for whoever needs its answer. One request follows the other, so that the last one counts. */
export function tell(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  telling = telling.then(send);
  return telling;
}

async function send(): Promise<void> {
  const at = place;
  let present: readonly Present[] = [];
  try {
    if (navigator.onLine) present = await exchange(at);
  } catch {
    // Not reached, or without access: nobody is shown, and the next refresh tries again.
  }
  if (at !== place) return;
  others.set(present);
  if (place && timer === undefined) plan(refreshEveryMs);
}

async function exchange(at: Place | undefined): Promise<readonly Present[]> {
  if (!at) {
    await api.endPresence({ params: { tab } });
    return [];
  }
  const shown = !document.hidden && isShownToOthers();
  const params = { id: at.id };
  const { data } =
    at.kind === 'ticket'
      ? await api.setTicketPresence({ params, body: { tab, shown, writing: placeOfWriting() } })
      : await api.setProjectPresence({ params, body: { tab, shown } });
  return data;
}

const isShownToOthers = () => personalSettings.get().showPresence !== false;

const placeOfWriting = (): Writing | null =>
  writing.has('description') ? 'description' : writing.has('comment') ? 'comment' : null;

function plan(ms: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void tell(), ms);
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  subscribeEvents(hear);
  let wasShown = isShownToOthers();
  personalSettings.subscribe(() => {
    if (wasShown === isShownToOthers()) return;
    wasShown = isShownToOthers();
    if (place) plan(0);
  });
  document.addEventListener('visibilitychange', () => place && plan(0));
  addEventListener('online', () => onLive(() => place && plan(0)));
  addEventListener('pagehide', () => {
    if (place) void fetch(`/api/user/presence/${tab}`, { method: 'DELETE', keepalive: true }).catch(() => {});
  });
  addEventListener('pageshow', ({ persisted }) => persisted && place && plan(0));
}

interface Heard {
  ticket?: { id: string };
  project?: { id: string };
  person: Present;
  isHere: boolean;
}

function hear({ type, data }: LiveEvent): void {
  if (type !== 'presence.changed') return;
  const { person, isHere, ...subject } = data as unknown as Heard;
  if (subject[place?.kind ?? 'ticket']?.id !== place?.id || person.id === readBoot().me.id) return;
  const rest = others.get().filter((one) => one.tab !== person.tab);
  others.set(isHere ? [...rest, person] : rest);
}
