import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
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

  journey('the palette leaves no key to its hidden field', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY/list');
    await page.getByRole('grid', { name: 'Tickets' }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
    const focused = await palette.evaluate((dialog: HTMLElement) => {
      dialog.hidePopover();
      return document.activeElement?.tagName;
    });
    assert.equal(focused, 'BODY');
  });

  journey('`?` shows the page that fits the screen, its keys and a search', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/agents');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Help' });
    await help
      .getByRole('article', { name: 'Agents' })
      .getByRole('heading', { name: 'Give it work' })
      .waitFor();
    await help.getByRole('region', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.type('invitation link');
    const hit = help.getByRole('link', { name: /First day › The others/ });
    await hit.waitFor();
    await page.keyboard.press('ArrowDown');
    assert.equal(await hit.evaluate((link) => link === document.activeElement), true);
    await page.keyboard.press('Enter');
    const article = help.getByRole('article', { name: 'First day' });
    await article.getByRole('heading', { name: 'The first ticket' }).waitFor();
    await article.getByRole('cell', { name: 'viewer' }).waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'help');
    await help.getByRole('link', { name: 'All pages' }).click();
    await page.waitForURL('**/help');
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

  journey(
    'what is typed before a picker, a form, the palette or a comment is loaded goes there',
    async ({ open, team }) => {
      const { page } = await open('ben');
      const { data: ticket } = await team.people.ben.api.createTicket({
        body: { title: 'Typed ahead', projectId: 'PAY' },
      });
      const key = ticket.key ?? '';
      // Otherwise the code of popups, pickers and forms is loaded before it is needed.
      await page.addInitScript('window.requestIdleCallback = () => 0');
      /** Types when the place is drawn, before the texts of a ticket and what the keys open are loaded. */
      const typeAhead = async (path: string, shown: Locator, type: () => Promise<void>) => {
        const typed = Promise.withResolvers<void>();
        const hold = (address: RegExp) =>
          page.route(address, async (route) => {
            await typed.promise;
            await route.continue();
          });
        await hold(/\/api\/tickets\/[^/?]+$/);
        try {
          await page.goto(path);
          await shown.waitFor();
          await hold(/\/assets\//);
          await type();
        } finally {
          typed.resolve();
        }
        await page.unrouteAll({ behavior: 'wait' });
      };
      const title = page.getByRole('textbox', { name: 'Title' });
      const rows = page.getByRole('grid', { name: 'Tickets' }).getByRole('row', { name: /Typed ahead/ });
      const saved = async () => (await team.people.ben.api.getTicket({ params: { id: key } })).data;

      await typeAhead(`/t/${key}`, title, async () => {
        await page.keyboard.type('achiarx');
        await page.keyboard.press('Backspace');
        await page.keyboard.type('a');
        await page.keyboard.press('Enter');
      });
      await page.getByText(`Assigned ${key} to Chiara Rossi`).waitFor();

      await typeAhead(`/t/${key}`, title, () => page.keyboard.type('mmade in time'));
      const comment = page.getByRole('form', { name: 'Write a comment' }).getByRole('textbox');
      await eventually(async () => assert.equal((await comment.innerText()).trim(), 'made in time'));
      await page.keyboard.press('Control+Enter');
      await eventually(async () => assert.equal((await saved())._count.comments, 1));

      await typeAhead('/p/PAY/list?search=Typed+ahead', rows.first(), async () => {
        await page.keyboard.type('jphighest');
        await page.keyboard.press('Enter');
      });
      await page.getByText(`Set the priority of ${key} to Highest`).waitFor();

      await typeAhead('/p/PAY/list', rows.first(), async () => {
        await page.keyboard.press('Control+k');
        await page.keyboard.type('all tickets');
        await page.keyboard.press('Enter');
      });
      await page.waitForURL('**/tickets');

      await typeAhead('/p/PAY/list', rows.first(), () => page.keyboard.type('cAlso typed ahead'));
      const form = page.getByRole('dialog', { name: 'New ticket' });
      await eventually(async () =>
        assert.equal(await form.getByRole('textbox', { name: 'Title' }).inputValue(), 'Also typed ahead'),
      );
    },
  );
});
