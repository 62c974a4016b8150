import type { ComponentType } from 'react';
import type { Session } from './api/index.ts';
import { loadLateMessages } from './messages/index.ts';
import { type Params, type Route, Screen } from './router/index.ts';
import { Frame } from './shell/frame.tsx';

/** A screen that is part of the first load if it is opened first. It has only the messages of the first load. */
const first = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) =>
  new Screen(async () => (await load())[name]);

/** Other screens are loaded with the messages that are not in the first load. */
const late = <N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) =>
  new Screen(async () => {
    const [module] = await Promise.all([load(), loadLateMessages()]);
    return module[name];
  });

/** A screen that needs no session. */
const plain = <P extends string>(path: P, screen: Screen, redirect?: Route['redirect']): Route<P> => ({
  path,
  screens: [screen],
  redirect,
});

const frame = new Screen(async () => Frame, Frame);

/** Every other screen: within the frame of sidebar and top bar. */
const framed = <P extends string>(path: P, ...screens: Screen[]): Route<P> => ({
  path,
  screens: [frame, ...screens],
  redirect: requireSession,
});

/** An address that mails contain. */
const mailed = <P extends string>(path: P, to: (params: Params) => string): Route<P> => ({
  path,
  screens: [],
  redirect: (session, at) => requireSession(session, at) ?? to(at.params),
});

const projectSettings = late(() => import('./projects/settings/project-settings.tsx'), 'ProjectSettings');
const inSettings = <P extends string>(path: P, screen: Screen) =>
  framed(`/p/$key/settings${path}`, projectSettings, screen);
const help = late(() => import('./shell/help/help-screen.tsx'), 'HelpScreen');
const general = late(() => import('./projects/settings/general-page.tsx'), 'GeneralPage');
const inbound = late(() => import('./projects/settings/inbound-page.tsx'), 'InboundPage');
const webhook = late(() => import('./outbound-webhooks/webhook-detail.tsx'), 'WebhookPage');
const delivery = late(() => import('./outbound-webhooks/delivery-detail.tsx'), 'DeliveryPage');

const myWebhooks = late(() => import('./outbound-webhooks/webhooks-screen.tsx'), 'WebhooksScreen');
const inMyWebhooks = <P extends string>(path: P, screen: Screen) =>
  framed(`/me/webhooks${path}`, myWebhooks, screen);

