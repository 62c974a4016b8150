import assert from 'node:assert/strict';
import { describeJourneys } from './support/journey.ts';
import { inspectScreen } from './support/visit-screens.ts';

describeJourneys('initiatives', (journey) => {
  journey(
    'an admin groups projects under a goal, and members see the part that they may read',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      await api.postProjectUpdate({
        params: { id: 'PAY' },
        body: { health: 'at_risk', text: 'The **audit** is late.' },
      });
      const { page } = await open('ada');
      await page.goto('/');
      await page.getByRole('heading', { name: 'My work' }).waitFor();
      await page.keyboard.press('g');
      await page.keyboard.press('n');
      await page.getByText('No initiatives yet').waitFor();
      await page.getByRole('button', { name: 'New initiative' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New initiative' });
      await dialog.getByLabel('Name').fill('Pay everywhere');
      await dialog.getByLabel('Description').fill('Cards in <i>every</i> **country**');
      await dialog.getByLabel('Workspace').selectOption({ label: 'Northwind' });
      await dialog.getByRole('button', { name: 'Create initiative' }).click();
      await page.getByRole('heading', { name: 'Pay everywhere', level: 1 }).waitFor();
      await page.getByText('Cards in <i>every</i> country').waitFor();
      const projects = page.getByRole('region', { name: 'Projects' });
      for (const name of ['Payments', 'Documentation']) {
        await projects.getByRole('button', { name: 'Add project' }).click();
        await page.getByRole('option', { name: new RegExp(`^${name}`) }).click();
        await projects.getByRole('link', { name }).waitFor();
      }
      await projects.locator('strong').getByText('audit').waitFor();
      const plan = page.getByRole('region', { name: 'Plan' });
      await plan.getByText('At risk').waitFor();
      await plan
        .getByText(/forecast|a week arrive|Nothing is open|At this rate|expected|Done/i)
        .first()
        .waitFor();
      await plan.getByRole('button', { name: 'Ada Lindström' }).click();
      await page.getByRole('option', { name: /^Ben Okafor/ }).click();
      await plan.getByRole('button', { name: 'Ben Okafor' }).waitFor();
      await plan.getByRole('button', { name: 'None' }).click();
      await page.keyboard.type('2027-03-01');
      await page.keyboard.press('Enter');
      await plan.getByRole('button', { name: '1 Mar 2027' }).waitFor();
      await inspectScreen(page);

      const { data: counts } = await api.countTickets({ query: { by: 'status', project: 'PAY' } });
      const { done = 0, cancelled = 0 } = counts.by.status ?? {};
      // Chiara is a member of the workspace and of PAY alone.
      const { page: phone } = await open('chiara', { phone: true });
      await phone.goto('/initiatives');
      await phone.getByRole('link', { name: 'Pay everywhere' }).click();
      await phone
        .getByText(`${done} of ${counts.total - cancelled} done`)
        .first()
        .waitFor();
      assert.equal(await phone.getByText('Documentation').count(), 0, 'a project that she cannot read');
      assert.equal(await phone.getByRole('button', { name: 'Add project' }).count(), 0);
      await inspectScreen(phone);
      await phone.goto('/p/PAY');
      const served = phone.getByRole('region', { name: 'Initiatives' });
      await served.getByRole('link', { name: 'Pay everywhere' }).waitFor();

      await page.getByRole('button', { name: 'Actions for Pay everywhere' }).click();
      await page.getByRole('menuitem', { name: 'Archive' }).click();
      await page.getByText('Archived “Pay everywhere”').waitFor();
      await page.getByRole('link', { name: 'Initiatives' }).first().click();
      await page.getByText('No initiatives yet').waitFor();
      await page.getByText('Show archived').click();
      await page.getByRole('link', { name: 'Pay everywhere' }).waitFor();
      await inspectScreen(page);
    },
  );
});
