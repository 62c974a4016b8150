import type { Notification as Told } from '../../sdk/index.ts';
import { SharedValue } from '../parts/shared-value.ts';
import { subscribeEvents } from '../replica/index.ts';
import { openHref } from '../router/index.ts';
import { addressOf, describeNotification, quoteOf } from './describe-notification.ts';
import { markNotification } from './mark-notifications.ts';

/** The permission belongs to the browser, so whether they are wanted is stored there too. */
const key = 'docket.browserNotifications';
const isWanted = new SharedValue(localStorage.getItem(key) === 'on');
/** Whether they also arrive while no window is open. The service worker shows all of them then. */
const isPushed = new SharedValue(false);
/** Held by each visible window, so that hidden ones know of it. */
const visibleLock = 'docket.visible';
const shownForMs = 60_000;

export type BrowserState = 'missing' | 'blocked' | 'pushed' | 'on' | 'off';

export function useBrowserNotifications(): BrowserState {
  const wanted = isWanted.use();
  const pushed = isPushed.use();
  if (!('Notification' in globalThis)) return 'missing';
  if (Notification.permission === 'denied') return 'blocked';
  if (!wanted || Notification.permission !== 'granted') return 'off';
  return pushed ? 'pushed' : 'on';
}

/** Asks the person for permission. Called by a press only. */
export async function turnOn(): Promise<void> {
  const isAllowed = (await Notification.requestPermission()) === 'granted';
  keep(isAllowed);
  if (isAllowed) await push();
}

export async function turnOff(): Promise<void> {
  keep(false);
  isPushed.set(false);
  await (await import('./push.ts')).endPush();
}

async function push(): Promise<void> {
  const { startPush } = await import('./push.ts');
  isPushed.set(await startPush());
}

function keep(wanted: boolean): void {
  localStorage.setItem(key, wanted ? 'on' : 'off');
  isWanted.set(wanted);
}

/** Called once, after the replica has started. */
export function showBrowserNotifications(): void {
  if (!('Notification' in globalThis)) return;
  addEventListener('storage', (event) => {
    if (event.key === key) isWanted.set(event.newValue === 'on');
  });
  document.addEventListener('visibilitychange', claimVisibility);
  claimVisibility();
  if (isWanted.get() && Notification.permission === 'granted') void push();
  subscribeEvents(({ type, data }) => {
    if (type !== 'notification.created' && type !== 'notification.returned') return;
    if (isWanted.get() && !isPushed.get() && Notification.permission === 'granted')
      void showOnce((data as { notification: Told }).notification);
  });
}

let release: (() => void) | undefined;
function claimVisibility(): void {
  release?.();
  release = undefined;
  if (document.visibilityState !== 'visible') return;
  const { promise, resolve } = Promise.withResolvers<void>();
  release = resolve;
  void navigator.locks?.request(visibleLock, { mode: 'shared' }, () => promise);
}

/** Every window receives the event: the first one that takes the lock of the notification shows it. */
async function showOnce(told: Told): Promise<void> {
  const held = (await navigator.locks?.query())?.held ?? [];
  if (document.visibilityState === 'visible' || held.some(({ name }) => name === visibleLock)) return;
  const name = `docket.shown.${told.id}`;
  await navigator.locks?.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    show(told);
    await new Promise((resolve) => setTimeout(resolve, shownForMs));
  });
}

function show(told: Told): void {
  const { ticket, project } = told;
  const quoted = quoteOf(told);
  const shown = new Notification([ticket?.key, ticket?.title ?? project?.name].filter(Boolean).join(' '), {
    body: `${describeNotification(told)}${quoted ? `\n${quoted}` : ''}`,
    tag: told.id,
    icon: '/icon.svg',
  });
  shown.onclick = () => {
    window.focus();
    shown.close();
    void markNotification(told.id, { read: true });
    void openHref(addressOf(told));
  };
}
