import { readFileSync } from 'node:fs';
import path from 'node:path';
import { askForAccess } from './ask-for-access.ts';
import type { PersonName, Team } from './team.ts';

export interface Screen {
  /** The name of its picture. */
  name: string;
  address: string;
  /** Nobody for screens that need no session. */
  person: PersonName | undefined;
}

const routesFile = path.resolve(import.meta.dirname, '../../../web/routes.tsx');
const signedOut = ['/sign-in', '/sign-up', '/forgot-password', '/reset-password'];
/** The test of the first run sees it: it needs an empty instance. */
const seenElsewhere = ['/welcome', '/invitation'];
/** Something lies over a screen. */
const overlays = [
  '/p/PAY/list?ticket=PAY-2',
  '/t/PAY-2',
  '/t/PAY-11',
  '/p/PAY/list?priority=high,highest&groupBy=assignee',
  '/nowhere',
];

/** One address for each route of the web app, so that a new screen is tested without further ado. */
export async function listScreens(team: Team): Promise<Screen[]> {
  const examples = await findExamples(team);
  const queries: Record<string, string> = {
    '/reset-password': '?token=none',
    '/verify-email': '?token=none',
    '/oauth/authorize': `?${await askForAccess(team.server.url)}`,
  };
  const paths = readRoutes();
  const addresses = paths
    .filter((route) => !seenElsewhere.includes(route))
    .map((route) =>
      route.replaceAll(
        /\/([\w-]+)\/\$(\w+)/g,
        (_, folder, name) => `/${folder}/${example(examples, folder, name)}`,
      ),
    );
  return [...new Set([...addresses, ...overlays])].map((address) => ({
    name:
      address
        .replaceAll(/[^\w]+/g, ' ')
        .trim()
        .replaceAll(' ', '-') || 'my-work',
    address: address + (queries[address] ?? ''),
    person: signedOut.includes(address) ? undefined : 'ada',
  }));
}

/** Every path of web/routes.tsx. */
function readRoutes(): string[] {
  const text = readFileSync(routesFile, 'utf8');
  const prefixes: Record<string, string> = { plain: '', framed: '', mailed: '' };
  // const inSettings = … framed(`/p/$key/settings${path}`, …)
  for (const [, name = '', prefix = ''] of text.matchAll(/const (\w+) = [^;]*framed\(`([^`]*)\$\{path\}`/g))
    prefixes[name] = prefix;
  const calls = new RegExp(`^  (${Object.keys(prefixes).join('|')})\\(\\s*'([^']*)'`, 'gm');
  const found = [...text.matchAll(calls)].map(([, name = '', route = '']) => prefixes[name] + route);
  if (found.length < 40) throw new Error(`Only ${found.length} paths are found in web/routes.tsx`);
  return found;
}

function example(examples: Record<string, string>, folder: string, name: string): string {
  const found = examples[`${folder}/$${name}`] ?? examples[folder];
  if (!found) throw new Error(`test/web/support/screens.ts has no example for /${folder}/$${name}`);
  return found;
}

async function findExamples({ server, builder, people: { ada } }: Team): Promise<Record<string, string>> {
  const { data: tasks } = await ada.api.listAgentTasks({});
  const { data: workspaces } = await ada.api.listWorkspaces({});
  const { data: initiative } = await ada.api.createInitiative({
    body: { workspaceId: workspaces[0]?.id ?? '', name: 'Pay everywhere', description: 'In every country' },
  });
  const { data: view } = await ada.api.createView({
    body: { name: 'Urgent', query: { priority: 'highest' } },
  });
  const { data: webhook } = await ada.api.createWebhook({
    body: { url: 'http://127.0.0.1:9/', events: ['ticket.created'] },
  });
  await ada.api.testWebhook({ params: { id: webhook.id } });
  const { data: deliveries } = await ada.api.listWebhookDeliveries({ params: { id: webhook.id } });
  const token = await ada.api.createAccessToken({ params: { id: 'PAY' }, body: { name: 'Monitoring' } });
  await server
    .apiWithKey(token.data.token)
    .receiveGenericEvent({ body: { event: 'disk.full', projectId: 'PAY', data: { host: 'db-1' } } });
  const { data: inbound } = await ada.api.listInboundDeliveries({});
  await ada.api.updateProject({ params: { id: 'PAY' }, body: { triage: true } });
  const { data: form } = await ada.api.openIntakeChannel({ params: { id: 'PAY', kind: 'form' } });
  await builder.api.createTicket({ body: { title: 'The ledger has a slow query', projectId: 'PAY' } });
  return {
    webhooks: webhook.id,
    deliveries: deliveries[0]?.id ?? '',
    inbound: inbound[0]?.id ?? '',
    form: form.url.split('/').at(-1) ?? '',
    v: view.id,
    initiatives: initiative.id,
    workspaces: workspaces[0]?.id ?? '',
    p: 'PAY',
    projects: 'PAY',
    t: 'PAY-2',
    tickets: 'PAY-2',
    agents: builder.id,
    tasks: tasks[0]?.id ?? '',
    help: 'compare',
    about: 'security',
    api: 'views',
    guide: 'cycles-and-forecasts',
    cookbook: 'tickets',
    operations: 'backup',
  };
}
