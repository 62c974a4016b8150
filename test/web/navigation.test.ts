import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Tickets' });
const scrollTop = (page: Page) => grid(page).evaluate((element) => element.scrollTop);

describeJourneys('going from screen to screen', (journey) => {
  journey('going back and reloading show the part of the list that one left', async ({ open }) => {
    const { page } = await open('ada', { height: 420 });
    await page.goto('/p/PAY/list');
    await grid(page).waitFor();
    await grid(page).evaluate((element) => element.scrollTo(0, 150));
    await page.getByRole('link', { name: 'Board' }).click();
    await page.getByRole('list', { name: 'To do' }).waitFor();
    await page.goBack();
    await grid(page).waitFor();
    assert.equal(await scrollTop(page), 150);
    await page.reload();
    await grid(page).waitFor();
    await eventually(async () => assert.equal(await scrollTop(page), 150));
  });

  journey(
    'a page that is loaded by its address begins where it begins, whatever was scrolled before',
    async ({ open }) => {
      const { page } = await open('ada', { height: 420 });
      await page.goto('/p/PAY/list?sort=title');
      await grid(page).waitFor();
      await grid(page).evaluate((element) => element.scrollTo(0, 150));
      await page.goto('/p/PAY/list?sort=createdAt');
      await grid(page).waitFor();
      await page.getByRole('link', { name: 'Board' }).click();
      await page.getByRole('list', { name: 'To do' }).waitFor();
      await page.goBack();
      await grid(page).waitFor();
      assert.equal(await scrollTop(page), 0);
    },
  );

  journey('a link that is opened in another tab leaves the page as it is', async ({ open }) => {
    const { page, context } = await open('ada');
    await page.goto('/p/PAY/list');
    const openTab = async () => {
      const opened = context.waitForEvent('page', { timeout: 10_000 });
      await page.getByRole('link', { name: 'Board' }).click({ modifiers: ['ControlOrMeta'] });
      return opened;
    };
    // A busy Chromium may report a new tab only after half a minute.
    const other = await openTab().catch(openTab);
    await other.waitForURL('**/p/PAY/board', { waitUntil: 'commit' });
    // It opened in the background, where a busy Chromium may never finish loading it.
    await other.goto(other.url());
    await other.getByRole('list', { name: 'To do' }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/p/PAY/list');
  });

  journey('a project with a star comes first in the navigation, also after a reload', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/projects');
    await page.getByRole('button', { name: 'List Payments first', exact: true }).click();
    const projects = page.getByRole('navigation', { name: 'Main' }).getByRole('list', { name: 'Projects' });
    await page.reload();
    await projects.getByRole('link').first().waitFor();
    assert.match((await projects.getByRole('link').first().textContent()) ?? '', /Payments Starred$/);
    await page.getByRole('button', { name: 'Do not list Payments first' }).click();
    assert.match((await projects.getByRole('link').first().textContent()) ?? '', /Documentation$/);
  });

  journey('the last of several screens that are asked for at once is shown', async ({ open }) => {
    const { page } = await open('ada');
    // The screen is not loaded yet, and comes after the one that is asked for later.
    await page.route(/\/assets\/my-work-.*\.js$/, async (route) => {
      await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
      await route.continue();
    });
    await page.goto('/projects');
    await page.getByRole('heading', { name: 'Projects', level: 1 }).waitFor();
    const arrived = page.waitForResponse(/\/assets\/my-work-.*\.js$/);
    await page.keyboard.press('g');
    await page.keyboard.press('m');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
    await page.evaluate((url) => import(url), (await arrived).url());
    assert.equal(await page.getByRole('heading', { name: 'My work', level: 1 }).count(), 0);
    assert.equal(new URL(page.url()).pathname, '/inbox');
  });

  journey('an address with a slash at its end is the same address', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY/list/?ticket=PAY-2');
    await page
      .getByRole('dialog')
      .or(page.getByRole('complementary', { name: /PAY-2/ }))
      .first()
      .waitFor();
    assert.match(page.url(), /\/p\/PAY\/list\?ticket=PAY-2$/);
  });
});
