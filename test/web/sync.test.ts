import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { password } from '../support/password.ts';
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

  journey(
    'a session that ended elsewhere leaves what waits to be sent, and nothing else',
    async ({ open, team }) => {
      const { page, context, problems } = await open('chiara');
      problems.expect(/401 \(Unauthorized\)/, /ERR_INTERNET_DISCONNECTED/);
      await page.goto('/p/PAY/list');
      const grid = page.getByRole('grid', { name: 'Tickets' });
      await grid.getByRole('link').first().waitFor();
      await eventually(async () => assert.ok(await hasKept(page, 'screen/')));
      await context.setOffline(true);
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Made offline');
      await page.keyboard.press('Control+Enter');
      await eventually(async () => assert.equal((await page.evaluate(listKept)).length > 0, true));
      await team.people.chiara.api.revokeSessions({ query: { current: 'end' } });
      await context.setOffline(false);
      await page.getByRole('dialog', { name: 'Sign in' }).waitFor();
      await eventually(async () => assert.ok(!(await hasKept(page, `${team.people.chiara.id}/screen`))));
      await page.goto('/sign-in');
      const form = page.getByRole('form', { name: 'Sign in' });
      await form.waitFor();
      await eventually(async () => assert.deepEqual(await page.evaluate(listRows), []));
      await form.getByLabel('E-mail').fill('chiara@example.org');
      await form.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
      await page.goto('/p/PAY/list');
      await grid.getByRole('link', { name: 'Made offline' }).waitFor();
    },
  );

  journey('nothing of a person stays when somebody else signs in', async ({ open, team }) => {
    const { page, context, problems } = await open('ada');
    problems.expect(/401 \(Unauthorized\)/);
    await page.goto('/p/PAY/list');
    await page.getByRole('grid', { name: 'Tickets' }).getByRole('link').first().waitFor();
    await eventually(async () => assert.ok(await hasKept(page, 'screen/')));
    // As if the page had ended before it noticed that its session has.
    await page.goto('about:blank');
    await context.addCookies([{ ...team.people.vera.session, url: team.server.url }]);
    await page.goto('/');
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
    const { ada, vera } = team.people;
    await eventually(async () => {
      const kept = await page.evaluate(listKept);
      assert.ok(kept.some((key) => key.startsWith(vera.id)));
      assert.deepEqual(
        kept.filter((key) => key.startsWith(ada.id)),
        [],
      );
    });
  });
});

const hasKept = async (page: Page, part: string) =>
  (await page.evaluate(listKept)).some((key) => key.includes(part));

/** Runs in the page: the keys of everything that the server said. */
const listRows = () =>
  new Promise<string[]>((resolve) => {
    const opening = indexedDB.open('docket');
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(['meta', 'projects']);
      const reads = ['meta', 'projects'].map((name) => transaction.objectStore(name).getAllKeys());
      transaction.oncomplete = () => {
        database.close();
        resolve(reads.flatMap(({ result }) => result.map(String)));
      };
    };
  });

/** Runs in the page: the keys of everything that is kept. */
const listKept = () =>
  new Promise<string[]>((resolve) => {
    const opening = indexedDB.open('docket', 1);
    // Signing out removed it all.
    opening.onupgradeneeded = () => {
      opening.transaction?.abort();
      resolve([]);
    };
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
