import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import type { Team } from './support/team.ts';

describeJourneys('Sync', (journey) => {
  journey(
    'changes that are made while the server is down survive a reload and arrive',
    async ({ open, team }) => {
      const { page, problems } = await open('ben');
      problems.expect(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|ERR_FAILED/);
      await page.goto('/p/PAY/board');
      const title = 'Send a receipt in the language of the customer';
      await card(page, 'To do', title).waitFor();
      await team.server.crash();
      await move(page, 'To do', title);
      await card(page, 'In progress', title).waitFor();
      await page.getByText('1 change').waitFor();
      await team.server.restart();
      // The page is loaded anew before the change was sent again.
      await page.route('**/api/tickets/**', (route) =>
        isRead(route.request().method()) ? route.continue() : route.abort(),
      );
      await page.reload();
      await card(page, 'In progress', title).waitFor();
      assert.equal(await statusOf(team, title), 'todo');
      await page.unroute('**/api/tickets/**');
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await eventually(async () => assert.equal(await statusOf(team, title), 'in_progress'));
      await page.getByText('1 change').waitFor({ state: 'detached' });
    },
  );

  journey(
    'tabs share one event stream, and another tab takes over when the first closes',
    async ({ open, team }) => {
      const first = await open('ben');
      const streams: Page[] = [];
      first.context.on('request', (request) => {
        if (request.url().endsWith('/api/events')) streams.push(request.frame().page());
      });
      const board = async (page: Page) => {
        await page.goto('/p/PAY/board');
        await card(page, 'Backlog', title).waitFor();
      };
      const title = 'Accept Wero and Bizum';
      await board(first.page);
      const second = await first.context.newPage();
      await board(second);
      const { api } = team.people.ada;
      const id = team.ticketId(title);
      await api.changeStatus({ params: { id }, body: { status: 'todo' } });
      await card(first.page, 'To do', title).waitFor({ timeout: 2_000 });
      await card(second, 'To do', title).waitFor({ timeout: 2_000 });
      assert.equal(streams.filter((page) => page !== first.page).length, 0, 'the second tab has no stream');
      await first.page.close();
      await eventually(async () => assert.ok(streams.at(-1) === second));
      await api.changeStatus({ params: { id }, body: { status: 'in_progress' } });
      await card(second, 'In progress', title).waitFor({ timeout: 2_000 });
    },
  );

  journey(
    'a board that was open before is drawn from this browser, then brought up to date',
    async ({ open, team }) => {
      const { page } = await open('ben');
      const title = 'Warn before a certificate of a provider expires';
      await page.goto('/p/PAY/board');
      await card(page, 'Backlog', title).waitFor();
      // Rows are saved when the page is left.
      await page.waitForTimeout(3_500);
      await page.goto('/sign-in');
      const id = team.ticketId(title);
      await team.people.ada.api.changeStatus({ params: { id }, body: { status: 'in_review' } });
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.goto('/p/PAY/board');
      await card(page, 'In review', title).waitFor();
      assert.ok(!requests.includes('/api/sync'), 'nothing is loaded again');
      assert.ok(!requests.includes('/api/tickets'), 'not even the first page');
    },
  );
});

const isRead = (method: string) => method === 'GET';
const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const card = (page: Page, columnName: string, title: string): Locator =>
  column(page, columnName).getByRole('link', { name: title });

/** To the column on the right, by keys. */
async function move(page: Page, columnName: string, title: string): Promise<void> {
  await card(page, columnName, title).focus();
  await page.keyboard.press('Shift+ArrowRight');
}

const statusOf = async (team: Team, title: string) =>
  (await team.people.ada.api.getTicket({ params: { id: team.ticketId(title) } })).data.status;
