import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, openWindow } from '../test/web/support/browser.ts';
import { openServer, type Person } from '../test/web/support/server.ts';
import { settle } from '../test/web/support/settle.ts';

/**
 * `npm run screenshots` writes the pictures of README.md and docs/guide: the demo team, as the first account of a new
 * instance sees it, in both themes. Clock and data are fixed, so a picture changes only when its screen does. Names as
 * arguments take only those pictures: `npm run screenshots -- board timeline`.
 */
const folder = path.resolve(import.meta.dirname, '../docs/guide/images');
const now = Date.parse('2026-11-12T10:00:00.000Z');

interface Picture {
  name: string;
  /** `KEY` is the project of the demo. */
  address: string;
  phone?: boolean;
  prepare?: (page: Page) => Promise<void>;
}

const pictures: Picture[] = [
  { name: 'board', address: '/p/KEY/board' },
  { name: 'list', address: '/p/KEY/list' },
  { name: 'ticket', address: '/p/KEY/list', prepare: openFirstTicket },
  { name: 'calendar', address: '/p/KEY/calendar' },
  { name: 'timeline', address: '/p/KEY/timeline' },
  { name: 'my-work', address: '/' },
  { name: 'statistics', address: '/p/KEY/stats' },
  { name: 'agents', address: '/agents' },
  { name: 'agent-task', address: '/', prepare: openQuestion },
  { name: 'palette', address: '/p/KEY/board', prepare: openPalette },
  { name: 'board-on-a-phone', address: '/p/KEY/board', phone: true },
];

mkdirSync(folder, { recursive: true });
const server = await openServer();
server.advanceClock(now - Date.now());
const browser = await openBrowser();
try {
  const person = await server.person('Ada Lindström', 'ADMIN');
  const { data: demo } = await person.api.createDemo();
  const wanted = process.argv.slice(2);
  for (const picture of pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    for (const dark of [false, true]) await take(picture, person, demo.project.key, dark);
} finally {
  await browser.close();
  await server.close();
}

async function take(
  { name, address, phone = false, prepare }: Picture,
  person: Person,
  key: string,
  dark: boolean,
) {
  const { page, problems, close } = await openWindow(browser, server.url, { person, dark, phone });
  // Nobody waits for it, and a busy machine needs longer than a test may take.
  page.setDefaultTimeout(60_000);
  await page.clock.setFixedTime(now);
  await page.goto(address.replace('KEY', key));
  await settle(page);
  if (await page.getByRole('heading', { name: 'Page not found' }).isVisible())
    throw new Error(`There is no ${address}`);
  await prepare?.(page);
  const file = `${name}-${dark ? 'dark' : 'light'}.png`;
  await page.screenshot({ path: path.join(folder, file) });
  problems.assertNone();
  await close();
  console.log(file);
}

async function openFirstTicket(page: Page): Promise<void> {
  await page.getByRole('grid', { name: 'Tickets' }).getByRole('link').first().click();
  await page.getByRole('region', { name: 'Comments' }).waitFor();
  await settle(page);
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('berth');
  await settle(page);
}

/** The ticket in which an agent asks, at its card. */
async function openQuestion(page: Page): Promise<void> {
  const link = page
    .getByRole('article')
    .filter({ has: page.getByRole('form') })
    .getByRole('link')
    .first();
  await page.goto((await link.getAttribute('href')) ?? '');
  const comments = page.getByRole('region', { name: 'Comments' });
  await comments
    .getByRole('form', { name: /asks/ })
    .evaluate('form => form.scrollIntoView({ block: "center" })');
  await settle(page);
}
