import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';

describeJourneys('triage', (journey) => {
  journey(
    'what a form, a webhook and agents send is decided about by the keys 1 to 4',
    async ({ open, team }) => {
      const { ada } = team.people;
      const { page } = await open('ada');
      await page.goto('/p/PAY/settings/triage');
      await page.getByRole('checkbox', { name: 'Tickets from outside wait in triage' }).click();
      await page.getByText('Switch triage on first').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Switch on: Form' }).click();
      await page.getByRole('button', { name: 'Renew: Form' }).waitFor();
      await page.getByRole('button', { name: 'Switch on: Webhook' }).click();
      await page.getByRole('button', { name: 'Renew: Webhook' }).waitFor();
      const { data: channels } = await ada.api.listIntakeChannels({ params: { id: 'PAY' } });
      const pathOf = (kind: string) => new URL(channels.find((one) => one.kind === kind)?.url ?? '').pathname;

      // A stranger without a session.
      const stranger = await open();
      await stranger.page.goto(pathOf('form'));
      await stranger.page.getByLabel('What is it about?').fill('<b>Refunds</b> take a week');
      await stranger.page.getByLabel('Details').fill('<script>alert(1)</script>');
      await stranger.page.getByRole('button', { name: 'Send' }).click();
      await stranger.page.getByText('Your message has arrived.').waitFor();

      const sent = await fetch(`${team.server.url}${pathOf('webhook')}?title=alert.name`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ alert: { name: 'Disk of db1 is full' } }),
      });
      assert.equal(sent.status, 201);
      for (const title of ['Found a slow query', 'Accept Wero and Bizum too'])
        await team.builder.api.createTicket({ body: { title, projectId: 'PAY' } });

      await page.goto('/p/PAY/triage');
      const list = page.getByRole('list', { name: 'Tickets in triage' });
      const pane = page.getByRole('region', { name: 'Chosen ticket' });
      await list.getByRole('link', { name: /Accept Wero and Bizum too/ }).waitFor();
      await page.getByRole('link', { name: /^Triage 4/ }).waitFor();
      await pane.getByText('<script>alert(1)</script>').waitFor();

      await page.keyboard.press('1');
      await page
        .getByRole('status')
        .getByText(/^Accepted PAY-/)
        .waitFor();
      // The next one opens by itself.
      await pane.getByText('Disk of db1 is full').first().waitFor();
      await page.keyboard.press('2');
      await page.getByRole('textbox', { name: 'Reason' }).fill('The monitoring deletes old logs itself.');
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });

      await pane.getByText('Found a slow query').first().waitFor();
      await page.keyboard.press('4');
      await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();

      await pane.getByText('Accept Wero and Bizum too').first().waitFor();
      await page.keyboard.press('3');
      await page
        .getByRole('option', { name: /Accept Wero and Bizum/ })
        .first()
        .click();
      await page.getByText('Nothing waits').waitFor();

      await page.getByText('Snoozed', { exact: true }).click();
      await list.getByRole('link', { name: /Found a slow query/ }).waitFor();
      await eventually(async () => {
        const { data } = await ada.api.listTickets({
          query: { project: 'PAY', sort: 'createdAt', limit: 4 },
        });
        assert.deepEqual(
          data.map(({ title, status, triage }) => [title, status, triage]),
          [
            ['Accept Wero and Bizum too', 'cancelled', undefined],
            ['Found a slow query', 'backlog', 'snoozed'],
            ['Disk of db1 is full', 'cancelled', undefined],
            ['<b>Refunds</b> take a week', 'backlog', undefined],
          ],
        );
      });
    },
  );

  journey(
    'a decision that came too late says who decided, and a decision is undone',
    async ({ open, team }) => {
      const { ada, ben } = team.people;
      await ada.api.updateProject({ params: { id: 'PAY' }, body: { triage: true } });
      const create = async (title: string) =>
        (await team.builder.api.createTicket({ body: { title, projectId: 'PAY' } })).data.id;
      const first = await create('Decided twice');
      await create('Undone');
      const { page, problems } = await open('ada');
      problems.expect(/409/);
      // Ada does not hear of what Ben does.
      const held = Promise.withResolvers<void>();
      await page.route(/\/api\/events/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto('/p/PAY/triage');
      const list = page.getByRole('list', { name: 'Tickets in triage' });
      await list.getByRole('link', { name: /Undone/ }).waitFor();
      await ben.api.decideTriage({ params: { id: first }, body: { decision: 'accept' } });
      await page.keyboard.press('2');
      await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
      await page.getByText(/Ben .*has already decided about this ticket: accepted/).waitFor();
      assert.equal((await ada.api.getTicket({ params: { id: first } })).data.status, 'backlog');
      held.resolve();
      await list.getByRole('link', { name: /Decided twice/ }).waitFor({ state: 'hidden' });

      await list.getByRole('link', { name: /Undone/ }).click();
      await page.keyboard.press('1');
      await list.getByRole('link', { name: /Undone/ }).waitFor({ state: 'hidden' });
      await page.keyboard.press('ControlOrMeta+z');
      await list.getByRole('link', { name: /Undone/ }).waitFor();
      // A waiting ticket is not on the board.
      await page.goto('/p/PAY/board');
      await page
        .getByRole('link', { name: /Accept Wero and Bizum/ })
        .first()
        .waitFor();
      await page.getByText('Undone', { exact: true }).waitFor({ state: 'hidden' });
    },
  );
});
