import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneysInKeptWindows } from './support/journey.ts';

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

describeJourneysInKeptWindows('own statuses', (journey) => {
  journey(
    'an admin adds, colours, moves and deletes a status, and the board, the list and menus have it',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const { data: project } = await api.createProject({ body: { name: 'Steps', key: 'STEP' } });
      const { data: ticket } = await api.createTicket({
        body: { title: 'Walks', projectId: project.id, status: 'todo' },
      });
      const { page } = await open('ada');
      await page.goto('/p/STEP/settings/workflow');
      await page.getByRole('button', { name: 'Add status' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add status' });
      await dialog.getByRole('textbox', { name: 'Name' }).fill('<b>QA</b>');
      await dialog.getByLabel('Counts as').selectOption('in_review');
      await dialog.getByRole('button', { name: 'Add status' }).click();
      const name = page.getByRole('textbox', { name: 'Name: <b>QA</b>' });
      await name.waitFor();
      await name.fill('QA');
      await page.getByRole('button', { name: 'Colour: QA' }).click();
      await page.getByRole('option', { name: 'Pink' }).click();
      const handle = page.getByRole('button', { name: 'Move QA: drag, or arrow keys' });
      await handle.press('ArrowUp');
      await page.getByText('QA is now 4 of 7').waitFor();
      assert.ok(await handle.evaluate((element) => element === document.activeElement));
      await page.getByRole('button', { name: 'Save workflow' }).click();
      await page.getByRole('status').getByText('The workflow is saved').waitFor();

      await page.goto('/p/STEP/board');
      const headings = page.locator('.column-head-name');
      await page.getByRole('heading', { name: 'QA' }).waitFor();
      assert.deepEqual((await headings.allTextContents()).slice(0, 5), [
        'Backlog',
        'To do',
        'In progress',
        'QA',
        'In review',
      ]);
      await column(page, 'To do')
        .getByRole('link', { name: /^STEP-1 / })
        .focus();
      await page.keyboard.press('s');
      await page.getByRole('option', { name: 'QA' }).click();
      const inColumn = (title: string) => column(page, title).getByRole('link', { name: /^STEP-1 / });
      await inColumn('QA').waitFor();
      const read = async () => (await api.getTicket({ params: { id: ticket.id } })).data;
      await eventually(async () => assert.equal((await read()).statusName, 'QA'));
      assert.equal((await read()).status, 'in_review');

      const [from, to] = [await inColumn('QA').boundingBox(), await column(page, 'In review').boundingBox()];
      assert.ok(from && to);
      await inColumn('QA').hover();
      await page.mouse.down();
      await page.mouse.move(to.x + 60, to.y + 20, { steps: 5 });
      await page.mouse.move(to.x + 60, to.y + 12);
      await page.mouse.up();
      await inColumn('In review').waitFor();
      await eventually(async () => assert.equal((await read()).ownStatusId, undefined));
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
      await inColumn('QA').waitFor();
      await eventually(async () => assert.equal((await read()).statusName, 'QA'));

      await page.goto('/p/STEP/list');
      await page.getByRole('gridcell', { name: 'QA' }).first().waitFor();
      await page.goto(`/t/${ticket.key}`);
      await page.getByText(/from To do to QA/).waitFor();

      await page.goto('/p/STEP/settings/workflow');
      await page.getByRole('button', { name: 'Delete status: QA' }).click();
      const question = page.getByRole('dialog', { name: 'Delete “QA”?' });
      await question.getByText('One ticket stays in “In review”').waitFor();
      await question.getByRole('button', { name: 'Delete status' }).click();
      await page.getByRole('status').getByText('“QA” is deleted').waitFor();
      await page.goto('/p/STEP/board');
      await inColumn('In review').waitFor();
      assert.equal(await page.getByRole('heading', { name: 'QA' }).count(), 0);
    },
  );
});
