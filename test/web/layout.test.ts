import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { describeJourneys } from './support/journey.ts';
import { settle } from './support/settle.ts';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const boxesOf = async (locator: Locator): Promise<Box[]> =>
  (await Promise.all((await locator.all()).map((one) => one.boundingBox()))).filter((box) => box !== null);

function assertApart(boxes: readonly Box[], what: string): void {
  assert.ok(boxes.length > 1, `${what}: only ${boxes.length}`);
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) {
      const isApart =
        a.x + a.width <= b.x + 0.5 ||
        b.x + b.width <= a.x + 0.5 ||
        a.y + a.height <= b.y + 0.5 ||
        b.y + b.height <= a.y + 0.5;
      assert.ok(isApart, `${what} lie over each other: ${JSON.stringify([a, b])}`);
    }
}

// Its words are longer than the English ones.
describeJourneys('The layout in German', (journey) => {
  for (const phone of [false, true])
    journey(
      `no name of a column is broken within a word, ${phone ? 'on a phone' : 'at a desk'}`,
      async ({ open, team }) => {
        await team.people.ada.api.updatePreferences({ body: { language: 'de' } });
        const { page } = await open('ada', { phone });
        await page.goto('/p/PAY/list');
        await page.getByRole('button', { name: 'Anzeige', exact: true }).click();
        const names = page.getByRole('dialog', { name: 'Anzeige' }).locator('.display-column label');
        await names.first().waitFor();
        await settle(page);
        const heights = (await boxesOf(names)).map(({ height }) => height);
        // `Typ` has no word to break.
        assert.equal(Math.max(...heights), Math.min(...heights), `${heights}`);
      },
    );

  journey('the choices of the inbox stand beside each other on a phone', async ({ open, team }) => {
    await team.people.ada.api.updatePreferences({ body: { language: 'de' } });
    const { page } = await open('ada', { phone: true });
    await page.goto('/inbox');
    const words = page.locator('.screen-actions .segmented-option span');
    await words.first().waitFor();
    await settle(page);
    const button = page.getByRole('button', { name: 'Alle als gelesen markieren' });
    assertApart([...(await boxesOf(words)), ...(await boxesOf(button))], 'choices');
    const [box] = await boxesOf(button);
    assert.ok(box && box.x + box.width <= 360, JSON.stringify(box));
    // The words of its button would leave the title of an entry no room.
    const titles = await boxesOf(page.locator('.inbox-title'));
    assert.ok(
      titles.every(({ width }) => width > 150),
      JSON.stringify(titles),
    );
  });

  journey('what was done and who did it stand apart in the audit log on a phone', async ({ open, team }) => {
    await team.people.ada.api.updatePreferences({ body: { language: 'de' } });
    const { page } = await open('ada', { phone: true });
    await page.goto('/instance/audit');
    const words = page.locator('.audit-narrow .button-text');
    await words.first().waitFor();
    await settle(page);
    assertApart(await boxesOf(words), 'buttons');
    await page.getByText('nach: Mitglied').first().waitFor({ state: 'attached' });
  });

  journey('the tab of triage is in sight on a phone, with its count', async ({ open, team }) => {
    const { api } = team.people.ada;
    await api.updatePreferences({ body: { language: 'de' } });
    await api.updateProject({ params: { id: 'PAY' }, body: { triage: true } });
    await team.builder.api.createTicket({ body: { title: 'Waits', projectId: 'PAY' } });
    const { page } = await open('ada', { phone: true });
    await page.goto('/p/PAY/triage');
    const tab = page.locator('.tabs').getByRole('link', { name: /^Triage/ });
    await tab.locator('.project-tab-count').waitFor();
    await settle(page);
    const [box] = await boxesOf(tab);
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360, JSON.stringify(box));
  });

  journey('an agent has its mark, not initials, among the members of a project', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY');
    const builder = page.locator('.project-overview-people li').filter({ hasText: 'Builder' });
    await builder.locator('.avatar-agent').waitFor();
  });

  journey(
    'an entry of the inbox can be answered while its other actions are shown',
    async ({ open, team }) => {
      await team.people.ada.api.updatePreferences({ body: { language: 'de' } });
      const { page } = await open('ada');
      await page.goto('/inbox');
      const entry = page
        .locator('.inbox-item')
        .filter({ has: page.getByRole('button', { name: 'Antworten' }) });
      await entry.first().hover();
      await settle(page);
      const buttons = entry.first().locator('> .button, .inbox-actions button:visible');
      assertApart(await boxesOf(buttons), 'buttons');
    },
  );

  journey('every tab of a project has room in triage', async ({ open, team }) => {
    const { api } = team.people.ada;
    await api.updatePreferences({ body: { language: 'de' } });
    await api.updateProject({ params: { id: 'PAY' }, body: { triage: true } });
    const { page } = await open('ada');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/p/PAY/triage');
    const tabs = page.locator('.screen-tabs');
    await tabs.getByRole('link', { name: 'Einstellungen' }).waitFor();
    await page.getByRole('radio', { name: 'Wartend' }).waitFor({ state: 'attached' });
    // The frame of the last tab may be cut, its word may not.
    const hidden = await tabs.evaluate((element) => element.scrollWidth - element.clientWidth);
    assert.ok(hidden <= 4, `${hidden} px are hidden`);
  });

  journey('the tickets of all projects have a visible title beside their tabs', async ({ open, team }) => {
    await team.people.ada.api.updatePreferences({ body: { language: 'de' } });
    const { page } = await open('ada', { phone: true });
    await page.goto('/tickets');
    const title = page.locator('.screen-bar').getByText('Alle Tickets').filter({ visible: true });
    await title.last().waitFor();
    const widths = (await boxesOf(title)).map(({ width }) => width);
    assert.ok(Math.max(...widths) > 20, `${widths}`);
  });
});
