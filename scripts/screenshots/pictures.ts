import type { Browser, Locator, Page } from 'playwright-core';
import type { ImportProduct } from '../../sdk/index.ts';
import { newRepositories } from '../../test/support/git-history.ts';
import { openWindow } from '../../test/web/support/browser.ts';
import { openServer, type Person, type WebServer } from '../../test/web/support/server.ts';
import { settle } from '../../test/web/support/settle.ts';
import { filesOfProducts, fileText } from './files-of-products.ts';

/** A picture of the guide: how to get to what it shows. */
export interface Picture {
  name: string;
  /** `KEY` is the project of the demo. */
  address: string;
  phone?: boolean;
  prepare?: (page: Page, scene: Scene) => Promise<void>;
}

const repository = 'harbour/app';

/** A check of files of this product: what it asks, or after that what it reports. */
const checked = (product: ImportProduct, shows: 'questions' | 'report'): Picture => ({
  name: `import-${product}`,
  address: '/p/HELP/settings/import',
  prepare: async (page, { server, person: { api, session }, projectKey }) => {
    const { data } = await api.createImport({ params: { id: 'HELP' }, body: { product } });
    const body = new FormData();
    if (product === 'docket') {
      const headers = { cookie: `${session.name}=${session.value}` };
      const archive = await fetch(`${server.url}/api/project/${projectKey}/archive`, { headers });
      body.append('file', await archive.blob(), 'harbour.docket.tar');
    } else {
      const { data: found } = await api.listTickets({ query: { project: projectKey, limit: 100 } });
      const tickets = found.flatMap(({ reporter, ...ticket }) => (reporter ? { ...ticket, reporter } : []));
      for (const [name, content] of Object.entries(filesOfProducts[product](tickets)))
        body.append('file', new Blob([fileText(name, content)]), name);
    }
    await api.addImportFiles({ params: data, body });
    await api.startImport({ params: data, body: { dryRun: true } });
    await page.reload();
    const report = page.getByText(/^Would be imported/);
    await report.waitFor();
    if (product === 'csv') await page.getByRole('table', { name: 'Columns' }).waitFor();
    await settle(page);
    if (shows === 'report') await scrollToMiddle(report);
  },
});

export const pictures: readonly Picture[] = [
  // First, because later pictures add what was seen lately.
  { name: 'my-work', address: '/', prepare: waitForNeeds },
  { name: 'board', address: '/p/KEY/board' },
  { name: 'list', address: '/p/KEY/list' },
  { name: 'filter', address: '/p/KEY/list', prepare: typeCondition },
  { name: 'ticket', address: '/p/KEY/list', prepare: openFirstTicket },
  { name: 'text', address: '/p/KEY/list', prepare: writeText },
  { name: 'calendar', address: '/p/KEY/calendar' },
  { name: 'timeline', address: '/p/KEY/timeline' },
  { name: 'overview', address: '/p/KEY', prepare: waitForForecast },
  { name: 'initiative', address: '/initiatives', prepare: openInitiative },
  { name: 'cycles', address: '/p/KEY/cycles' },
  { name: 'statistics', address: '/p/KEY/stats', prepare: waitForCharts },
  { name: 'triage', address: '/p/HELP/triage', prepare: waitForTriage },
  { name: 'drafts', address: `/p/KEY/docs?repo=${repository}&base=v1.0.0&head=main`, prepare: draftPages },
  { name: 'workflow', address: '/p/KEY/settings/workflow' },
  { name: 'import', address: '/p/KEY/settings/import' },
  checked('github', 'questions'),
  checked('gitlab', 'report'),
  checked('jira', 'questions'),
  checked('linear', 'report'),
  checked('plane', 'report'),
  checked('trello', 'report'),
  checked('csv', 'questions'),
  checked('docket', 'questions'),
  { name: 'move-out', address: '/p/KEY/list', prepare: openExport },
  { name: 'templates', address: '/p/KEY/settings/templates' },
  { name: 'inbox', address: '/inbox' },
  { name: 'agents', address: '/agents' },
  { name: 'agent-task', address: '/', prepare: openQuestion },
  { name: 'agent-set-up', address: '/agents', prepare: openSetUp },
  { name: 'agent-budgets', address: '/p/KEY/settings/agents' },
  { name: 'administration', address: '/instance' },
  { name: 'audit-log', address: '/instance/audit', prepare: lookLater },
  { name: 'keys', address: '/p/KEY/board', prepare: openKeys },
  { name: 'criteria', address: '/p/KEY/list', prepare: openCriteria },
  { name: 'offline', address: '/p/KEY/board', prepare: changeOffline },
  { name: 'palette', address: '/p/KEY/board', prepare: openPalette },
  { name: 'board-on-a-phone', address: '/p/KEY/board', phone: true },
];

export const pictureFile = (name: string, dark: boolean) => `${name}-${dark ? 'dark' : 'light'}.png`;

const now = Date.parse('2026-11-12T10:00:00.000Z');

