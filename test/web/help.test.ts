import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys } from './support/journey.ts';
import { settle } from './support/settle.ts';
import { inspectScreen } from './support/visit-screens.ts';

/** Chromium writes refused requests to the console. */
const refused = /401 \(Unauthorized\)/;

describeJourneys('The help', (journey) => {
  journey('is searched and read by keyboard alone', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/help');
    await page.getByRole('article', { name: 'Using Docket' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('carries over midnight');
    await page.getByRole('link', { name: /Cycles and forecasts › Plan a cycle/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/help/guide/cycles-and-forecasts#plan-a-cycle');
    await isInView(page, 'Plan a cycle');
    await page.keyboard.press('/');
    await page.keyboard.type('zzz nothing');
    await page.getByText('Nothing in the help matches').waitFor();
  });

  journey('links lead to pages beside the guide and to headings, also after a reload', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/help/guide');
    await page.getByRole('article').getByRole('link', { name: 'API', exact: true }).click();
    await page.waitForURL('**/help/api');
    await page.getByRole('article', { name: 'API' }).getByRole('link', { name: 'Views' }).click();
    await page.getByRole('article', { name: 'Views' }).waitFor();
    await page.goto('/help/api/views#display');
    await isInView(page, 'Display');
    await page
      .getByRole('navigation', { name: 'Pages of the help' })
      .getByRole('link', { name: 'First day' })
      .click();
    await page.getByRole('article', { name: 'First day' }).waitFor();
    await page.goBack();
    await page.getByRole('article', { name: 'Views' }).waitFor();
    await page.goto('/help/guide/no-such-page');
    await page.getByText('There is no such page').waitFor();
  });

  journey('pictures follow the theme, and are those of the guide', async ({ open }) => {
    const { page } = await open('ben', { dark: true });
    await page.goto('/help/guide/first-day');
    const picture = page.getByRole('img', { name: 'The board of a project' });
    await picture.waitFor();
    assert.equal(await picture.getAttribute('src'), '/help-files/images/board-dark.png');
    await eventually(async () =>
      assert.ok(
        (await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)) >
          600,
      ),
    );
    await inspectScreen(page);
    await takeScreenshot(page, 'help-dark');
  });

  journey('fits a phone', async ({ open }) => {
    const { page } = await open('ben', { phone: true });
    await page.goto('/help/guide/import-github');
    await page.getByRole('heading', { name: 'What arrives' }).waitFor();
    await settle(page);
    await inspectScreen(page);
    await takeScreenshot(page, 'help-phone');
  });

  journey('needs an account, unless the operator opens it', async ({ open, team }) => {
    const { page, problems } = await open();
    await page.goto('/help/guide/first-day');
    await page.waitForURL('**/sign-in?next=%2Fhelp%2Fguide%2Ffirst-day');
    problems.expect(refused);
    assert.equal(await statusOf(page, '/help-files/pages.json'), 401);
    assert.equal(await page.getByRole('link', { name: 'Help' }).count(), 0);
    // It still loads what the next screens need.
    await page.goto('about:blank');
    await team.server.crash();
    await team.server.restart({ config: { PUBLIC_HELP: 'on' } });
    // Another window: browsers keep what an instance says of itself for ten seconds.
    const { page: reader } = await open();
    await reader.goto('/sign-in');
    await reader.getByRole('link', { name: 'Help' }).click();
    await reader
      .getByRole('article', { name: 'Using Docket' })
      .getByRole('link', { name: 'First day' })
      .click();
    await reader.getByRole('heading', { name: 'The first ticket' }).waitFor();
    await inspectScreen(reader);
    await takeScreenshot(reader, 'help-signed-out');
    // Nothing else opens with it.
    await reader.goto('/helpers');
    await reader.getByRole('heading', { name: 'Page not found' }).waitFor();
    await reader.goto('/projects');
    await reader.waitForURL('**/sign-in**');
    await reader.goto('about:blank');
    await team.server.crash();
    await team.server.restart();
  });
});

const isInView = (page: Page, heading: string) =>
  eventually(async () => {
    const box = await page.getByRole('heading', { name: heading, exact: true }).boundingBox();
    assert.ok(box && box.y > 0 && box.y < 400, `${heading} is at ${box?.y}`);
  });

const statusOf = (page: Page, address: string) =>
  page.evaluate(async (path) => (await fetch(path)).status, address);
