import assert from 'node:assert/strict';
import { eventually } from './support/eventually.ts';
import { describeJourneys } from './support/journey.ts';

describeJourneys('the inbox', (journey) => {
  journey('an entry is snoozed by a key, waits apart and comes back', async ({ open, team }) => {
    const { page } = await open('ben');
    await team.people.ada.api.updateTicket({
      params: { id: team.ticketId('Warn before a certificate of a provider expires') },
      body: { assigneeId: team.people.ben.id },
    });
    await page.goto('/inbox');
    const list = page.getByRole('list', { name: 'Notifications' });
    await list.getByRole('link', { name: /Warn before a certificate/ }).waitFor();
    const before = await list.getByRole('listitem').count();
    await page.keyboard.press('j');
    const first = (await list.getByRole('link').first().getAttribute('id')) ?? '';
    await page.keyboard.press('h');
    await page.getByRole('menuitem', { name: 'Snooze until tomorrow' }).click();
    await page.getByRole('status').getByText('Snoozed until').waitFor();
    await page.locator(`#${first}`).waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByText('Snoozed', { exact: true }).click();
    const waiting = page.locator(`#${first}`);
    await waiting.getByText(/^until /).waitFor();
    await waiting.hover();
    await page.getByRole('button', { name: 'Show again now' }).click();
    await page.getByText('Nothing is snoozed.').waitFor();
    await page.getByText('All', { exact: true }).click();
    await page.locator(`#${first}`).waitFor();
    assert.equal(await list.getByRole('listitem').count(), before);
  });

  journey(
    'what happens between the loading of the inbox and the stream is not missed',
    async ({ open, team }) => {
      const { page } = await open('ben');
      const held = Promise.withResolvers<void>();
      await page.route(/\/api\/events/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto('/inbox');
      const list = page.getByRole('list', { name: 'Notifications' });
      await list.getByRole('listitem').first().waitFor();
      const { ada, ben } = team.people;
      const id = team.ticketId('Accept Wero and Bizum');
      await ada.api.updateTicket({ params: { id }, body: { assigneeId: ben.id } });
      await eventually(async () => {
        const { data } = await ben.api.listNotifications({ query: { limit: 5 } });
        assert.ok(data.some(({ ticket }) => ticket?.id === id));
      });
      held.resolve();
      await list.getByRole('link', { name: /Accept Wero and Bizum/ }).waitFor();
    },
  );

  journey('the question of an agent is told in its words and leads to the ticket', async ({ open, team }) => {
    const { ada, ben } = team.people;
    const title = 'Accept Wero and Bizum';
    const ticketId = team.ticketId(title);
    await ben.api.createAgentTask({
      body: {
        ...{ ticketId, agentId: team.builder.id, kind: 'inbox' },
        ...{ title: 'List the banks', instructions: 'List those that take part.' },
      },
    });
    const { data: task } = await team.builder.api.claimAgentTask({
      body: { workerId: 'builder-1', kinds: ['inbox'] },
    });
    await team.builder.api.askAboutAgentTask({
      params: { id: task.id },
      body: { epoch: task.lease?.epoch ?? 0, question: 'Austrian banks too?' },
    });
    const { page } = await open('ben');
    await page.goto('/inbox');
    const list = page.getByRole('list', { name: 'Notifications' });
    const told = 'Builder asked about the task “List the banks” “Austrian banks too?”';
    const entry = list.getByRole('link', { name: title }).filter({ hasText: told });
    assert.equal(await entry.getAttribute('href'), `/t/${team.ticketKey(title)}`);
    await entry.click();
    await page.getByRole('form', { name: 'Builder asks' }).getByText('Austrian banks too?').waitFor();
    const { data } = await ada.api.listNotifications({ query: { limit: 5 } });
    assert.equal(data[0]?.kind, 'agent_question', 'the owner of the agent is told as well');
  });
});