export interface Scene {
  server: WebServer;
  person: Person;
  projectKey: string;
}

/** The demo team, as the first account of a new instance sees it. Clock and data are fixed. */
export async function openScene(): Promise<Scene> {
  const repositories = newRepositories();
  addRelease(repositories);
  const running = await openServer({ LOCAL_REPOSITORIES: repositories.root });
  const close = async () => {
    await running.close();
    repositories.remove();
  };
  const server = { ...running, close };
  server.advanceClock(now - Date.now());
  const person = await server.person('Ada Lindström', 'ADMIN');
  const { data: demo } = await person.api.createDemo();
  await addWhatTheDemoLacks(person, demo.project.key);
  await addTriage(server.url, person);
  return { server, person, projectKey: demo.project.key };
}

/** What a next version has. */
function addRelease(repositories: ReturnType<typeof newRepositories>): void {
  const source = (parameters: string) => ({
    'src/index.ts': `export function findBerths(${parameters}) {\n  return [];\n}\n`,
  });
  const commits = [
    { message: 'feat: find free berths', files: source('harbour: string') },
    { message: 'feat(berths): find berths for a length', files: source('harbour: string, metres: number') },
    {
      message: 'feat(map): show the quay without a network',
      files: { 'src/map.ts': 'export const tiles = 4;\n' },
    },
    {
      message: 'fix(payment): no second receipt after a reload',
      files: { 'src/receipt.ts': 'const once = 1;\n' },
    },
  ];
  repositories.add(repository, commits, { 'v1.0.0': 1 });
}

/** A project whose form has brought two messages. */
async function addTriage(url: string, { api }: Person): Promise<void> {
  const { data: project } = await api.createProject({ body: { name: 'Help desk', key: 'HELP' } });
  await api.updateProject({ params: project, body: { triage: true } });
  const { data: form } = await api.openIntakeChannel({ params: { id: project.id, kind: 'form' } });
  for (const [title, text] of [
    ['The map stays blank on an old phone', 'It worked last summer. The list of berths is fine.'],
    ['Can we pay by invoice?', 'Our club books twelve berths in July.'],
  ])
    await fetch(`${url}/api/intake/${new URL(form.url).pathname.split('/').at(-1)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, text, email: 'harbourmaster@example.org' }),
    });
}

/** A ticket with criteria. */
const shownTitle = 'Session cookie lacks the Secure attribute';

async function addWhatTheDemoLacks({ api, id }: Person, key: string): Promise<void> {
  const { data: project } = await api.updateProject({
    params: { id: key },
    body: { leadId: id, targetDate: '2026-12-28', repositories: [repository] },
  });
  await api.postProjectUpdate({
    params: { id: key },
    body: {
      health: 'on_track',
      text: 'Booking and payment work end to end. Next: the quay map without a network.',
    },
  });
  const { data: initiative } = await api.createInitiative({
    body: {
      workspaceId: project.workspaceId ?? '',
      name: 'Every harbour online',
      description: 'Guests book a berth before they sail.',
      ownerId: id,
      targetDate: '2027-03-31',
    },
  });
  await api.addInitiativeProject({ params: { id: initiative.id, projectId: project.id } });
  const { data: template } = await api.createTemplate({
    params: { id: key },
    body: {
      name: 'Bug report',
      ticket: { type: 'BUG', priority: 'high', checklist: ['Reproduce it', 'Write the test'] },
    },
  });
  await api.createSchedule({
    params: { id: key },
    body: {
      name: 'Weekly report',
      rule: 'FREQ=WEEKLY;BYDAY=MO',
      startsAt: '2026-11-16T09:00',
      timezone: 'Europe/Berlin',
      templateId: template.id,
      ticket: { title: 'Weekly report' },
    },
  });
  const { data: found } = await api.listTickets({ query: { search: shownTitle } });
  const ticket = { id: found[0]?.id ?? '' };
  const { data: first } = await api.addCriterion({
    params: ticket,
    body: { text: 'Cookies are Secure behind a proxy', check: { type: 'tests', value: 'cookies *' } },
  });
  await api.addCriterion({
    params: ticket,
    body: { text: 'Somebody signed in through the proxy', check: { type: 'person' } },
  });
  await api.addEvidence({
    params: ticket,
    body: {
      criterionId: first.id,
      kind: 'command',
      commit: '1a2b3c4d',
      passed: true,
      summary: 'npm test',
      exitCode: 0,
    },
  });
}

/** Opens what the picture shows. */
export async function openPicture(
  browser: Browser,
  scene: Scene,
  { name, address, phone = false, prepare }: Picture,
  dark: boolean,
) {
  const { server, person, projectKey } = scene;
  const opened = await openWindow(browser, server.url, { person, dark, phone, width: 1200, height: 750 });
  // Nobody waits for it, and a busy machine needs longer than a test may take.
  opened.page.setDefaultTimeout(60_000);
  await opened.page.clock.setFixedTime(now);
  await opened.page.goto(address.replace('KEY', projectKey));
  await settle(opened.page);
  if (await opened.page.getByRole('heading', { name: 'Page not found' }).isVisible())
    throw new Error(`There is no ${address} for the picture ${name}`);
  await prepare?.(opened.page, scene);
  return opened;
}

/** What can be read and done on a screen. Pixels differ with fonts and processors; these words do not. */
const described = 'h1, h2, h3, [role=tab], button, a, th, [role=columnheader], label, legend, summary';

/**
 * The words of the headings and controls of the page, without figures, each once. Names of people and tickets come from
 * the demo, which is the same everywhere.
 */
export async function fingerprint(page: Page): Promise<string[]> {
  const texts: string[] = await page.evaluate(`[...document.querySelectorAll('${described}')]
    .filter((element) => element.checkVisibility())
    .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')`);
  const words = texts.map((text) =>
    text
      .replace(/\d[\d.,:/]*/g, '#')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 60),
  );
  return [...new Set(words.filter(Boolean))].sort();
}

