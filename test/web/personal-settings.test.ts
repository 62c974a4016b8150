import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';

describeJourneys('personal settings', (journey) => {
  journey(
    'a star and the density are the same on every device of a person, offline too',
    async ({ open, team }) => {
      const [{ page, context, problems }, { page: other }] = [await open('ada'), await open('ada')];
      // What is loaded after the first screen may not have come yet.
      problems.expect(/ERR_INTERNET_DISCONNECTED/);
      await other.goto('/projects');
      await page.goto('/projects');
      const label =
        (await page
          .getByRole('button', { name: /^List .* first$/ })
          .first()
          .getAttribute('aria-label')) ?? '';
      const button = (where: typeof page, isStarred: boolean) =>
        where.getByRole('button', { name: isStarred ? `Do not l${label.slice(1)}` : label, exact: true });
      await button(page, false).click();
      await button(page, true).waitFor();
      await button(other, true).waitFor();

      // Both change something at once, one of them without a connection: neither is lost.
      await context.setOffline(true);
      await button(page, true).click();
      await button(page, false).waitFor();
      await other.goto('/me/preferences');
      await other.getByText('Compact', { exact: true }).click();
      await eventually(async () => {
        const { data } = await team.people.ada.api.getSettings();
        assert.equal(data.density, 'compact');
        assert.equal(data.starredProjects.length, 1);
      });
      await context.setOffline(false);
      await page.locator('html.density-compact').waitFor({ state: 'attached' });
      await eventually(async () => {
        const { data } = await team.people.ada.api.getSettings();
        assert.deepEqual([data.density, data.starredProjects], ['compact', []]);
      });
    },
  );

  journey('a search is offered again on another device', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/search');
    await page.getByRole('searchbox').fill('certificate');
    await page.getByRole('searchbox').press('Enter');
    const { page: other } = await open('ben');
    await other.goto('/search');
    await other
      .getByRole('region', { name: 'Recent searches' })
      .getByRole('button', { name: 'certificate' })
      .click();
    await eventually(async () =>
      assert.equal(await other.getByRole('searchbox').inputValue(), 'certificate'),
    );
  });

  journey(
    'a display that is made the default is shown on every device until it is removed',
    async ({ open, team }) => {
      const { page } = await open('chiara');
      const panel = async (where: typeof page) => {
        await where.getByRole('button', { name: 'Display', exact: true }).click();
        const dialog = where.getByRole('dialog', { name: 'Display' });
        await dialog.getByLabel('Group by', { exact: true }).waitFor();
        return dialog;
      };
      const heads = (where: typeof page, name: RegExp) => where.getByRole('row', { name }).first().waitFor();
      await page.goto('/p/PAY/list');
      await (await panel(page)).getByLabel('Group by', { exact: true }).selectOption({ label: 'Assignee' });
      await page.waitForURL(/groupBy=assignee/);
      await page
        .getByRole('dialog', { name: 'Display' })
        .getByRole('button', { name: 'Make my default' })
        .click();
      await page.getByText('This is how Payments opens for you').waitFor();
      await page.waitForURL(/\/p\/PAY\/list$/);
      await eventually(async () => {
        const { data } = await team.people.chiara.api.getSettings();
        assert.match(data.defaultDisplays[0] ?? '', /\.list groupBy=assignee$/);
      });

      // Another device opens the project in this layout, grouped so; other addresses show what they say.
      const { page: other } = await open('chiara');
      await other.goto('/projects');
      await other.getByRole('navigation').getByRole('link', { name: 'Payments' }).click();
      await other.waitForURL(/\/p\/PAY\/list$/);
      await heads(other, /Chiara Rossi/);
      await other.goto('/p/PAY/list?groupBy=priority');
      await heads(other, /Highest|High|Medium/);

      // Resetting returns to the own default; without it, to that of Docket.
      await (await panel(other)).getByRole('button', { name: 'Reset to default' }).click();
      await other.waitForURL(/\/p\/PAY\/list$/);
      await heads(other, /Chiara Rossi/);
      await other.getByRole('button', { name: 'Remove my default' }).click();
      await heads(other, /In progress/);
      await eventually(async () => {
        const { data } = await team.people.chiara.api.getSettings();
        assert.deepEqual(data.defaultDisplays, []);
      });
      await page.reload();
      await heads(page, /In progress/);
    },
  );
});
