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
      await eventually(async () => assert.ok(await page.evaluate(countSavedProjects)));
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

  journey(
    'a list that was open before begins with its rows before anything else is read',
    async ({ open }) => {
      const { page } = await open('ben');
      const rows = page.getByRole('grid', { name: 'Tickets' }).getByRole('link');
      await page.goto('/p/PAY/list');
      await rows.first().waitFor();
      await eventually(async () => assert.ok(await hasKept(page, 'screen/')));
      const shown = await rows.allTextContents();
      // Neither the server nor the kept rows of the project can be where the next page has its rows from.
      await page.goto('/sign-in');
      await page.evaluate(forgetProjects);
      const released = Promise.withResolvers<void>();
      await page.route(/\/api\/(?:tickets|sync)/, (route) => released.promise.then(() => route.continue()));
      await page.goto('/p/PAY/list');
      await rows.first().waitFor();
      assert.deepEqual(await rows.allTextContents(), shown);
      const loaded = page.waitForResponse(/\/api\/sync\?/);
      released.resolve();
      await loaded;
      await eventually(async () => assert.deepEqual(await rows.allTextContents(), shown));
    },
  );

  journey('signing out leaves nothing of a person in the browser', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/list');
    await page.getByRole('grid', { name: 'Tickets' }).getByRole('link').first().waitFor();
    await eventually(async () => assert.ok(await hasKept(page, 'screen/')));
    await page.getByRole('button', { name: 'Ben Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    assert.deepEqual(await page.evaluate(listKept), []);
  });
});

const hasKept = async (page: Page, part: string) =>
  (await page.evaluate(listKept)).some((key) => key.includes(part));

/** Runs in the page: the keys of everything that is kept. */
const listKept = () =>
  new Promise<string[]>((resolve) => {
    const opening = indexedDB.open('docket');
    opening.onsuccess = () => {
      const database = opening.result;
      const names = [...database.objectStoreNames];
      const transaction = database.transaction(names);
      const reads = names.map((name) => transaction.objectStore(name).getAllKeys());
      transaction.oncomplete = () => {
        database.close();
        resolve(reads.flatMap(({ result }) => result.map(String)));
      };
    };
  });

/** Runs in the page. */
const forgetProjects = () =>
  new Promise<void>((resolve) => {
    const opening = indexedDB.open('docket');
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction('projects', 'readwrite');
      transaction.objectStore('projects').clear();
      transaction.oncomplete = () => {
        database.close();
        resolve();
      };
    };
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
