import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import { inspectScreen } from './support/visit-screens.ts';

describeJourneys('places of a project', (journey) => {
  journey(
    'an admin names lead and target date and reports the health, which members read in the overview and the list',
    async ({ open, team }) => {
      const { page } = await open('ada');
      await page.goto('/p/PAY');
      await page.getByRole('region', { name: 'Payments' }).getByText('Cards, refunds').waitFor();
      const plan = page.getByRole('region', { name: 'Plan' });
      await plan.getByText('Not reported yet').waitFor();
      await plan.getByRole('button', { name: 'Nobody' }).click();
      await page.getByRole('option', { name: /^Ben Okafor/ }).click();
      await plan.getByRole('button', { name: 'Ben Okafor' }).waitFor();
      await plan.getByRole('button', { name: 'None' }).click();
      await page.keyboard.type('2027-03-01');
      await page.keyboard.press('Enter');
      await plan.getByRole('button', { name: '1 Mar 2027' }).waitFor();
      await plan.getByRole('link', { name: /forecast|a week arrive|Nothing is open/i }).waitFor();

      const updates = page.getByRole('region', { name: 'Updates' });
      await updates.getByRole('button', { name: 'Write update' }).click();
      await updates.getByText('At risk', { exact: true }).click();
      await updates.getByRole('textbox').fill('The **ledger** waits for <b>audit</b>.');
      await updates.getByRole('button', { name: 'Post update' }).click();
      await updates.getByRole('textbox').waitFor({ state: 'detached' });
      await updates.locator('strong').getByText('ledger').waitFor();
      await updates.getByText('<b>audit</b>').waitFor();
      await plan.getByText('At risk').waitFor();
      await inspectScreen(page);

      await team.people.ada.api.postProjectUpdate({
        params: { id: 'PAY' },
        body: { health: 'off_track', text: 'Later than planned.' },
      });
      const { page: phone } = await open('vera', { phone: true });
      await phone.goto('/p/PAY');
      await phone.getByRole('region', { name: 'Plan' }).getByText('Ben Okafor').waitFor();
      const history = phone.getByRole('region', { name: 'Updates' });
      await history.getByText('Later than planned.').waitFor();
      await history.getByRole('button', { name: 'Show 1 earlier update' }).click();
      await history.getByText('ledger').waitFor();
      assert.equal(await phone.getByRole('button', { name: 'Write update' }).count(), 0);
      assert.equal(await phone.getByRole('button', { name: 'Delete update' }).count(), 0);
      await inspectScreen(phone);

      const forecasts: string[] = [];
      page.on('request', (request) => {
        if (/forecast/.test(request.url())) forecasts.push(new URL(request.url()).pathname);
      });
      await page.goto('/projects');
      const row = page.getByRole('row').filter({ hasText: 'Payments' });
      await row.getByText('Off track').waitFor();
      await row.getByText('Ben Okafor').waitFor();
      await row.getByText(/forecast|a week arrive|Nothing is open/i).waitFor();
      assert.deepEqual(forecasts, ['/api/forecasts'], 'one request for all projects');
      await inspectScreen(page);
    },
  );

  journey(
    'cycles are a place: the running one with its target, people and tickets, and the next and past ones',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const add = (name: string, from: number, to: number) =>
        api.createGroup({
          body: { name, projectId: 'PAY', kind: 'cycle', startsAt: day(from), endsAt: day(to) },
        });
      await add('Sprint 25', 8, 21);
      await add('Sprint 23', -21, -8);
      const { page } = await open('ben');
      await page.goto('/p/PAY/board');
      await page.getByRole('link', { name: 'Cycles', exact: true }).click();
      await page.waitForURL(/\/p\/PAY\/cycles$/);
      const current = page.getByRole('region', { name: 'Current cycle' });
      await current.getByRole('link', { name: 'Sprint 24' }).waitFor();
      const values = current.getByRole('region', { name: /^Scope and completed tickets of Sprint 24/ });
      await values.getByRole('columnheader', { name: 'Target' }).waitFor();
      // The axis goes from the first to the last day of the cycle.
      await eventually(async () => assert.equal(await values.getByRole('row').count(), 1 + 15));
      await current.getByRole('region', { name: 'People' }).getByRole('listitem').first().waitFor();
      const ticket = current.getByRole('region', { name: 'Tickets' }).getByRole('link').first();
      await page
        .getByRole('region', { name: 'Next cycle' })
        .getByRole('link', { name: 'Sprint 25' })
        .waitFor();
      const past = page.getByRole('region', { name: 'Past cycles' });
      await past.getByRole('button', { name: 'Show details Sprint 23' }).click();
      await past.getByText('No ticket is in this cycle.').waitFor();
      await inspectScreen(page);
      await ticket.click();
      await page.waitForURL(/ticket=PAY-/);
      const { page: owner } = await open('ada');
      await owner.goto('/p/PAY/cycles');
      await owner.getByRole('button', { name: 'New cycle' }).click();
      const form = owner.getByRole('dialog', { name: 'New cycle' });
      await form.getByLabel('Name').fill('Sprint 26');
      assert.equal(await form.getByLabel('Kind').count(), 0);
      await form.getByRole('button', { name: 'Create cycle' }).click();
      await owner.getByRole('link', { name: 'Sprint 26' }).waitFor();

      // No list was opened, so the browser has no ticket to offer as a parent yet.
      await owner.reload();
      await owner.getByRole('link', { name: 'Sprint 26' }).waitFor();
      await owner.keyboard.press('c');
      await owner
        .getByRole('dialog', { name: 'New ticket' })
        .getByRole('combobox', { name: 'Parent' })
        .click();
      await owner
        .getByRole('option')
        .filter({ hasText: /PAY-\d/ })
        .first()
        .waitFor();
      const { page: phone } = await open('vera', { phone: true });
      await phone.goto('/p/PAY/cycles');
      await phone
        .getByRole('region', { name: 'Next cycle' })
        .getByRole('link', { name: 'Sprint 25' })
        .waitFor();
      assert.equal(await phone.getByRole('button', { name: 'New cycle' }).count(), 0);
      await inspectScreen(phone);
    },
  );
});
