import assert from 'node:assert/strict';
import { describeJourneys } from './support/journey.ts';

/** Run by test/lists/new-field.fault.ts in a copy of Docket whose tickets have a severity. */
describeJourneys('tickets with a field that was added to the table', (journey) => {
  journey(
    'the field is filtered, shown in lists, changed in the panel and told in the history',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const create = async (severity: string | null) => {
        const body: object = { title: `Marmalade ${severity}`, projectId: 'PAY', severity };
        return (await api.createTicket({ body })).data.key;
      };
      const keys = { critical: await create('critical'), minor: await create('minor') };
      await create(null);
      const find = async (query: object) => (await api.listTickets({ query })).data.map(({ key }) => key);
      assert.deepEqual(await find({ severity: 'critical' }), [keys.critical]);
      assert.deepEqual(await find({ search: 'marmalade', severity: 'critical' }), [keys.critical]);
      assert.deepEqual(await find({ search: 'marmalade', filter: 'severity < major' }), [keys.minor]);
      assert.deepEqual(
        await find({ search: 'marmalade', severity: 'none,minor' }).then((all) => all.length),
        2,
      );
      assert.deepEqual((await find({ sort: 'severity', order: 'desc' })).slice(0, 2), Object.values(keys));

      const { page } = await open('ada');
      await page.goto('/p/PAY/list?severity=critical,major');
      await page.getByRole('combobox', { name: /^Severity: / }).waitFor();
      const row = page.getByRole('row').filter({ hasText: 'Marmalade critical' });
      await row.getByRole('gridcell', { name: 'Critical', exact: true }).waitFor();
      assert.equal(await page.getByRole('row').count(), 2);

      await page.goto(`/t/${keys.critical}`);
      await page.getByRole('button', { name: /^Severity/ }).click();
      await page.getByRole('option', { name: 'Trivial' }).click();
      await page.getByText('changed the severity from Critical to Trivial').waitFor();
    },
  );
});
