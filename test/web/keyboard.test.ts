import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { assertAccessible, takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys } from './support/journey.ts';

describeJourneys('By keyboard alone', (journey) => {
  journey('a ticket is created, found by a filter and changed', async ({ open, team }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/list');
    await page.getByRole('grid', { name: 'Tickets' }).getByRole('row').nth(2).waitFor();
    await page.keyboard.press('c');
    await page.getByRole('dialog', { name: 'New ticket' }).waitFor();
    await page.keyboard.type('Measure the time of a capture');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('dialog', { name: 'New ticket' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /^PAY-\d+ Measure the time of a capture/ }).waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('capture');
    await page.keyboard.press('Enter');
    await page.waitForURL(/capture/);
    const rows = page.getByRole('grid', { name: 'Tickets' }).getByRole('link', { name: /^PAY-/ });
    const found = await team.people.ben.api.listTickets({ query: { project: 'PAY', search: 'capture' } });
    await eventually(async () => {
      const names = await rows.allTextContents();
      assert.deepEqual(names.sort(), found.data.map(({ title }) => title).sort());
    });
    await page.reload();
    await page.getByRole('link', { name: /^PAY-\d+ Measure the time of a capture/ }).waitFor();
    const { data } = await team.people.ben.api.listTickets({ query: { search: 'Measure the time' } });
    assert.equal(data.length, 1);
  });

  journey('the palette leads to any place', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY/list');
    await page.getByRole('grid', { name: 'Tickets' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('combobox', { name: 'Search or run a command' }).fill('board documentation');
    await palette.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await palette.waitFor({ state: 'hidden' });
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await page.waitForURL('**/p/PAY/board');
    await page.keyboard.press('?');
    await page
      .getByRole('dialog', { name: 'Help' })
      .getByRole('region', { name: 'Keyboard shortcuts' })
      .waitFor();
  });

  journey('the guide is read and searched in the app, the fitting page first', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/agents');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    const pages = help.getByRole('navigation', { name: 'Guide' });
    await pages.getByRole('button', { name: 'Agents' }).waitFor();
    assert.equal((await pages.getByRole('button').first().textContent())?.trim(), 'Agents');
    await page.keyboard.type('invitation link');
    await help.getByRole('button', { name: /First day › The others/ }).click();
    const article = help.getByRole('article', { name: 'First day' });
    await article.getByRole('heading', { name: 'The first ticket' }).waitFor();
    await article.getByRole('cell', { name: 'viewer' }).waitFor();
    await help.getByRole('button', { name: 'All pages' }).click();
    await help.getByRole('region', { name: 'Keyboard shortcuts' }).waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'help');
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  journey(
    'dialogs and menus hold the focus, close from the top and give the focus back',
    async ({ open }) => {
      const { page } = await open('ben');
      await page.goto('/p/PAY/board');
      await page.getByRole('list', { name: 'To do', exact: true }).getByRole('link').first().focus();
      const before = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
      await page.keyboard.press('c');
      const dialog = page.getByRole('dialog', { name: 'New ticket' });
      await dialog.waitFor();
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        const isInside = await dialog.evaluate((element) => element.contains(document.activeElement));
        assert.ok(isInside, `Tab ${i} left the dialog`);
      }
      await dialog.getByRole('combobox', { name: 'Priority' }).click();
      const picker = page.getByRole('dialog', { name: 'Priority' });
      await picker.waitFor();
      await page.keyboard.press('Escape');
      await picker.waitFor({ state: 'hidden' });
      assert.ok(await dialog.isVisible(), 'Escape closed the dialog below as well');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), before);

      const person = page.getByRole('button', { name: /Ben/ }).first();
      await person.focus();
      await page.keyboard.press('ArrowDown');
      await page.getByRole('menu').waitFor();
      await page.keyboard.type('sign');
      assert.equal(await page.evaluate(() => document.activeElement?.textContent?.slice(0, 8)), 'Sign out');
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'hidden' });
      assert.ok(await person.evaluate((element) => element === document.activeElement));
    },
  );
});
