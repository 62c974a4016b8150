import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  defaultStringifySearch,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Session } from './api/index.ts';
import { parseDocsSearch } from './docs-generation/docs-search.ts';
import { loadLateMessages } from './messages/index.ts';
import { Failed } from './shell/failed.tsx';
import { Frame } from './shell/frame.tsx';
import { NotFound } from './shell/not-found.tsx';
import { parseTicketSearch } from './tickets/ticket-search.ts';

/** A screen that is part of the first load when it is the first one. It has the messages of the first load alone. */
const firstScreen = lazyRouteComponent;

/** Every other screen comes with the messages that are not in the first load. */
function lateScreen<T extends Record<string, unknown>, N extends keyof T>(load: () => Promise<T>, name: N) {
  return lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), loadLateMessages()]);
    return module;
  }, name);
}

interface RouterContext {
  session: Session;
}

const root = createRootRouteWithContext<RouterContext>()({ notFoundComponent: NotFound });

/** Screens that need no session. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }: Record<string, unknown>): { next?: string } => searchOf('next', localPath(next)),
  beforeLoad: ({ context: { session } }) => {
    if (session.state === 'signed-out' && session.instance.isEmpty) throw redirect({ to: '/welcome' });
  },
  component: lateScreen(() => import('./auth/sign-in.tsx'), 'SignIn'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: ({ invitation }: Record<string, unknown>): { invitation?: string } =>
    searchOf('invitation', textOf(invitation)),
  component: lateScreen(() => import('./auth/sign-up.tsx'), 'SignUp'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: textOf(token) ?? '' }),
  component: lateScreen(() => import('./auth/accept-invitation.tsx'), 'AcceptInvitation'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lateScreen(() => import('./auth/forgot-password.tsx'), 'ForgotPassword'),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    searchOf('token', textOf(token)),
  component: lateScreen(() => import('./auth/reset-password.tsx'), 'ResetPassword'),
});
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  beforeLoad: ({ context: { session } }) => {
    if (session.state === 'signed-in' || !session.instance.isEmpty) throw redirect({ to: '/' });
  },
  component: lateScreen(() => import('./auth/welcome.tsx'), 'Welcome'),
});
const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  beforeLoad: ({ context, location }) => assertSignedIn(context, location.href),
  component: lateScreen(() => import('./auth/start.tsx'), 'Start'),
});

/** Every other screen: within the frame of sidebar and top bar. */
const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: Frame,
  errorComponent: Failed,
  beforeLoad: ({ context, location }) => assertSignedIn(context, location.href),
  validateSearch: ({ ticket }: Record<string, unknown>): { ticket?: string | undefined } =>
    searchOf('ticket', textOf(ticket)),
});

const myWork = createRoute({
  getParentRoute: () => app,
  path: '/',
  component: firstScreen(() => import('./tickets/my-work/my-work.tsx'), 'MyWork'),
});

const search = createRoute({
  getParentRoute: () => app,
  path: '/search',
  validateSearch: parseTicketSearch,
  component: lateScreen(() => import('./tickets/search/search-screen.tsx'), 'SearchScreen'),
});

const views = createRoute({
  getParentRoute: () => app,
  path: '/views',
  component: lateScreen(() => import('./views/views-screen.tsx'), 'ViewsScreen'),
});

const view = createRoute({
  getParentRoute: () => app,
  path: '/v/$id',
  validateSearch: parseTicketSearch,
  component: lateScreen(() => import('./tickets/search/view-screen.tsx'), 'ViewScreen'),
});

/** Filters, order and display are in the address of every view of tickets. */
const projectList = createRoute({
  getParentRoute: () => app,
  path: '/p/$key/list',
  validateSearch: parseTicketSearch,
  component: firstScreen(() => import('./tickets/list/list-screen.tsx'), 'ListScreen'),
});

const calendar = createRoute({
  getParentRoute: () => app,
  path: '/p/$key/calendar',
  validateSearch: parseTicketSearch,
  component: lateScreen(() => import('./tickets/calendar/calendar.tsx'), 'Calendar'),
});

const board = createRoute({
  getParentRoute: () => app,
  path: '/p/$key/board',
  validateSearch: parseTicketSearch,
  component: firstScreen(() => import('./tickets/board/board.tsx'), 'Board'),
});

const ticket = createRoute({
  getParentRoute: () => app,
  path: '/t/$key',
  component: lateScreen(() => import('./tickets/ticket/ticket-page.tsx'), 'TicketPage'),
});

const inbox = createRoute({
  getParentRoute: () => app,
  path: '/inbox',
  component: lateScreen(() => import('./notifications/inbox.tsx'), 'Inbox'),
});

const agents = createRoute({
  getParentRoute: () => app,
  path: '/agents',
  validateSearch: ({ task }: Record<string, unknown>): { task?: string } => searchOf('task', textOf(task)),
  component: lateScreen(() => import('./agents/agents-screen.tsx'), 'AgentsScreen'),
});

const docs = createRoute({
  getParentRoute: () => app,
  path: '/p/$key/docs',
  validateSearch: parseDocsSearch,
  component: lateScreen(() => import('./docs-generation/docs-screen.tsx'), 'DocsScreen'),
});

