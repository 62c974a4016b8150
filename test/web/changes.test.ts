import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import type { Team } from './support/team.ts';

describeJourneys('Changes', (journey) => {
  journey(
    'a move is shown in a second browser without a reload, and undo takes it back',
    async ({ open, team }) => {
      const [ben, ada] = await Promise.all([open('ben'), open('ada')]);
      await Promise.all([ben.page.goto('/p/PAY/board'), ada.page.goto('/p/PAY/board')]);
      const title = 'Send a receipt in the language of the customer';
      await card(ada.page, 'To do', title).waitFor();
      await card(ben.page, 'To do', title).focus();
      await ben.page.keyboard.press('Shift+ArrowRight');
      await card(ben.page, 'In progress', title).waitFor();
      await card(ada.page, 'In progress', title).waitFor();
      await ben.page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await card(ben.page, 'To do', title).waitFor();
      await hasStatus(team, title, 'todo');
      await card(ada.page, 'To do', title).waitFor();
    },
  );

  journey('a card is moved to a position by its menu', async ({ open, team }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/board');
    const title = 'Accept Wero and Bizum';
    await card(page, 'Backlog', title).hover();
    await page.getByRole('button', { name: `Actions for ${team.ticketKey(title)}` }).click();
    await page.getByRole('menuitem', { name: 'Move to…' }).click();
    const dialog = page.getByRole('dialog', { name: `Move ${team.ticketKey(title)}` });
    await dialog.getByLabel('Column').selectOption('To do');
    await dialog.getByLabel('Position').fill('1');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await card(page, 'To do', title).waitFor();
    const first = await column(page, 'To do').getByRole('link').first().getAttribute('aria-label');
    assert.equal(first, `${team.ticketKey(title)} ${title}`);
    await hasStatus(team, title, 'todo');
  });

  journey('a move that the server refuses comes back with its reason', async ({ open, team }) => {
    const { page, problems } = await open('chiara');
    problems.expect(/403 \(Forbidden\)/);
    const title = 'Warn before a certificate of a provider expires';
    // The server refuses, whatever this browser still believes about the role. Chromium lets requests of an open page pass
    // for a moment after a route is added, so it is added before.
    const message = 'Only members, admins and owners of the project can change this ticket';
    await page.route('**/api/tickets/*/rank', (route) =>
      route.fulfill({
        status: 403,
        json: { error: { code: 'FORBIDDEN', message }, requestId: 'test' },
      }),
    );
    await page.goto('/p/PAY/board');
    await card(page, 'Backlog', title).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('status').getByText(message).waitFor();
    await card(page, 'Backlog', title).waitFor();
    await hasStatus(team, title, 'backlog');
  });
});

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });

const card = (page: Page, columnName: string, title: string): Locator =>
  column(page, columnName).getByRole('link', { name: title });

const hasStatus = (team: Team, title: string, status: string) =>
  eventually(async () => {
    const { data } = await team.people.ada.api.getTicket({ params: { id: team.ticketId(title) } });
    assert.equal(data.status, status);
  });
