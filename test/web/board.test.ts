import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { describeJourneys } from './support/journey.ts';

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

describeJourneys('the board', (journey) => {
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
  });

  journey('the menu of a card moves it to a column and a position', async ({ open }) => {
    const { page } = await open('ada');
    await openBoard(page);
    await card(page, 'PAY-12').hover();
    await page.getByRole('button', { name: 'Actions for PAY-12' }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Move PAY-12' });
    await dialog.getByLabel('Column').selectOption({ label: 'Done' });
    await dialog.getByLabel('Position').fill('2');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await column(page, 'Done')
      .getByRole('link', { name: /^PAY-12 / })
      .waitFor();
    assert.deepEqual((await keysIn(column(page, 'Done'))).slice(0, 3), ['PAY-5', 'PAY-12', 'PAY-6']);
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
