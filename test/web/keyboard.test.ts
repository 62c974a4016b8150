import assert from 'node:assert/strict';
import { eventually } from './support/eventually.ts';
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
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  });
});
