import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeJourneys, type Journey } from './support/journey.ts';
import { inspectScreen } from './support/visit-screens.ts';

const dayMs = 86_400_000;

const figure = async (page: Page, name: string) =>
  Number(await page.locator('.stats-screen-figure').filter({ hasText: name }).locator('dd').textContent());

/** A project into which more comes than goes: every third day three tickets arrive and one is done. */
async function addGrowingProject({ team }: Pick<Journey, 'team'>): Promise<void> {
  const { api } = team.people.ada;
  const days = 45;
  team.server.advanceClock(-days * dayMs);
  const { data: project } = await api.createProject({ body: { name: 'Growing', key: 'GROW' } });
  for (let day = 0; day < days; day += 3) {
    for (const status of ['done', 'todo', 'in_progress'] as const)
      await api.createTicket({ body: { title: `Day ${day}`, projectId: project.id, status } });
    team.server.advanceClock(3 * dayMs);
  }
}

describeJourneys('statistics', (journey) => {
  journey(
    'the forecast says when more comes than goes, and the period is in the address',
    async ({ open, team }) => {
      await addGrowingProject({ team });
      const { page } = await open('ada');
      await page.goto('/p/GROW/stats');
      const forecast = page.getByRole('region', { name: 'Forecast' });
      const sentence = forecast.getByText(/^[\d.]+ a week arrive, [\d.]+ are done: not at this rate\.$/);
      await sentence.waitFor();
      await forecast.getByText(/30 tickets are open\..* In 0 % of 2,000 runs/).waitFor();
      await forecast.getByText(/50, 85 and 95 % certain, came true in \d+, \d+ and \d+ %/).waitFor();
      await page.getByText('The project began on').waitFor();
      assert.equal(await figure(page, 'open'), 30);
      assert.equal(await figure(page, 'of these in progress'), 15);
      assert.equal(await figure(page, 'completed'), 15);
      assert.equal(await figure(page, 'created'), 45);
      await page.getByText('Year', { exact: true }).click();
      await page.waitForURL(/period=year/);
      await page.reload();
      await page.getByRole('radio', { name: 'Year' }).and(page.locator(':checked')).waitFor();
      // The charts begin with the project and not a year ago.
      const table = page.getByRole('region', { name: 'Burn-up: values' });
      assert.ok((await table.getByRole('row').count()) < 90);
      const chart = page.getByRole('figure').filter({ has: page.getByRole('heading', { name: 'Burn-up' }) });
      await chart.getByRole('button', { name: 'Show as table' }).click();
      await table.getByRole('columnheader', { name: 'scope, expected' }).waitFor();
      const { height = 99 } = (await table.getByRole('cell').first().boundingBox()) ?? {};
      assert.ok(height < 32, `a day takes one line, not ${height} px`);
      const isCut = await table.evaluate((element) => element.scrollWidth > element.clientWidth);
      assert.equal(isCut, false);
      await inspectScreen(page);
      await page.getByRole('link', { name: 'List', exact: true }).click();
      await page.waitForURL(/\/p\/GROW\/list$/);
    },
  );

  journey('statistics of a new project say what is missing', async ({ open, team }) => {
    const { api } = team.people.ada;
    const { data: project } = await api.createProject({ body: { name: 'Newborn', key: 'NEWB' } });
    const { page } = await open('ada', { phone: true });
    await page.goto('/p/NEWB/stats');
    await page.getByText('Nothing to measure yet').waitFor();
    assert.equal(await page.getByRole('figure').count(), 0);
    await inspectScreen(page);
    await api.createTicket({ body: { title: 'The first', projectId: project.id } });
    await page.reload();
    await page.getByText('No forecast yet: it needs two weeks after the first tickets.').waitFor();
    assert.equal(await page.getByText('The project began today.').count(), 2);
    assert.equal(await page.getByText('No ticket was completed in this time.').count(), 2);
    await inspectScreen(page);
  });
});
