import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneysInKeptWindows } from './support/journey.ts';

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const keysIn = async (list: Locator) =>
  (
    await list.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
  ).map((name) => name?.split(' ')[0]);
const cardIn = (page: Page, name: string, key: string) =>
  column(page, name).getByRole('link', { name: new RegExp(`^${key} `) });
const choose = async (page: Page, group: string, name: string) => {
  await page.getByRole('button', { name: 'Display' }).click();
  const items = page.getByRole('group', { name: group, exact: true });
  await items.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu', { name: 'Display' }).waitFor({ state: 'hidden' });
};

describeJourneysInKeptWindows('views of tickets', (journey) => {
  journey(
    'a board by another field moves cards by that field, and a view keeps it',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const { data: ticket } = await api.createTicket({
        body: { title: 'Sort the receipts', projectId: 'PAY', status: 'todo', priority: 'low' },
      });
      const priorityOf = async () => (await api.getTicket({ params: { id: ticket.id } })).data.priority;
      const key = ticket.key as string;
      const { page } = await open('ada');
      await page.goto('/p/PAY/board');
      await cardIn(page, 'To do', key).waitFor();
      await choose(page, 'Columns', 'Priority');
      await cardIn(page, 'Low', key).focus();
      await page.keyboard.press('Shift+ArrowLeft');
      await cardIn(page, 'Medium', key).waitFor();
      await page.getByRole('status').getByText(`${key} moved to Medium`).first().waitFor();
      assert.match(
        (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
        new RegExp(`^${key} `),
        'the focus follows',
      );
      await eventually(async () => assert.equal(await priorityOf(), 'medium'));
      await page.keyboard.press('ControlOrMeta+z');
      await cardIn(page, 'Low', key).waitFor();
      await eventually(async () => assert.equal(await priorityOf(), 'low'));

      await page.getByRole('button', { name: 'Save view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save view' });
      await dialog.getByLabel('Name').fill('By urgency');
      await dialog.getByRole('button', { name: 'Save view' }).click();
      await page.getByText('View: By urgency').waitFor();
      await page.goto('/p/DOCS/list');
      await page.getByRole('link', { name: 'By urgency' }).click();
      await cardIn(page, 'Low', key).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Save view' }).count(), 0, 'nothing to save');

      await choose(page, 'On cards', 'Checklist');
      await page.getByRole('button', { name: 'Update “By urgency”' }).click();
      await page.getByRole('button', { name: 'Update “By urgency”' }).waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Notify me of new tickets in this view' }).click();
      await page.getByRole('button', { name: 'Stop notifying me of new tickets in this view' }).waitFor();
      await page.reload();
      await cardIn(page, 'Low', key).waitFor();
      await api.addChecklistItem({ params: { id: ticket.id }, body: { text: 'Scan', done: true } });
      await api.addChecklistItem({ params: { id: ticket.id }, body: { text: 'File' } });
      await page.getByText('Checklist: 1 of 2 done').waitFor();
    },
  );

  journey('a board by an own choice sets it, and by person assigns', async ({ open, team }) => {
    const { api } = team.people.ada;
    const { data: field } = await api.createField({
      params: { id: 'PAY' },
      body: { name: 'Team', type: 'select', options: [{ name: 'Blue' }, { name: 'Red' }] },
    });
    const { data: ticket } = await api.createTicket({
      body: { title: 'Pick a team', projectId: 'PAY', priority: 'lowest' },
    });
    const key = ticket.key as string;
    const { page } = await open('ada');
    await page.goto(`/p/PAY/board?boardBy=field:${field.id}&priority=lowest`);
    await page.getByRole('button', { name: 'Add to Blue' }).waitFor();
    await cardIn(page, 'None', key).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await cardIn(page, 'Blue', key).waitFor();
    const read = async () => (await api.getTicket({ params: { id: ticket.id } })).data;
    await eventually(async () => {
      assert.equal((await read()).fields?.[field.id], field.options[0]?.id);
    });
    await page.keyboard.press('ControlOrMeta+z');
    await cardIn(page, 'None', key).waitFor();
    await eventually(async () => assert.ok(!(await read()).fields?.[field.id]));

    await page.goto('/p/PAY/board?boardBy=assignee&priority=lowest');
    await page.getByRole('button', { name: `Actions for ${key}` }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${key}` });
    await dialog.getByLabel('Column').selectOption({ label: 'Ada Lindström' });
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await cardIn(page, 'Ada Lindström', key).waitFor();
    await eventually(async () => assert.equal((await read()).assigneeId, team.people.ada.id));
  });

  journey(
    'a new ticket comes on top of its column, and Done shows the newest first',
    async ({ open, team }) => {
      const { page } = await open('ada');
      await page.goto('/p/PAY/board');
      await column(page, 'In review').getByRole('link').first().waitFor();
      await page.getByRole('button', { name: 'Add to In review' }).click();
      await page.getByRole('textbox', { name: 'What needs to be done?' }).fill('First of all');
      await page.keyboard.press('Enter');
      await column(page, 'In review')
        .getByRole('link', { name: /^PAY-\d+ First of all/ })
        .waitFor();
      const [first] = await keysIn(column(page, 'In review'));
      await page.reload();
      await cardIn(page, 'In review', first as string).waitFor();
      assert.equal((await keysIn(column(page, 'In review')))[0], first);
      const { data: shown } = await team.people.ada.api.getTicket({ params: { id: first as string } });
      assert.equal(shown.title, 'First of all');
      await cardIn(page, 'In review', first as string).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await cardIn(page, 'Done', first as string).waitFor();
      assert.equal((await keysIn(column(page, 'Done')))[0], first);
      await page.keyboard.press('Shift+ArrowDown');
      await page.getByRole('status').getByText('The columns are sorted.').waitFor();
    },
  );

  journey('a limit belongs to the project, and a kept one is handed over once', async ({ open }) => {
    const [ada, ben] = [await open('ada'), await open('ben')];
    await ada.page.goto('/p/PAY/board');
    await ada.page.getByRole('button', { name: 'Options of To do' }).click();
    await ada.page.getByRole('menuitem', { name: 'Set limit…' }).click();
    const dialog = ada.page.getByRole('dialog', { name: 'Limit of To do' });
    await dialog.getByLabel('Tickets at most').fill('2');
    await dialog.getByRole('button', { name: 'Save limit' }).click();
    await ada.page.getByText(/^\d+ tickets, the limit is 2$/).waitFor();
    await ben.page.goto('/p/PAY/board');
    await ben.page.getByText(/^\d+ tickets, the limit is 2$/).waitFor();
    await ben.page.getByRole('button', { name: 'Options of To do' }).click();
    await ben.page.getByRole('menuitem', { name: 'Fold column' }).waitFor();
    assert.equal(await ben.page.getByRole('menuitem', { name: 'Set limit…' }).count(), 0, 'no admin');

    await ada.page.goto('/p/DOCS/board');
    await ada.page.getByRole('button', { name: 'Options of To do' }).waitFor();
    const kept = await ada.page.evaluate(async () => {
      const { data } = await (await fetch('/api/project/DOCS')).json();
      localStorage.setItem(`docket.board.${data.id}`, '{"folded":["done"],"limits":{"todo":1}}');
      return `docket.board.${data.id}`;
    });
    await ada.page.reload();
    await ada.page.getByText('/ 1').first().waitFor();
    const folded = (page: Page) => page.getByRole('button', { name: /^Done/, expanded: false });
    await folded(ada.page).waitFor();
    await eventually(async () => {
      const left = await ada.page.evaluate((key) => localStorage.getItem(key), kept);
      assert.ok(left === null || left === '{}', String(left));
    });
    const other = await open('ada', { width: 1300 });
    await other.page.goto('/p/DOCS/board');
    await folded(other.page).waitFor();
    await folded(other.page).click();
    await column(other.page, 'Done').waitFor();
    await other.page.reload();
    await other.page.getByRole('button', { name: 'Options of Done' }).waitFor();
  });

  journey('a list has sub-groups, and columns in the chosen order', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY/list');
    await page.getByRole('grid', { name: 'Tickets' }).waitFor();
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByLabel('Sub-group by').selectOption({ label: 'Assignee' });
    const head = page
      .getByRole('grid')
      .getByRole('button', { name: /^Ada Lindström/ })
      .first();
    await head.waitFor();
    await page.getByRole('checkbox', { name: 'Type' }).click();
    await page.getByRole('button', { name: 'Move Assignee to the front' }).click();
    await page
      .getByRole('status')
      .getByText(/^Assignee: place \d+ of \d+$/)
      .waitFor();
    await page.keyboard.press('Escape');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^PAY-2 / }) });
    const cells = () =>
      row.getByRole('gridcell').evaluateAll((list) => list.map((cell) => cell.getAttribute('data-cell')));
    const order = await cells();
    assert.ok(order.includes('type'), order.join());
    assert.ok(order.indexOf('assignee') < order.indexOf('dueDate'), order.join());
    const hidden = page.getByRole('grid').getByRole('link', { name: /^PAY-3 / });
    await hidden.waitFor();
    await head.click();
    await hidden.waitFor({ state: 'detached' });
    await head.click();
    await hidden.waitFor();
    await page.reload();
    await head.waitFor();
    assert.deepEqual(await cells(), order, 'the address keeps it');
  });
});
