import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { assertApart } from './support/inspect-page.ts';
import { describeJourneysInKeptWindows } from './support/journey.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Tickets' });
const row = (page: Page, key: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: new RegExp(`^${key} `) }) });
const openList = async (page: Page, search = '') => {
  await page.goto(`/p/PAY/list${search}`);
  await grid(page).waitFor();
};
const keysOf = async (page: Page) =>
  (
    await page
      .getByRole('grid')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
  ).map((name) => name?.split(' ')[0]);

describeJourneysInKeptWindows('lists of tickets', (journey) => {
  journey('a ticket is created by keys alone and appears in the list', async ({ open }) => {
    const { page } = await open('ada');
    await openList(page);
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.getByRole('textbox', { name: 'Title' }).waitFor();
    await page.keyboard.type('Chargebacks are booked twice');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ControlOrMeta+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /^PAY-\d+ Chargebacks are booked twice/ }).waitFor();
    const toast = page.locator('.toast').filter({ hasText: /Created PAY-\d+ “Chargebacks/ });
    await toast.getByRole('button', { name: 'Open' }).click();
    await page.getByRole('dialog', { name: /^PAY-\d+ Chargebacks are booked twice/ }).waitFor();
  });

  journey('saving a ticket does not make the browser lay out the page before the end', async ({ open }) => {
    const { page } = await open('ada');
    await openList(page, '?sort=createdAt&order=desc&groupBy=none');
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Laid out once');
    // Code for the page, as text. Each of these calls computes styles or the layout while the page changes.
    await page.evaluate(`{
      const { focus } = HTMLElement.prototype;
      const { getComputedStyle } = globalThis;
      globalThis.forced = [];
      HTMLElement.prototype.focus = function (...given) {
        forced.push('focus ' + this.tagName);
        return focus.apply(this, given);
      };
      globalThis.getComputedStyle = (...given) => {
        forced.push('style of ' + given[0].tagName);
        return getComputedStyle(...given);
      };
    }`);
    await page.keyboard.press('ControlOrMeta+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: /^PAY-\d+ Laid out once/ }).waitFor();
    assert.deepEqual(await page.evaluate('forced'), []);
  });

  journey('my work has what is assigned in the backlog, and keys are not cut off', async ({ open, team }) => {
    const { api, id } = team.people.ben;
    const { data: ticket } = await api.createTicket({
      body: { title: 'Planned for later', projectId: 'DOCS', assigneeId: id, status: 'backlog' },
    });
    const { page } = await open('ben');
    await page.goto('/');
    const next = page.getByRole('grid', { name: 'Next' });
    await next.getByRole('link', { name: `${ticket.key} Planned for later` }).waitFor();
    const cut = await page
      .locator('.ticket-row-key')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
    assert.deepEqual(cut, []);
  });

  journey('what is typed into a new ticket survives closing and reloading', async ({ open }) => {
    const { page } = await open('ben');
    await openList(page);
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'New ticket' }).waitFor({ state: 'hidden' });
    await page.keyboard.press('c');
    await page.getByRole('textbox', { name: 'Title' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Half a thought');
  });

  journey('filters are the same as text, chips and address', async ({ open }) => {
    const { page } = await open('ada');
    await openList(page);
    await page.keyboard.press('/');
    await page.keyboard.type('status:todo assignee:ben ');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Status: To do', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Assignee: Ben Okafor', exact: true }).waitFor();
    await row(page, 'PAY-9').waitFor();
    assert.deepEqual(await keysOf(page), ['PAY-9']);
    assert.match(page.url(), /\?.*status=todo/);
    await page.reload();
    await row(page, 'PAY-9').waitFor();
    assert.deepEqual(await keysOf(page), ['PAY-9']);
    await page.getByRole('button', { name: 'Remove Assignee: Ben Okafor' }).click();
    await row(page, 'PAY-10').waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await row(page, 'PAY-2').waitFor();
  });

  journey('what is not known does not filter and is named', async ({ open }) => {
    const { page } = await open('ada');
    await openList(page, '?status=nonsense&label=%22%3E%3Cscript%3E&sort=__proto__');
    await row(page, 'PAY-2').waitFor();
    await page.getByText('Status: “nonsense” is not known here').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('label:nosuch ');
    await page.keyboard.press('Enter');
    await page.getByText('“nosuch” is not known here').waitFor();
    await row(page, 'PAY-2').waitFor();
  });

  journey('a condition filters, is suggested, and says what is wrong with it', async ({ open }) => {
    const { page } = await open('ada');
    await openList(page);
    await row(page, 'PAY-2').waitFor();
    // The words before it stay filters; keys that follow at once land in the field of the condition.
    await page.keyboard.press('/');
    await page.keyboard.type('type:feature status = t');
    const field = page.getByRole('combobox', { name: 'Condition' });
    await page.getByRole('option', { name: 'todo' }).waitFor();
    assert.equal(await field.inputValue(), 'status = t');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/type=FEATURE&filter=status/);
    assert.equal(await field.inputValue(), 'status = todo ');

    await page.keyboard.type('and asignee = me');
    await page.keyboard.press('Enter');
    await page.getByText(/^Column 19: There is no field “asignee”.* Did you mean assignee\?/).waitFor();
    assert.equal(await field.getAttribute('aria-invalid'), 'true');
    // The mistake is selected: typing replaces it.
    await page.keyboard.type('assignee');
    await page.keyboard.press('Enter');
    const chip = page.getByRole('button', { name: 'Condition: status = todo and assignee = me' }).first();
    await chip.waitFor();
    await page.reload();
    await chip.waitFor();
    assert.deepEqual(await keysOf(page), ['PAY-7']);
    await chip.click();
    await page.keyboard.press('End');
    await page.keyboard.type(' or ready');
    await page.keyboard.press('Escape');
    await chip.waitFor();
  });

  journey('several tickets are changed in one step and put back in one', async ({ open }) => {
    const { page } = await open('chiara');
    await openList(page);
    await row(page, 'PAY-12').waitFor();
    await row(page, 'PAY-12').getByRole('link').focus();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+j');
    const toolbar = page.getByRole('toolbar', { name: 'Selection' });
    await toolbar.getByText('2 selected').waitFor();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowDown');
    await toolbar.getByText('2 selected').waitFor();
    // The focus goes with the selection, and one row alone is marked as active.
    const active = page.locator('.ticket-row-active');
    assert.equal(await active.count(), 1);
    assert.ok(await active.evaluate((element) => element === document.activeElement));
    assert.equal(await row(page, 'PAY-12').evaluate((element) => element === document.activeElement), false);
    await page.keyboard.press('p');
    await page.getByRole('option', { name: 'Highest' }).click();
    await page.getByRole('status').getByText('2 tickets').waitFor();
    await assertApart(page, toolbar);
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(page, 'PAY-12').getByRole('gridcell', { name: 'Medium' }).waitFor();
  });

  journey('a view is saved, starred, opened from the sidebar and deleted', async ({ open }) => {
    const { page } = await open('ada');
    await openList(page, '?priority=high,highest');
    await page.getByRole('button', { name: 'Share and export' }).click();
    await page.getByRole('menuitem', { name: 'Save as view' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save view' });
    await dialog.getByLabel('Name').fill('Urgent');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Urgent' }).click();
    await page.getByRole('heading', { name: 'Urgent' }).waitFor();
    await row(page, 'PAY-2').waitFor();
    await page.getByRole('button', { name: 'Actions for Urgent' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await page.getByRole('heading', { name: 'Views' }).waitFor();
  });

  journey('search finds tickets of every project by their text', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/search');
    await page.getByRole('searchbox', { name: 'Search all tickets' }).fill('old');
    await page.getByRole('link', { name: /^DOCS-\d+ Screenshots show the old design/ }).waitFor();
    await page.getByRole('link', { name: /^PAY-\d+ Remove the old checkout page/ }).waitFor();
    // Filters work in the same box, as its hint says.
    await page.getByRole('searchbox', { name: 'Search all tickets' }).fill('project:PAY old');
    await page.getByRole('link', { name: /^DOCS-\d+ Screenshots show/ }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /^PAY-\d+ Remove the old checkout page/ }).waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await page.getByRole('searchbox', { name: 'Search all tickets' }).inputValue(), 'old');
    assert.match(page.url(), /project=PAY/);
  });

  journey(
    'search and palette show where the words are, and take filters from the palette',
    async ({ open, team }) => {
      const { api } = team.people.ben;
      const { data: ticket } = await api.createTicket({
        body: { title: 'Close the books', projectId: 'PAY', description: 'Ask the <b>quaestor</b> first.' },
      });
      const { data: other } = await api.createTicket({ body: { title: 'Open the vault', projectId: 'PAY' } });
      await api.addComment({ params: { id: other.id }, body: { content: 'The quaestor has the key.' } });
      const { page } = await open('ada');
      await page.goto('/search?search=quaestor');
      const found = page.getByRole('row').filter({ hasText: `${ticket.key}` });
      await found.getByText('Description:').waitFor();
      await found.getByText('<b>', { exact: false }).first().waitFor();
      await found.locator('mark').getByText('quaestor').waitFor();
      const commented = page.getByRole('row').filter({ hasText: `${other.key}` });
      await commented.getByText('Comment by Ben Okafor:').waitFor();
      await commented.locator('mark').getByText('quaestor').waitFor();

      await page.keyboard.press('ControlOrMeta+k');
      const palette = page.getByRole('dialog', { name: 'Command palette' });
      await palette.getByRole('combobox').fill('quaestor');
      await palette.locator('mark').getByText('quaestor').first().waitFor();
      await palette.getByText('Comment by Ben Okafor:').waitFor();
      await palette.getByRole('combobox').fill('project:PAY quaestor');
      await palette.getByRole('option', { name: /^Search everywhere for/ }).click();
      await page.getByRole('link', { name: `${ticket.key} Close the books` }).waitFor();
      assert.match(page.url(), /project=PAY/);
      assert.equal(
        await page.getByRole('searchbox', { name: 'Search all tickets' }).inputValue(),
        'quaestor',
      );
    },
  );

  journey('a question of an agent is answered in my work', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/');
    await page.getByRole('heading', { name: 'My work' }).waitFor();
    await row(page, 'PAY-3').waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).fill('Yes, all of them.');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByRole('status').getByText('The agent goes on').waitFor();
    await page.getByRole('textbox', { name: 'Answer' }).waitFor({ state: 'detached' });
  });

  journey('who may only look sees no control that changes anything', async ({ open }) => {
    const { page } = await open('vera');
    await openList(page);
    await row(page, 'PAY-2').waitFor();
    await page.getByText('Read only').waitFor();
    assert.equal(await page.getByRole('main').getByRole('button', { name: 'New ticket' }).count(), 0);
    await row(page, 'PAY-2').getByRole('checkbox').check({ force: true });
    const status = page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Status' });
    assert.equal(await status.getAttribute('aria-disabled'), 'true');
  });
});