/** The clock of the server runs on while pictures are taken; what happened meanwhile must not be in the future. */
async function lookLater(page: Page, { person: { api } }: Scene): Promise<void> {
  const { data: key } = await api.createApiKey({ body: { name: 'deploy', scopes: ['read'] } });
  await api.deleteApiKey({ params: key });
  await page.clock.setFixedTime(now + 3_600_000);
  await page.reload();
  await page.getByRole('table').waitFor();
  await settle(page);
}

const scrollToMiddle = (shown: Locator) =>
  shown.evaluate((element) =>
    (element as unknown as { scrollIntoView(to: object): void }).scrollIntoView({ block: 'center' }),
  );

/** What an agent asks comes after the tickets. */
async function waitForNeeds(page: Page): Promise<void> {
  await page.getByRole('form', { name: /asks/ }).first().waitFor();
  await settle(page);
}

async function openExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share and export' }).click();
  await settle(page);
}

async function openFirstTicket(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Tickets' }).getByRole('link').first().click();
  await page.getByRole('region', { name: 'Comments' }).waitFor();
  await settle(page);
}

/** A comment with a list and the menu of `/`. */
async function writeText(page: Page): Promise<void> {
  await openFirstTicket(page);
  await page.keyboard.press('m');
  await page.keyboard.type('Seen twice **today**:\n- on the quay map\nat the ferry berth\n/');
  await page.getByRole('option', { name: 'Quote' }).waitFor();
  await settle(page);
}

async function typeCondition(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Tickets' }).getByRole('row').nth(2).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('priority >= high and assignee != none and created > -8w ');
  await page.getByRole('button', { name: 'New ticket: Backlog' }).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'New ticket: Done' }).waitFor();
  await settle(page);
}

async function changeOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  const card = page.getByRole('list', { name: 'To do', exact: true }).getByRole('link').first();
  await card.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page
    .getByText(/Offline\. .*waits/)
    .first()
    .waitFor();
  await settle(page);
}

async function openInitiative(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Every harbour online' }).first().click();
  await page.waitForURL(/initiatives\/./);
  await waitForForecast(page);
}

/** It is asked for after the rest of the screen. */
async function waitForForecast(page: Page): Promise<void> {
  await page
    .getByText(/not at this rate|open by|No forecast/)
    .first()
    .waitFor();
  await settle(page);
}

/** The forecast is simulated after the other charts are there. */
async function waitForCharts(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Forecast', exact: true }).waitFor();
  await settle(page);
}

async function openCriteria(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: new RegExp(shownTitle) })
    .first()
    .click();
  const criteria = page.getByRole('region', { name: 'Criteria' });
  await criteria.waitFor();
  await settle(page);
  await scrollToMiddle(criteria);
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('berth');
  await settle(page);
}

/** The ticket in which an agent asks, at its card. */
async function openQuestion(page: Page): Promise<void> {
  const asking = page.getByRole('article').filter({ has: page.getByRole('form') });
  const href = await asking.getByRole('link').first().getAttribute('href');
  await page.goto(`/t/${/[A-Z]+-\d+/.exec(href ?? '')?.[0]}`);
  const form = page.getByRole('region', { name: 'Comments' }).getByRole('form', { name: /asks/ });
  await form.waitFor();
  await settle(page);
  await scrollToMiddle(form);
}

async function waitForTriage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept' }).first().waitFor();
  await settle(page);
}

/** The changelog of the drafts, with a decision. */
async function draftPages(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Draft pages' }).click();
  await page.getByRole('link', { name: /^Changelog/ }).click();
  const entries = page.getByRole('region', { name: 'Changelog', exact: true }).getByRole('group');
  await entries.first().waitFor();
  await settle(page);
}

async function openSetUp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Set up an agent' }).first().click();
  await page.getByRole('dialog').waitFor();
  await settle(page);
}

async function openKeys(page: Page): Promise<void> {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Help' }).waitFor();
  await settle(page);
}
