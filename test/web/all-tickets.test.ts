import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import { inspectScreen } from './support/visit-screens.ts';

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const card = (page: Page, name: string, key: string) =>
  column(page, name).getByRole('link', { name: new RegExp(`^${key} `) });
const chooseColumns = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Display' }).click();
  const items = page.getByRole('group', { name: 'Columns', exact: true });
  await items.getByRole('menuitemcheckbox', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('menu', { name: 'Display' }).waitFor({ state: 'hidden' });
};
const columnCount = (page: Page, name: string) =>
  page
    .locator('.column-head')
    .filter({ has: page.getByRole('heading', { name, exact: true }) })
    .locator('.column-head-count')
    .first();

describeJourneys('all tickets', (journey) => {
  journey(
    'the tickets of every project are a list with exact totals, grouped by project and filtered by label',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const { data: counts } = await api.countTickets({ query: { by: 'project' } });
      const { data: projects } = await api.listProjects({});
      const { page } = await open('ada');
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All tickets' }).click();
      await page.getByRole('heading', { name: 'All tickets' }).waitFor();
      await page.getByRole('status').getByText(`${counts.total} tickets`).waitFor();
      await page.getByRole('button', { name: 'Display' }).click();
      await page.getByLabel('Group by', { exact: true }).selectOption({ label: 'Project' });
      await page.keyboard.press('Escape');
      for (const { id, name } of projects) {
        const head = page
          .getByRole('row')
          .filter({ has: page.getByRole('button', { name: new RegExp(`^${name}`) }) });
        await head.getByText(String(counts.by.project?.[id]), { exact: true }).waitFor();
      }
      await page
        .getByRole('link', { name: /^DOCS-\d+ / })
        .first()
        .waitFor();
      await page
        .getByRole('link', { name: /^PAY-\d+ / })
        .first()
        .waitFor();
      await inspectScreen(page);

      await page.keyboard.press('/');
      await page.keyboard.type('label:security ');
      await page.keyboard.press('Enter');
      const { data: labels } = await api.listLabels({});
      const security = labels.find(({ name }) => name === 'security')?.id ?? '';
      const { total } = (await api.countTickets({ query: { label: security } })).data;
      await page.getByRole('status').getByText(`${total} tickets`).waitFor();
      // What somebody else creates appears without a reload, and is counted.
      const { data: added } = await api.createTicket({
        body: { title: 'Rotate the keys', projectId: 'DOCS', labelIds: [security] },
      });
      await page.getByRole('link', { name: `${added.key} Rotate the keys` }).waitFor();
      await page
        .getByRole('status')
        .getByText(`${total + 1} tickets`)
        .waitFor();
    },
  );

  journey(
    'the board of all tickets moves cards by status, person and project, and a view opens as it was saved',
    async ({ open, team }) => {
      const { api, id: adaId } = team.people.ada;
      const body = { title: 'Name the owner', projectId: 'DOCS', status: 'todo', type: 'EPIC' } as const;
      const { data: ticket } = await api.createTicket({ body });
      const key = ticket.key as string;
      const read = async () => (await api.getTicket({ params: { id: ticket.id } })).data;
      const { page } = await open('ada');
      await page.goto('/tickets?type=EPIC');
      await page.getByRole('link', { name: `${key} Name the owner` }).waitFor();
      await page
        .getByRole('navigation', { name: 'All tickets' })
        .getByRole('link', { name: 'Board' })
        .click();
      await card(page, 'To do', key).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await card(page, 'In progress', key).waitFor();
      await eventually(async () => assert.equal((await read()).status, 'in_progress'));

      await chooseColumns(page, 'Assignee');
      await card(page, 'Nobody', key).waitFor();
      await page.getByRole('button', { name: `Actions for ${key}` }).click();
      await page.getByRole('menuitem', { name: 'Move to…' }).click();
      const move = page.getByRole('dialog', { name: `Move ${key}` });
      await move.getByLabel('Column').selectOption({ label: 'Ada Lindström' });
      assert.equal(await move.getByLabel('Position').count(), 0, 'each project has its own manual order');
      await move.getByRole('button', { name: 'Move', exact: true }).click();
      await card(page, 'Ada Lindström', key).waitFor();
      await eventually(async () => assert.equal((await read()).assigneeId, adaId));
      const { data: mine } = await api.countTickets({ query: { assignee: adaId, type: 'EPIC' } });
      await columnCount(page, 'Ada Lindström').getByText(String(mine.total), { exact: true }).waitFor();

      await chooseColumns(page, 'Project');
      await card(page, 'Documentation', key).waitFor();
      await inspectScreen(page);
      await page.getByRole('button', { name: 'Save view' }).click();
      const dialog = page.getByRole('dialog', { name: 'Save view' });
      await dialog.getByLabel('Name').fill('Epics everywhere');
      await dialog.getByRole('button', { name: 'Save view' }).click();
      await page.getByText('View: Epics everywhere').waitFor();
      await page.goto('/');
      await page.getByRole('link', { name: 'Epics everywhere' }).click();
      await card(page, 'Documentation', key).waitFor();
      assert.equal(await page.getByRole('button', { name: 'Save view' }).count(), 0, 'nothing to save');
    },
  );

  journey(
    'a project whose workflow refuses a move says so, and who may only look is told why nothing moves',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      await api.setWorkflow({
        params: { id: 'DOCS' },
        body: { transitions: { todo: ['in_progress'] } },
      });
      const { data: ticket } = await api.createTicket({
        body: { title: 'Only onwards', projectId: 'DOCS', status: 'todo', priority: 'highest' },
      });
      const key = ticket.key as string;
      const { page, problems } = await open('ada');
      problems.expect(/409/);
      await page.goto('/tickets/board?priority=highest');
      await card(page, 'To do', key).focus();
      await page.keyboard.press('Shift+ArrowLeft');
      await page
        .getByRole('status')
        .getByText(new RegExp(`${key} was not changed`))
        .waitFor();
      await card(page, 'To do', key).waitFor();

      const { page: phone } = await open('vera', { phone: true });
      await phone.goto('/tickets/board?status=todo,in_progress');
      const first = column(phone, 'To do').getByRole('link').first();
      await first.focus();
      await phone.keyboard.press('Shift+ArrowRight');
      await phone
        .getByText('Only members, admins and owners of the project can change its tickets.')
        .first()
        .waitFor();
      assert.equal(
        await phone.getByRole('link', { name: /^DOCS-/ }).count(),
        0,
        'a project that she cannot read',
      );
      await inspectScreen(phone);
    },
  );
});