const me = [
  createRoute({
    getParentRoute: () => app,
    path: '/me',
    component: lateScreen(() => import('./users/profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/me/preferences',
    component: lateScreen(() => import('./users/preferences-page.tsx'), 'PreferencesPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/me/security',
    component: lateScreen(() => import('./users/security-page.tsx'), 'SecurityPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/me/keys',
    component: lateScreen(() => import('./users/api-keys-page.tsx'), 'ApiKeysPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/me/activity',
    component: lateScreen(() => import('./users/activity-page.tsx'), 'ActivityPage'),
  }),
  createRoute({
    getParentRoute: () => app,
    path: '/me/drafts',
    component: lateScreen(() => import('./users/drafts-page.tsx'), 'DraftsPage'),
  }),
] as const;

const projects = createRoute({
  getParentRoute: () => app,
  path: '/projects',
  validateSearch: (search: Record<string, unknown>): { new?: true } =>
    search.new === true ? { new: true } : {},
  component: lateScreen(() => import('./projects/projects-screen.tsx'), 'ProjectsScreen'),
});

const settings = createRoute({
  getParentRoute: () => app,
  path: '/p/$key/settings',
  component: lateScreen(() => import('./projects/settings/project-settings.tsx'), 'ProjectSettings'),
});
const general = () => import('./projects/settings/general-page.tsx');
const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: '/',
    component: lateScreen(general, 'GeneralPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/general',
    component: lateScreen(general, 'GeneralPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/members',
    component: lateScreen(() => import('./projects/settings/members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/labels',
    component: lateScreen(() => import('./projects/settings/labels-page.tsx'), 'LabelsPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/groups',
    component: lateScreen(() => import('./projects/settings/groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/repositories',
    component: lateScreen(() => import('./projects/settings/repositories-page.tsx'), 'RepositoriesPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/triggers',
    component: lateScreen(() => import('./projects/settings/triggers-page.tsx'), 'TriggersPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/tokens',
    component: lateScreen(() => import('./projects/settings/tokens-page.tsx'), 'TokensPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/inbound',
    component: lateScreen(() => import('./projects/settings/inbound-page.tsx'), 'InboundPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/inbound/$deliveryId',
    component: lateScreen(() => import('./projects/settings/inbound-page.tsx'), 'InboundPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks',
    component: lateScreen(() => import('./projects/settings/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks/$webhookId',
    component: lateScreen(() => import('./outbound-webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/webhooks/$webhookId/deliveries/$deliveryId',
    component: lateScreen(() => import('./outbound-webhooks/delivery-page.tsx'), 'DeliveryPage'),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: '/danger',
    component: lateScreen(() => import('./projects/settings/danger-page.tsx'), 'DangerPage'),
  }),
] as const;

const webhooks = createRoute({
  getParentRoute: () => app,
  path: '/me/webhooks',
  component: lateScreen(() => import('./outbound-webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
});
const webhookPages = [
  createRoute({
    getParentRoute: () => webhooks,
    path: '/',
    component: lateScreen(() => import('./outbound-webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => webhooks,
    path: '/$webhookId',
    component: lateScreen(() => import('./outbound-webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => webhooks,
    path: '/$webhookId/deliveries/$deliveryId',
    component: lateScreen(() => import('./outbound-webhooks/delivery-page.tsx'), 'DeliveryPage'),
  }),
] as const;

const workspaces = createRoute({
  getParentRoute: () => app,
  path: '/workspaces',
  component: lateScreen(() => import('./workspaces/workspaces-screen.tsx'), 'WorkspacesScreen'),
});
const workspace = createRoute({
  getParentRoute: () => app,
  path: '/workspaces/$id',
  component: lateScreen(() => import('./workspaces/workspace-screen.tsx'), 'WorkspaceScreen'),
});

const stats = createRoute({
  getParentRoute: () => app,
  path: '/p/$key/stats',
  component: lateScreen(() => import('./stats/stats-screen.tsx'), 'StatsScreen'),
});

const instance = createRoute({
  getParentRoute: () => app,
  path: '/instance',
  component: lateScreen(() => import('./instance/overview-page.tsx'), 'OverviewPage'),
});
const instancePeople = createRoute({
  getParentRoute: () => app,
  path: '/instance/people',
  component: lateScreen(() => import('./instance/people-page.tsx'), 'PeoplePage'),
});

/** Addresses in mails. */
const mailedProject = createRoute({
  getParentRoute: () => app,
  path: '/projects/$key',
  beforeLoad: ({ params: { key } }) => {
    throw redirect({ to: '/p/$key/board', params: { key } });
  },
});

const mailedTicket = createRoute({
  getParentRoute: () => app,
  path: '/tickets/$key',
  beforeLoad: ({ params: { key } }) => {
    throw redirect({ to: '/t/$key', params: { key } });
  },
});

const routeTree = root.addChildren([
  signIn,
  signUp,
  invitation,
  forgotPassword,
  resetPassword,
  welcome,
  start,
  app.addChildren([
    stats,
    instance,
    instancePeople,
    mailedProject,
    myWork,
    projectList,
    board,
    calendar,
    mailedTicket,
    ticket,
    ...me,
    agents,
    docs,
    inbox,
    search,
    views,
    view,
    projects,
    settings.addChildren(settingsPages),
    webhooks.addChildren(webhookPages),
    workspaces,
    workspace,
  ]),
]);

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

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Leaves an absent value out, so that it does not appear in the address. */
const searchOf = <N extends string>(name: N, value: string | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [K in N]?: string };

function assertSignedIn({ session }: RouterContext, href: string): void {
  if (session.state === 'signed-in') return;
  if (session.instance.isEmpty) throw redirect({ to: '/welcome' });
  throw redirect({ to: '/sign-in', search: href === '/' ? {} : { next: href } });
}