/** Every address of the app. */
export const routes = [
  plain(
    '/sign-in',
    late(() => import('./auth/sign-in.tsx'), 'SignIn'),
    welcomeFirst,
  ),
  plain(
    '/sign-up',
    late(() => import('./auth/sign-up.tsx'), 'SignUp'),
  ),
  plain(
    '/invitation',
    late(() => import('./auth/accept-invitation.tsx'), 'AcceptInvitation'),
  ),
  plain(
    '/forgot-password',
    late(() => import('./auth/forgot-password.tsx'), 'ForgotPassword'),
  ),
  plain(
    '/reset-password',
    late(() => import('./auth/reset-password.tsx'), 'ResetPassword'),
  ),
  plain(
    '/verify-email',
    late(() => import('./auth/verify-email.tsx'), 'VerifyEmail'),
    requireSession,
  ),
  plain(
    '/oauth/authorize',
    late(() => import('./auth/consent.tsx'), 'Consent'),
    requireSession,
  ),
  plain(
    '/form/$token',
    late(() => import('./auth/triage-form.tsx'), 'TriageForm'),
  ),
  plain(
    '/welcome',
    late(() => import('./auth/welcome.tsx'), 'Welcome'),
    onlyOfEmptyInstance,
  ),
  plain(
    '/start',
    late(() => import('./auth/start.tsx'), 'Start'),
    requireSession,
  ),

  framed(
    '/',
    first(() => import('./tickets/my-work/my-work.tsx'), 'MyWork'),
  ),
  framed(
    '/p/$key',
    late(() => import('./projects/overview/project-overview.tsx'), 'ProjectOverview'),
  ),
  framed(
    '/p/$key/cycles',
    late(() => import('./projects/cycles/cycles-screen.tsx'), 'CyclesScreen'),
  ),
  framed(
    '/p/$key/list',
    first(() => import('./tickets/list/project-list.tsx'), 'List'),
  ),
  framed(
    '/p/$key/board',
    first(() => import('./tickets/board/project-board.tsx'), 'Board'),
  ),
  framed(
    '/p/$key/calendar',
    late(() => import('./tickets/calendar/project-calendar.tsx'), 'Calendar'),
  ),
  framed(
    '/p/$key/timeline',
    late(() => import('./tickets/timeline/project-timeline.tsx'), 'Timeline'),
  ),
  framed(
    '/p/$key/triage',
    late(() => import('./tickets/triage/triage-screen.tsx'), 'TriageScreen'),
  ),
  framed(
    '/p/$key/stats',
    late(() => import('./stats/stats-screen.tsx'), 'StatsScreen'),
  ),
  framed(
    '/p/$key/docs',
    late(() => import('./docs-generation/docs-screen.tsx'), 'DocsScreen'),
  ),
  framed(
    '/t/$key',
    late(() => import('./tickets/ticket/ticket-page.tsx'), 'TicketPage'),
  ),
  framed(
    '/tickets',
    first(() => import('./tickets/list/project-list.tsx'), 'AllTickets'),
  ),
  framed(
    '/tickets/board',
    first(() => import('./tickets/board/project-board.tsx'), 'AllTicketsBoard'),
  ),
  framed(
    '/search',
    late(() => import('./tickets/search/search-screen.tsx'), 'SearchScreen'),
  ),
  framed(
    '/views',
    late(() => import('./views/views-screen.tsx'), 'ViewsScreen'),
  ),
  framed(
    '/v/$id',
    late(() => import('./tickets/search/view-screen.tsx'), 'ViewScreen'),
  ),
  framed(
    '/inbox',
    late(() => import('./notifications/inbox.tsx'), 'Inbox'),
  ),
  framed(
    '/agents',
    late(() => import('./agents/agents-screen.tsx'), 'AgentsScreen'),
  ),
  framed(
    '/projects',
    late(() => import('./projects/projects-screen.tsx'), 'ProjectsScreen'),
  ),
  framed(
    '/initiatives',
    late(() => import('./projects/initiatives/initiatives-screen.tsx'), 'InitiativesScreen'),
  ),
  framed(
    '/initiatives/$id',
    late(() => import('./projects/initiatives/initiative-screen.tsx'), 'InitiativeScreen'),
  ),
  framed(
    '/workspaces',
    late(() => import('./workspaces/workspaces-screen.tsx'), 'WorkspacesScreen'),
  ),
  framed(
    '/workspaces/$id',
    late(() => import('./workspaces/workspace-screen.tsx'), 'WorkspaceScreen'),
  ),
  framed(
    '/instance',
    late(() => import('./instance/overview-page.tsx'), 'OverviewPage'),
  ),
  framed(
    '/instance/people',
    late(() => import('./instance/people-page.tsx'), 'PeoplePage'),
  ),
  framed(
    '/instance/audit',
    late(() => import('./instance/audit-page.tsx'), 'AuditPage'),
  ),
  framed(
    '/instance/repositories',
    late(() => import('./instance/repositories-page.tsx'), 'InstanceRepositoriesPage'),
  ),

  framed('/help', help),
  framed('/help/$page', help),
  framed('/help/about/$page', help),
  framed('/help/api/$page', help),
  framed('/help/guide/$page', help),
  framed('/help/cookbook/$page', help),
  framed('/help/operations/$page', help),
  framed(
    '/me',
    late(() => import('./users/profile-page.tsx'), 'ProfilePage'),
  ),
  framed(
    '/me/preferences',
    late(() => import('./users/preferences-page.tsx'), 'PreferencesPage'),
  ),
  framed(
    '/me/security',
    late(() => import('./users/security-page.tsx'), 'SecurityPage'),
  ),
  framed(
    '/me/keys',
    late(() => import('./users/api-keys-page.tsx'), 'ApiKeysPage'),
  ),
  framed(
    '/me/connections',
    late(() => import('./users/connections-page.tsx'), 'ConnectionsPage'),
  ),
  framed(
    '/me/activity',
    late(() => import('./users/activity-page.tsx'), 'ActivityPage'),
  ),
  framed(
    '/me/drafts',
    late(() => import('./users/drafts-page.tsx'), 'DraftsPage'),
  ),
  inMyWebhooks(
    '',
    late(() => import('./outbound-webhooks/webhook-list.tsx'), 'WebhookList'),
  ),
  inMyWebhooks('/$webhookId', webhook),
  inMyWebhooks('/$webhookId/deliveries/$deliveryId', delivery),

  inSettings('', general),
  inSettings('/general', general),
  inSettings(
    '/members',
    late(() => import('./projects/settings/members-page.tsx'), 'MembersPage'),
  ),
  inSettings(
    '/labels',
    late(() => import('./projects/settings/labels-page.tsx'), 'LabelsPage'),
  ),
  inSettings(
    '/groups',
    late(() => import('./projects/settings/groups-page.tsx'), 'GroupsPage'),
  ),
  inSettings(
    '/fields',
    late(() => import('./projects/settings/fields-page.tsx'), 'FieldsPage'),
  ),
  inSettings(
    '/workflow',
    late(() => import('./projects/settings/workflow-page.tsx'), 'WorkflowPage'),
  ),
  inSettings(
    '/templates',
    late(() => import('./tickets/templates/templates-page.tsx'), 'TemplatesPage'),
  ),
  inSettings(
    '/triage',
    late(() => import('./projects/settings/triage-page.tsx'), 'TriagePage'),
  ),
  inSettings(
    '/agents',
    late(() => import('./projects/settings/agents-page.tsx'), 'AgentsPage'),
  ),
  inSettings(
    '/repositories',
    late(() => import('./projects/settings/repositories-page.tsx'), 'RepositoriesPage'),
  ),
  inSettings(
    '/triggers',
    late(() => import('./projects/settings/triggers-page.tsx'), 'TriggersPage'),
  ),
  inSettings(
    '/tokens',
    late(() => import('./projects/settings/tokens-page.tsx'), 'TokensPage'),
  ),
  inSettings('/inbound', inbound),
  inSettings('/inbound/$deliveryId', inbound),
  inSettings(
    '/webhooks',
    late(() => import('./projects/settings/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  inSettings('/webhooks/$webhookId', webhook),
  inSettings('/webhooks/$webhookId/deliveries/$deliveryId', delivery),
  inSettings(
    '/import',
    late(() => import('./projects/settings/import-page.tsx'), 'ImportPage'),
  ),
  inSettings(
    '/danger',
    late(() => import('./projects/settings/danger-page.tsx'), 'DangerPage'),
  ),

  mailed('/projects/$key', ({ key }) => `/p/${key}/board`),
  mailed('/tickets/$key', ({ key }) => `/t/${key}`),
] as const;

declare module './router/paths.ts' {
  interface Register {
    path: (typeof routes)[number]['path'];
  }
}

function requireSession(session: Session, { href }: { href: string }): string | undefined {
  if (session.state === 'signed-in') return undefined;
  if (session.instance.hasPublicHelp && /^\/help(?![\w-])/.test(href)) return undefined;
  if (session.instance.isEmpty) return '/welcome';
  return href === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(href)}`;
}

function welcomeFirst(session: Session): string | undefined {
  return session.state === 'signed-out' && session.instance.isEmpty ? '/welcome' : undefined;
}

function onlyOfEmptyInstance(session: Session): string | undefined {
  return session.state === 'signed-in' || !session.instance.isEmpty ? '/' : undefined;
}
