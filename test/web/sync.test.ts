import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { describeJourneys } from './support/journey.ts';

describeJourneys('Sync', (journey) => {
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

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const card = (page: Page, columnName: string, title: string): Locator =>
  column(page, columnName).getByRole('link', { name: title });
