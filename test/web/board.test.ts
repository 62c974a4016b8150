import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { assertApart } from './support/inspect-page.ts';
import { describeJourneysInKeptWindows } from './support/journey.ts';

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const card = (page: Page, key: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(`^${key} `) }) });
const keysIn = async (list: Locator) =>
  (
    await list.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
  ).map((name) => name?.split(' ')[0]);
const openBoard = async (page: Page) => {
  await page.goto('/p/PAY/board');
  await card(page, 'PAY-2').waitFor();
};

describeJourneysInKeptWindows('the board', (journey) => {
  journey('a card that is dragged by the mouse lies where it was dropped', async ({ open }) => {
    const { page } = await open('ada');
    await openBoard(page);
    const target = await card(page, 'PAY-8').boundingBox();
    assert.ok(target);
    await card(page, 'PAY-2').hover();
    await page.mouse.down();
    await page.mouse.move(target.x + 60, target.y + 20, { steps: 5 });
    await page.mouse.move(target.x + 60, target.y + 12);
    await page.mouse.up();
    await column(page, 'In review')
      .getByRole('link', { name: /^PAY-2 / })
      .waitFor();
    assert.deepEqual(await keysIn(column(page, 'In review')), ['PAY-4', 'PAY-2', 'PAY-8']);
    const add = page.getByRole('button', { name: /^Add/ });
    assert.ok((await add.count()) > 3);
    await assertApart(page, add);
    await page.reload();
    await card(page, 'PAY-2').waitFor();
    assert.deepEqual(await keysIn(column(page, 'In review')), ['PAY-4', 'PAY-2', 'PAY-8']);
  });

  journey('Escape ends a drag and everything stays', async ({ open }) => {
    const { page } = await open('ada');
    await openBoard(page);
    const before = await keysIn(column(page, 'To do'));
    const target = await column(page, 'Done').boundingBox();
    assert.ok(target);
    await card(page, 'PAY-7').hover();
    await page.mouse.down();
    await page.mouse.move(target.x + 60, target.y + 50, { steps: 5 });
    await page.locator('.board[data-dragging]').waitFor();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.locator('.board:not([data-dragging])').waitFor();
    assert.deepEqual(await keysIn(column(page, 'To do')), before);
  });

  journey('a card moves by keys and keeps the focus', async ({ open }) => {
    const { page } = await open('ada');
    await openBoard(page);
    await card(page, 'PAY-10').getByRole('link').focus();
    await page.keyboard.press('Shift+ArrowUp');
    await page.getByRole('status').getByText('PAY-10 moved to position 2 of 5').waitFor();
    assert.deepEqual((await keysIn(column(page, 'To do'))).slice(0, 3), ['PAY-7', 'PAY-10', 'PAY-9']);
    await page.keyboard.press('Shift+ArrowRight');
    await column(page, 'In progress')
      .getByRole('link', { name: /^PAY-10 / })
      .waitFor();
    assert.match(
      (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
      /^PAY-10 /,
    );
    await page.keyboard.press('j');
    assert.match(
      (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
      /^PAY-3 /,
    );
  });

  journey('a move in a long column is undone where it was done', async ({ team, open }) => {
    const { api } = team.people.ada;
    const [home] = (await api.listProjects({ query: { search: 'Pay' } })).data;
    const { data: project } = await api.createProject({
      body: { name: 'Long columns', key: 'LONG', workspaceId: home?.workspaceId ?? '' },
    });
    const titles = Array.from({ length: 60 }, (_, index) => `Step ${index + 1}`);
    for (const title of titles)
      await api.createTicket({ body: { title, projectId: project.id, status: 'todo' } });
    const { page } = await open('ada');
    await page.goto('/p/LONG/board');
    await card(page, 'LONG-1').waitFor();
    await card(page, 'LONG-1').getByRole('link').focus();
    for (let step = 0; step < 30; step++) await page.keyboard.press('j');
    await card(page, 'LONG-31').waitFor();
    const before = await keysIn(column(page, 'To do'));
    await page.keyboard.press('Shift+ArrowRight');
    await column(page, 'In progress').getByRole('link').waitFor();
    await page.getByRole('status').getByText('LONG-31 moved to In progress').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByRole('status').getByText('Undone: LONG-31 moved to In progress').waitFor();
    assert.equal(await page.getByRole('status').getByRole('button', { name: 'Undo' }).count(), 0);
    await column(page, 'To do')
      .getByRole('link', { name: /^LONG-31 / })
      .waitFor();
    assert.equal(await column(page, 'In progress').getByRole('link').count(), 0);
    assert.deepEqual(await keysIn(column(page, 'To do')), before);
    await eventually(async () => {
      const { data } = await api.listTickets({
        query: { project: 'LONG', sort: 'rank', order: 'asc', limit: 100 },
      });
      assert.deepEqual(
        data.map(({ title, status }) => `${title} ${status}`),
        titles.map((title) => `${title} todo`),
      );
    });
  });

  journey('selected cards are dragged together and lie in their order', async ({ open }) => {
    const { page } = await open('ben');
    await openBoard(page);
    for (const key of ['PAY-9', 'PAY-11']) {
      await card(page, key).getByRole('link').focus();
      await page.keyboard.press('x');
    }
    const target = await card(page, 'PAY-4').boundingBox();
    assert.ok(target);
    await card(page, 'PAY-11').hover();
    await page.mouse.down();
    await page.mouse.move(target.x + 60, target.y + 20, { steps: 5 });
    await page.mouse.move(target.x + 60, target.y + 4);
    await page.mouse.up();
    await page.getByRole('status').getByText('2 tickets moved to In review').waitFor();
    await eventually(async () =>
      assert.deepEqual((await keysIn(column(page, 'In review'))).slice(0, 3), ['PAY-9', 'PAY-11', 'PAY-4']),
    );
    await page.keyboard.press('Control+z');
    await column(page, 'To do')
      .getByRole('link', { name: /^PAY-11 / })
      .waitFor();
    assert.equal((await keysIn(column(page, 'In review')))[0], 'PAY-4');
  });

  journey('a card moves by a long press on a phone, and a short touch scrolls', async ({ open }) => {
    const { page } = await open('ada', { phone: true });
    await openBoard(page);
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const box = await card(page, 'PAY-13').boundingBox();
    const third = await card(page, 'PAY-15').boundingBox();
    assert.ok(box && third);
    await send('touchStart', box.x + 60, box.y + 20);
    await page.locator('.ticket-lifted').waitFor();
    await send('touchMove', box.x + 60, third.y - 30);
    await send('touchMove', box.x + 60, third.y + third.height - 4);
    await send('touchEnd');
    await page.waitForFunction(() =>
      document.querySelector('[data-status="backlog"] a')?.getAttribute('aria-label')?.startsWith('PAY-14'),
    );
    assert.deepEqual((await keysIn(column(page, 'Backlog'))).slice(0, 3), ['PAY-14', 'PAY-15', 'PAY-13']);
  });

  journey('a card that is held at the edge of a phone goes on to the next column', async ({ open }) => {
    const { page } = await open('chiara', { phone: true });
    await openBoard(page);
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const first = column(page, 'Backlog').getByRole('link').first();
    const key = (await first.getAttribute('aria-label'))?.split(' ')[0] ?? '';
    const box = await first.boundingBox();
    assert.ok(box);
    await send('touchStart', box.x + 40, box.y + 10);
    await page.locator('.ticket-lifted').waitFor();
    for (let x = 200; x <= 350; x += 50) await send('touchMove', x, box.y + 40);
    await page.waitForFunction(
      () => (document.querySelector('[data-status="todo"]')?.getBoundingClientRect().left ?? 999) < 60,
    );
    await send('touchMove', 180, box.y + 40);
    await send('touchEnd');
    await column(page, 'To do')
      .getByRole('link', { name: new RegExp(`^${key} `) })
      .waitFor();
  });

  journey('a ticket is added at the foot of a column and another person sees it', async ({ open }) => {
    const [ada, ben] = [await open('ada'), await open('ben')];
    await Promise.all([openBoard(ada.page), openBoard(ben.page)]);
    await ada.page.getByRole('button', { name: 'Add to In review' }).click();
    await ada.page.getByRole('textbox', { name: 'What needs to be done?' }).fill('Check the limits');
    await ada.page.keyboard.press('Enter');
    await column(ada.page, 'In review')
      .getByRole('link', { name: /^PAY-\d+ Check the limits/ })
      .waitFor();
    await column(ben.page, 'In review')
      .getByRole('link', { name: /^PAY-\d+ Check the limits/ })
      .waitFor();
    assert.equal(await ada.page.getByRole('textbox', { name: 'What needs to be done?' }).inputValue(), '');
    await ada.page.keyboard.press('Escape');
    await ada.page.keyboard.press('c');
    await ada.page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Ask the bank');
    await ada.page.keyboard.press('Control+Enter');
    for (const { page } of [ada, ben])
      await eventually(async () =>
        assert.match(
          (await column(page, 'Backlog').getByRole('link').first().getAttribute('aria-label')) ?? '',
          /^PAY-\d+ Ask the bank/,
        ),
      );
  });

  journey('the menu of a card moves it to a column and a position', async ({ open }) => {
    const { page } = await open('ada');
    await openBoard(page);
    await card(page, 'PAY-12').hover();
    await page.getByRole('button', { name: 'Actions for PAY-12' }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move PAY-12' });
    await dialog.getByLabel('Column').selectOption({ label: 'Done' });
    assert.equal(await dialog.getByLabel('Position').count(), 0, 'Done shows the newest first');
    await dialog.getByLabel('Column').selectOption({ label: 'Backlog' });
    await dialog.getByLabel('Position').fill('2');
    const backlog = await keysIn(column(page, 'Backlog'));
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await column(page, 'Backlog')
      .getByRole('link', { name: /^PAY-12 / })
      .waitFor();
    assert.deepEqual(await keysIn(column(page, 'Backlog')), backlog.toSpliced(1, 0, 'PAY-12'));
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await column(page, 'To do')
      .getByRole('link', { name: /^PAY-12 / })
      .waitFor();
  });

  journey('who may only look has no control that changes anything', async ({ open }) => {
    const { page } = await open('vera');
    await openBoard(page);
    assert.equal(await page.getByRole('button', { name: 'Add to Backlog' }).count(), 0);
    assert.equal(await page.locator('[data-card][draggable="true"]').count(), 0);
    await page.getByText('Read only').waitFor();
  });
});
