import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { describeJourneys } from './support/journey.ts';

const dayOfTicket = (page: Page, key: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${key} `) })
    .evaluate((link) => link.closest('[data-day]')?.getAttribute('data-day'));
const openCalendar = async (page: Page) => {
  await page.goto('/p/PAY/calendar');
  await page.getByRole('link', { name: /^PAY-2 / }).waitFor();
};
const dayAfter = (day: string | null | undefined, days: number) =>
  new Date(Date.parse(day ?? '') + days * 86_400_000).toISOString().slice(0, 10);

async function drag(page: Page, from: Locator, to: Locator, at = { x: 40, y: 60 }) {
  const target = await to.boundingBox();
  assert.ok(target);
  await from.hover();
  await page.mouse.down();
  await page.mouse.move(target.x + at.x, target.y + at.y, { steps: 5 });
  await page.mouse.up();
}

describeJourneys('the calendar', (journey) => {
  journey('Shift and an arrow move the due date of a ticket, which keeps the focus', async ({ open }) => {
    const { page } = await open('ada');
    await openCalendar(page);
    const day = await dayOfTicket(page, 'PAY-2');
    await page.getByRole('link', { name: /^PAY-2 / }).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page
      .locator(`[data-day="${dayAfter(day, 7)}"]`)
      .getByRole('link', { name: /^PAY-2 / })
      .waitFor();
    await page.keyboard.press('Shift+ArrowLeft');
    await page
      .locator(`[data-day="${dayAfter(day, 6)}"]`)
      .getByRole('link', { name: /^PAY-2 / })
      .waitFor();
    assert.match(
      (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? '',
      /^PAY-2 /,
    );
    await page.reload();
    await page
      .locator(`[data-day="${dayAfter(day, 6)}"]`)
      .getByRole('link', { name: /^PAY-2 / })
      .waitFor();
  });

  journey('a ticket without a due date is dragged to a day and back', async ({ open }) => {
    const { page } = await open('ada');
    await openCalendar(page);
    const today = page.locator('[aria-current="date"]');
    const tray = page.getByRole('complementary', { name: 'No due date' });
    const entry = tray.getByRole('link', { name: /^PAY-14 / });
    await drag(page, entry, today);
    await today.getByRole('link', { name: /^PAY-14 / }).waitFor();
    await drag(page, today.getByRole('link', { name: /^PAY-14 / }), tray, { x: 100, y: 500 });
    await entry.waitFor();
  });

  journey('arrows go from day to day and from month to month', async ({ open }) => {
    const { page } = await open('ada');
    await openCalendar(page);
    const activeDay = () => page.evaluate(() => document.activeElement?.getAttribute('data-day'));
    await page.locator('[aria-current="date"]').focus();
    const day = await activeDay();
    await page.keyboard.press('ArrowRight');
    assert.equal(await activeDay(), dayAfter(day, 1));
    await page.keyboard.press('ArrowUp');
    assert.equal(await activeDay(), dayAfter(day, -6));
    const grid = page.getByRole('grid');
    const month = await grid.getAttribute('aria-label');
    await page.keyboard.press('PageDown');
    await page.waitForFunction(
      (before) => document.querySelector('[role=grid]')?.getAttribute('aria-label') !== before,
      month,
    );
    await page.getByRole('button', { name: 'Today' }).click();
    assert.equal(await grid.getAttribute('aria-label'), month);
  });

  journey('a day with many tickets shows three and the rest on a press', async ({ open, team }) => {
    const { page } = await open('ada');
    const due = new Date().toISOString().slice(0, 10);
    for (let number = 1; number <= 6; number++) {
      await team.people.ada.api.createTicket({
        body: { title: `Chapter ${number}`, projectId: 'DOCS', dueDate: due },
      });
    }
    await page.goto('/p/DOCS/calendar');
    const today = page.locator('[role="gridcell"][aria-current="date"]');
    await today.getByRole('button', { name: /^\+\d+ tickets$/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /Chapter 6/ })
      .waitFor();
  });
});
