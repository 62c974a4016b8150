import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import type { Team } from './support/team.ts';
import { writtenText } from './support/written-text.ts';

/** What browsers log when a request does not reach the server. */
const unreachable = [/net::ERR_/, /^request: /];
const isTicket = ({ pathname }: URL) => /^\/api\/tickets\/[^/]+/.test(pathname);

describeJourneys('Without a connection', (journey) => {
  journey('changes and new tickets wait and are sent when the network is back', async ({ open, team }) => {
    const { page, context, problems } = await open('ben');
    problems.expect(...unreachable);
    const title = 'Document the error codes of the capture endpoint';
    await openBoard(page);
    await context.setOffline(true);
    await card(page, 'To do', title).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await card(page, 'In progress', title).waitFor();
    await page.getByRole('button', { name: 'Add to Backlog' }).click();
    await page.getByRole('textbox', { name: 'What needs to be done?' }).fill('Written on the train');
    await page.keyboard.press('Enter');
    await card(page, 'Backlog', 'Written on the train').waitFor();
    await page.getByRole('status').getByText('Offline. 2 changes wait').waitFor();
    await context.setOffline(false);
    await card(page, 'Backlog', /^PAY-\d+ Written on the train/).waitFor();
    await hasStatus(team, title, 'in_progress');
    await page.getByText('Offline.').waitFor({ state: 'hidden' });
  });

  journey('a change that was not sent survives a reload', async ({ open, team }) => {
    const { page, problems } = await open('ben');
    problems.expect(...unreachable);
    const title = 'Make the settlement report faster';
    await page.route(isTicket, (route) =>
      route.request().method() === 'GET' ? route.continue() : route.abort('connectionrefused'),
    );
    await openBoard(page);
    await card(page, 'To do', title).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await card(page, 'In progress', title).waitFor();
    await page.reload();
    await card(page, 'In progress', title).waitFor();
    await page.unroute(isTicket);
    await hasStatus(team, title, 'in_progress');
  });

  journey(
    'a change that a closed tab could not send is sent by one that stays open',
    async ({ open, team }) => {
      const { page, context, problems } = await open('ben');
      problems.expect(...unreachable);
      const title = 'Send a receipt in the language of the customer';
      await page.route(isTicket, (route) =>
        route.request().method() === 'GET' ? route.continue() : route.abort('connectionrefused'),
      );
      await openBoard(page);
      const second = await context.newPage();
      await second.clock.install();
      await openBoard(second);
      await card(page, 'To do', title).focus();
      await page.keyboard.press('Shift+ArrowRight');
      await page.getByRole('status').getByText('1 change waits').waitFor();
      await page.close();
      await eventually(async () => {
        await second.clock.fastForward(20_000);
        assert.equal(await readStatus(team, title), 'in_progress');
      });
      await card(second, 'In progress', title).waitFor();
    },
  );

  journey(
    'nothing typed is lost when the server crashes in the middle of a change',
    async ({ open, team }) => {
      const { page, problems } = await open('ada');
      problems.expect(...unreachable, /ERR_CONNECTION|Failed to load resource/);
      const title = 'Split the ledger by month';
      await page.goto(`/t/${team.ticketKey(title)}`);
      const comment = page
        .getByRole('region', { name: 'Comments' })
        .getByRole('textbox', { name: 'Write a comment' });
      await comment.fill('Half a sentence');
      await page.keyboard.press('Control+a');
      await page.getByRole('button', { name: /^Status/ }).click();
      await team.server.crash();
      await page.getByRole('option', { name: 'To do' }).click();
      await page.getByRole('button', { name: /^Status.*To do/ }).waitFor();
      await team.server.restart();
      await hasStatus(team, title, 'todo');
      await page.reload();
      await eventually(async () => assert.equal(await writtenText(comment), 'Half a sentence'));
    },
  );

  journey('tabs share one stream, and the next goes on when the first is closed', async ({ open, team }) => {
    const { page, context } = await open('ben');
    const streams: string[] = [];
    context.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/events') streams.push(request.url());
    });
    await openBoard(page);
    const second = await context.newPage();
    await openBoard(second);
    const title = 'Accept Wero and Bizum';
    const id = team.ticketId(title);
    const move = (status: 'todo' | 'in_review') =>
      team.people.ada.api.changeStatus({ params: { id }, body: { status } });
    await move('todo');
    await Promise.all([card(page, 'To do', title).waitFor(), card(second, 'To do', title).waitFor()]);
    assert.equal(streams.length, 1);
    await page.close();
    await move('in_review');
    await card(second, 'In review', title).waitFor();
  });

  journey('a person who loses a project no longer sees it', async ({ open, team }) => {
    const { page } = await open('chiara');
    await openBoard(page);
    // The board has the steps of its agents' tasks, so what it asks from now on is asked too late.
    await page.getByText('An agent works on it:').first().waitFor({ state: 'attached' });
    await team.people.ada.api.removeMember({ params: { id: 'PAY', userId: team.people.chiara.id } });
    await page
      .getByRole('list', { name: 'In progress' })
      .getByRole('link')
      .first()
      .waitFor({ state: 'hidden' });
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Payments' })
      .waitFor({ state: 'hidden' });
  });
});

async function openBoard(page: Page): Promise<void> {
  await page.goto('/p/PAY/board');
  await page.getByRole('list', { name: 'In progress' }).getByRole('link').first().waitFor();
}

const card = (page: Page, column: string, title: string | RegExp) =>
  page.getByRole('list', { name: column, exact: true }).getByRole('link', { name: title });

const hasStatus = (team: Team, title: string, status: string) =>
  eventually(async () => assert.equal(await readStatus(team, title), status));

const readStatus = async (team: Team, title: string) =>
  (await team.people.ada.api.getTicket({ params: { id: team.ticketId(title) } })).data.status;
