import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  defaultStringifySearch,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Session } from './api/index.ts';
import { Frame } from './shell/frame.tsx';
import { NotFound } from './shell/not-found.tsx';
import { parseTicketSearch } from './tickets/ticket-search.ts';

interface RouterContext {
  session: Session;
}

const root = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFound });

/** Screens that need no session. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>) => ({ next: localPath(next) }),
  component: lazyRouteComponent(() => import('./auth/sign-in.tsx'), 'SignIn'),
});

/** Every other screen: within the frame of sidebar and top bar. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: Frame,
  beforeLoad: ({ context: { session }, location }) => {
    if (session.state === 'signed-in') return;
    throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
  validateSearch: ({ ticket }: Record<string, unknown>) => ({
    ticket: typeof ticket === 'string' ? ticket : undefined,
  }),
});

const myWork = createRoute({ getParentRoute: () => app, path: '/', component: () => null });

/** Filters, order and display are in the address of every view of tickets. */
const projectList = createRoute({
  getParentRoute: () => app,
  path: '/p/$key/list',
  validateSearch: parseTicketSearch,
  component: lazyRouteComponent(() => import('./tickets/list/list-screen.tsx'), 'ListScreen'),
});

const board = createRoute({
  getParentRoute: () => app,
  path: '/p/$key/board',
  validateSearch: parseTicketSearch,
  component: lazyRouteComponent(() => import('./tickets/board/board.tsx'), 'Board'),
});

const routeTree = root.addChildren([signIn, app.addChildren([myWork, projectList, board])]);

export const newRouter = (session: Session) =>
  createRouter({
    routeTree,
    context: { session },
    defaultPreload: 'intent',
    scrollRestoration: true,
    trailingSlash: 'never',
    // Lists of values are readable in the address bar: a comma needs no escape there.
    stringifySearch: (search) => defaultStringifySearch(search).replaceAll('%2C', ','),
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}

/** Where to go after signing in: a path of this app, never another host. */
const localPath = (value: unknown) =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;
