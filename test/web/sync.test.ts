import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from './support/eventually.ts';
import { describeJourneys } from './support/journey.ts';

describeJourneys('Sync', (journey) => {
  journey(
    'a board that was open before is drawn from this browser, then brought up to date',
    async ({ open, team }) => {
      const { page } = await open('ben');
      const title = 'Warn before a certificate of a provider expires';
      await page.goto('/p/PAY/board');
      await card(page, 'Backlog', title).waitFor();
      await eventually(async () => assert.ok(await page.evaluate(countSavedProjects)), 20_000);
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

/** Runs in the page. Rows are saved some seconds after they were loaded. */
const countSavedProjects = () =>
  new Promise<number>((resolve) => {
    const opening = indexedDB.open('docket');
    opening.onsuccess = () => {
      const database = opening.result;
      const counting = database.transaction('projects').objectStore('projects').count();
      counting.onsuccess = () => {
        database.close();
        resolve(counting.result);
      };
    };
  });

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const card = (page: Page, columnName: string, title: string): Locator =>
  column(page, columnName).getByRole('link', { name: title });
