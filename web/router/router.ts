import type { ComponentType } from 'react';
import type { Session } from '../api/index.ts';
import { SharedValue } from '../parts/shared-value.ts';
import { type Destination, fillPath, matchPath, type Params, type ParamsFor } from './paths.ts';
import type { Screen } from './screen.ts';
import { enterHistoryEntry, leaveHistoryEntry } from './scroll-memory.ts';
import { parseSearch, type Search, stringifySearch } from './search-text.ts';

export interface Route<P extends string = string> {
  path: P;
  /** Outermost first; each shows the next one in its `Outlet`. */
  screens: readonly Screen[];
  /** Another address to show instead. */
  redirect?: ((session: Session, at: { href: string; params: Params }) => string | undefined) | undefined;
}

export type Target<P extends string> = {
  to: Destination<P>;
  /** Replaces the present search; without it the search is empty. */
  search?: object | ((before: Search) => object) | undefined;
  /** Adds no step to the browser's history. */
  replace?: boolean | undefined;
} & ParamsFor<P>;

/** The address that is shown, and the screens that show it. */
interface Page {
  pathname: string;
  search: Search;
  params: Params;
  components: readonly ComponentType[];
}

interface Router {
  routes: readonly Route[];
  session: Session;
  notFound: ComponentType;
}

const maxRedirects = 5;

let router: Router | undefined;
let lastTurn = 0;

const nowhere: Page = { pathname: '/', search: {}, params: {}, components: [] };
export const page = new SharedValue<Page>(nowhere);

/** Shows the address of the window, and from now on every other that it gets. */
export function startRouter(options: Router): void {
  router = options;
  history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    leaveHistoryEntry();
    enterHistoryEntry(history.state);
    void show(location.href);
  });
  const { href } = follow(location.href);
  history.replaceState(history.state, '', href);
  enterHistoryEntry(history.state);
  void show(href);
}

/** Resolves when the address is shown. */
export function navigate<const P extends string>(target: Target<P>): Promise<void> {
  return openHref(hrefOf(target), { replace: target.replace });
}

/** Opens an address of this app that is given as text. */
export function openHref(
  wanted: string,
  { replace = false }: { replace?: boolean | undefined } = {},
): Promise<void> {
  const { href } = follow(wanted);
  leaveHistoryEntry();
  const state = { key: replace ? historyKey(history.state) : newKey() };
  if (replace) history.replaceState(state, '', href);
  else history.pushState(state, '', href);
  enterHistoryEntry(state);
  return show(href);
}

export function hrefOf<const P extends string>({ to, params, search }: Target<P>): string {
  const present = page.get();
  const path = to === '.' ? present.pathname : fillPath(to, params);
  const wanted = typeof search === 'function' ? search(present.search) : search;
  return path + stringifySearch((wanted ?? {}) as Search);
}

/** Loads the screens of an address that is likely to be opened next. A failure shows only when it is opened. */
export function preload(routes: readonly Route[], href: string): void {
  const { route } = find(routes, new URL(href, location.href).pathname);
  for (const screen of route?.screens ?? []) screen.load().catch(() => {});
}

export const preloadHref = (href: string): void => preload(router?.routes ?? [], href);

async function show(href: string): Promise<void> {
  lastTurn += 1;
  const turn = lastTurn;
  const url = new URL(href, location.href);
  const { route, params } = find(router?.routes ?? [], url.pathname);
  const screens = route?.screens ?? [];
  let broken: ComponentType | undefined;
  // Screens that are loaded already are shown synchronously, within the event that opened them.
  if (screens.some(({ component }) => component === undefined)) {
    try {
      await Promise.all(screens.map((screen) => screen.load()));
    } catch (error) {
      if (reloadOnce(error)) return;
      broken = () => {
        throw error;
      };
    }
    // Another address was opened meanwhile.
    if (turn !== lastTurn) return;
  }
  const components = screens.flatMap(({ component }) => component ?? []);
  if (broken) components.push(broken);
  else if (router && !route) components.push(router.notFound);
  const before = page.get();
  page.set({
    pathname: url.pathname,
    search: keepEqual(before.search, parseSearch(url.search)),
    params: keepEqual(before.params, params),
    components,
  });
}

/** The final address of a requested one: without a trailing slash, and after redirects of its route. */
function follow(wanted: string): { href: string } {
  let href = wanted;
  for (let step = 0; step < maxRedirects; step += 1) {
    const url = new URL(href, location.href);
    const path = url.pathname.replace(/^\/+/, '/').replace(/(?<=.)\/+$/, '');
    href = path + url.search + url.hash;
    const { route, params } = find(router?.routes ?? [], path);
    const other = router && route?.redirect?.(router.session, { href: path + url.search, params });
    if (other === undefined) break;
    href = other;
  }
  return { href };
}

function find(routes: readonly Route[], pathname: string): { route?: Route; params: Params } {
  for (const route of routes) {
    const params = matchPath(route.path, pathname);
    if (params) return { route, params };
  }
  return { params: {} };
}

/** Reloads the page once, because a new version replaced the files of this build. */
function reloadOnce(error: unknown): boolean {
  const key = `docket.reload:${error instanceof Error ? error.message : ''}`;
  if (sessionStorage.getItem(key) !== null || !navigator.onLine) return false;
  sessionStorage.setItem(key, '');
  location.reload();
  return true;
}

/** Equal values keep their identity, so that what depends on them is not computed again. */
function keepEqual<T extends Readonly<Record<string, unknown>>>(before: T, next: T): T {
  return JSON.stringify(before) === JSON.stringify(next) ? before : next;
}

const newKey = () => crypto.randomUUID();
const historyKey = (state: { key?: string } | null) => state?.key ?? newKey();
