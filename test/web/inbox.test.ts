import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { newPushBrowser } from '../support/push-browser.ts';
import { openReceiver } from '../support/receiver.ts';
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

    // Also until a moment of one's own.
    await page.locator(`#${first}`).focus();
    await page.keyboard.press('h');
    await page.getByRole('menuitem', { name: 'Choose date and time…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Snooze' });
    await dialog.getByLabel('Date and time').fill('2020-01-01T09:30');
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await dialog.getByText('Choose a time in the future.').waitFor();
    const year = new Date().getFullYear() + 2;
    await dialog.getByLabel('Date and time').fill(`${year}-03-01T09:30`);
    await dialog.getByRole('button', { name: 'Snooze' }).click();
    await page.getByRole('status').getByText(String(year)).first().waitFor();
    await page.getByText('Snoozed', { exact: true }).click();
    await page.getByText(new RegExp(`^until .*${year}`)).waitFor();
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

  for (const stream of ['open', 'opened later'] as const)
    journey(
      `what happens between the first answer of the inbox and its arrival is not missed, the stream being ${stream}`,
      async ({ open, team }) => {
        const { page } = await open('ben');
        const { ada, ben } = team.people;
        const asked = Promise.withResolvers<void>();
        const arrives = Promise.withResolvers<void>();
        const happened = Promise.withResolvers<void>();
        await page.route(
          /\/api\/user\/notifications\?/,
          async (route) => {
            const response = await route.fetch();
            asked.resolve();
            await arrives.promise;
            await route.fulfill({ response });
          },
          { times: 1 },
        );
        const isOpen = stream === 'open' ? page.waitForResponse(/\/api\/events/) : undefined;
        if (stream === 'opened later')
          await page.route(/\/api\/events/, async (route) => {
            await happened.promise;
            await route.continue();
          });
        await page.goto('/inbox');
        await asked.promise;
        await isOpen;
        const title = `Assigned in between, ${stream}`;
        const { data: ticket } = await ada.api.createTicket({
          body: { title, projectId: 'PAY', assigneeId: ben.id },
        });
        await eventually(async () => {
          const { data: told } = await ben.api.listNotifications({ query: { limit: 5 } });
          assert.ok(told.some((one) => one.ticket?.id === ticket.id));
        });
        happened.resolve();
        const inbox = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ });
        await eventually(async () => {
          const { data } = await ben.api.getBoot();
          await inbox.getByText(`${data.unreadRows} unread`).waitFor({ timeout: 1_000 });
        });
        arrives.resolve();
        const list = page.getByRole('list', { name: 'Notifications' });
        await list.getByRole('link', { name: new RegExp(title) }).waitFor();
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
    assert.equal(await entry.getAttribute('href'), `/t/${team.ticketKey(title)}?task=${task.id}`);
    await entry.click();
    await page.getByRole('form', { name: 'Builder asks' }).getByText('Austrian banks too?').waitFor();
    const { data } = await ada.api.listNotifications({ query: { limit: 5 } });
    assert.equal(data[0]?.kind, 'agent_question', 'the owner of the agent is told as well');
  });

  journey(
    'an entry opens beside the list at the comment that is meant, and the badge is the number of unread rows',
    async ({ open, team }) => {
      const { ada, ben } = team.people;
      const title = 'Warn before a certificate of a provider expires';
      const id = team.ticketId(title);
      await ben.api.markNotifications({ body: { read: true } });
      for (let i = 0; i < 12; i++)
        await ben.api.addComment({
          params: { id },
          body: { content: `Line one of ${i}\n\nLine two\n\nLine three` },
        });
      await ada.api.addComment({ params: { id }, body: { content: 'First, @ben' } });
      await ada.api.addComment({ params: { id }, body: { content: 'Please look at this, @ben' } });
      const [projectId = ''] = team.ticketKey(title).split('-');
      const assigned = 'Read the inbox at the right comment';
      const { data: made } = await ada.api.createTicket({
        body: { title: assigned, projectId, assigneeId: ben.id },
      });
      await eventually(async () => {
        const { unreadCount } = await ben.api.listNotifications({ query: { limit: 5 } });
        assert.equal(unreadCount, 3);
      });
      const { page } = await open('ben');
      const { page: other } = await open('ben');
      await other.goto('/');
      await page.goto('/inbox');
      const inboxLink = (where: typeof page) =>
        where.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Inbox/ });
      await inboxLink(page).getByText('2 unread').waitFor();
      await inboxLink(other).getByText('2 unread').waitFor();
      const list = page.getByRole('list', { name: 'Notifications' });
      const entry = list.getByRole('link', { name: title });
      await entry.getByText(`${ada.name} mentioned you “Please look at this, @${ben.name}”`).waitFor();
      await list.getByText(`${ada.name} assigned this to you`).first().waitFor();
      await entry.click();
      const pane = page.getByRole('region', { name: 'The chosen notification' });
      const meant = pane.getByText('Please look at this,');
      await meant.waitFor();
      await eventually(async () => {
        const box = await meant.boundingBox();
        assert.ok(box && box.y > 0 && box.y < (page.viewportSize()?.height ?? 0), 'scrolled to the comment');
      });
      await inboxLink(other).getByText('1 unread').waitFor();

      // The other entry is above: k goes there, j comes back, the button too.
      await page.keyboard.press('k');
      await pane
        .getByText(made.key ?? '', { exact: true })
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Next', exact: true }).click();
      await meant.waitFor();
      await page.getByRole('button', { name: 'Done', exact: true }).last().click();
      await entry.waitFor({ state: 'detached' });
      await page.getByText('Done', { exact: true }).first().click();
      await entry.waitFor();
    },
  );

  journey('a reminder set at a ticket comes back to the inbox on every device', async ({ open, team }) => {
    const { ben } = team.people;
    const title = 'Accept Wero and Bizum';
    const { page } = await open('ben');
    await page.goto(`/t/${team.ticketKey(title)}`);
    await page.getByRole('button', { name: 'Remind me' }).click();
    await page.getByRole('menuitem', { name: 'Tomorrow' }).click();
    await page.getByRole('status').getByText('You will be reminded on').waitFor();
    const { data } = await ben.api.listReminders();
    assert.equal(data[0]?.ticket.title, title);
    await page.getByRole('button', { name: /^Reminder: / }).click();
    await page.getByRole('menuitem', { name: 'Remove the reminder' }).click();
    await page.getByRole('button', { name: 'Remind me' }).waitFor();
  });

  journey('what this browser snoozed before moves to the server once', async ({ open, team }) => {
    const { ben } = team.people;
    const { data } = await ben.api.listNotifications({ query: { limit: 1, box: 'inbox' } });
    const [newest] = data;
    assert.ok(newest?.ticket);
    const { page } = await open('ben');
    await page.goto('/');
    const kept = { [newest.ticket.id]: { untilMs: Date.now() + 86_400_000, newestId: newest.id } };
    await page.evaluate((text) => localStorage.setItem('docket.snoozed', text), JSON.stringify(kept));
    await page.reload();
    await eventually(async () => {
      const snoozed = await ben.api.listNotifications({ query: { limit: 50, box: 'snoozed' } });
      assert.ok(snoozed.data.some(({ id }) => id === newest.id));
      assert.equal(await page.evaluate(() => localStorage.getItem('docket.snoozed')), null);
    });
  });

  journey(
    'the browser is asked by a press only, and hidden windows show a notification once',
    async ({ open, team }) => {
      const { ada, ben } = team.people;
      const { page, context } = await open('ben');
      await context.addInitScript(() => {
        if (location.protocol === 'about:') return;
        const shown = () => JSON.parse(localStorage.getItem('shown') ?? '[]') as string[];
        class Fake {
          static permission = localStorage.getItem('allowed') ?? 'default';
          static async requestPermission() {
            localStorage.setItem('allowed', 'granted');
            Fake.permission = 'granted';
            return 'granted';
          }
          onclick = () => {};
          constructor(title: string, { body }: { body: string }) {
            localStorage.setItem('shown', JSON.stringify([...shown(), `${title}: ${body}`]));
            Object.assign(globalThis, { lastShown: this });
          }
          close() {}
        }
        Object.assign(globalThis, { Notification: Fake });
        Object.defineProperty(document, 'visibilityState', {
          get: () => (localStorage.getItem('hidden') ? 'hidden' : 'visible'),
        });
      });
      await page.goto('/me/preferences');
      await page.getByText('Off in this browser.').waitFor();
      assert.equal(await page.evaluate(() => localStorage.getItem('allowed')), null);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByText('On in this browser.').waitFor();
      await page.evaluate(() => localStorage.setItem('hidden', 'yes'));
      await page.reload();
      const second = await context.newPage();
      await second.goto('/');
      await second.getByRole('heading', { level: 1 }).waitFor();
      await page.getByText('On in this browser.').waitFor();
      const id = team.ticketId('Accept Wero and Bizum');
      // Another one for each try would be more than a page of the list: one is written for every tenth.
      let tries = 0;
      await eventually(async () => {
        if (tries++ % 10 === 0)
          await ada.api.addComment({ params: { id }, body: { content: 'Is it done, @ben?' } });
        assert.notEqual(await page.evaluate(() => localStorage.getItem('shown')), null);
      });
      const shown = JSON.parse(
        (await page.evaluate(() => localStorage.getItem('shown'))) ?? '[]',
      ) as string[];
      assert.ok(shown.every((text) => text.includes(`${ada.name} mentioned you`)));
      const told = await ben.api.listNotifications({ query: { limit: 100, ticketId: id } });
      const mentions = told.data.filter(({ comment }) => comment?.excerpt === 'Is it done, @ben?');
      assert.ok(shown.length <= mentions.length, 'each once, though two windows received it');
    },
  );

  journey('a dot beside Agents says that an agent waits for the person', async ({ open, team }) => {
    const { ben } = team.people;
    const { page } = await open('ben');
    await page.goto('/');
    const agents = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Agents/ });
    await agents.waitFor();
    await ben.api.createAgentTask({
      body: {
        ...{ ticketId: team.ticketId('Accept Wero and Bizum'), agentId: team.builder.id, kind: 'dot' },
        ...{ title: 'Count the banks', instructions: 'Count.' },
      },
    });
    const { data: task } = await team.builder.api.claimAgentTask({
      body: { workerId: 'builder-2', kinds: ['dot'] },
    });
    await team.builder.api.askAboutAgentTask({
      params: { id: task.id },
      body: { epoch: task.lease?.epoch ?? 0, question: 'Which ones?' },
    });
    await agents.getByText('Something waits for you').waitFor();
  });

  journey('a push arrives while no window is open, in the language of its person', async ({ open, team }) => {
    const { ada, ben } = team.people;
    await ben.api.updatePreferences({ body: { language: 'de' } });
    const [service, browser] = [await openReceiver(), newPushBrowser()];
    try {
      const { page, context } = await open('ben', { offlineStart: true });
      // Real pushes need a service on the internet, and Chromium without a screen may have no notifications.
      await context.addInitScript(
        (told) => {
          if (location.protocol === 'about:') return;
          Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
          Notification.requestPermission = async () => 'granted';
          const subscription = {
            toJSON: () => told,
            unsubscribe: async () => localStorage.removeItem('subscribed'),
          };
          Object.assign(globalThis, { PushManager: class {} });
          Object.defineProperty(ServiceWorkerRegistration.prototype, 'pushManager', {
            get: () => ({
              getSubscription: async () => (localStorage.getItem('subscribed') ? subscription : null),
              subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
                localStorage.setItem('subscribed', applicationServerKey);
                return subscription;
              },
            }),
          });
        },
        { endpoint: service.url, keys: browser.keys },
      );
      const protocol = await context.newCDPSession(page);
      let registrationId: string | undefined;
      protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        registrationId = registrations.at(-1)?.registrationId ?? registrationId;
      });
      await protocol.send('ServiceWorker.enable');
      await page.goto('/me/preferences');
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await page.getByRole('button', { name: 'Einschalten' }).click();
      await page.getByText('auch wenn Docket geschlossen ist').waitFor();

      const id = team.ticketId('Accept Wero and Bizum');
      const before = service.received.length;
      await ada.api.addComment({ params: { id }, body: { content: 'Can you look, @ben?' } });
      const received = await service.until(before + 1);
      const texts = received.map(({ body }) => browser.decrypt(body));
      const told = texts.find(({ quote }) => quote === 'Can you look, @ben?') ?? assert.fail();

      // As if the window had been closed.
      const origin = new URL(page.url()).origin;
      await page.goto('about:blank');
      const worker = context.serviceWorkers()[0] ?? assert.fail('no service worker');
      await worker.evaluate(() => {
        Object.assign(ServiceWorkerRegistration.prototype, {
          showNotification: async (title: string, { body, data }: NotificationOptions) => {
            const shown = { title, body, path: data.openPath };
            await (await caches.open('shown')).put('/shown', new Response(JSON.stringify(shown)));
          },
        });
      });
      assert.ok(registrationId);
      await protocol.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(told),
      });
      await page.goto('/me/preferences');
      await eventually(async () => {
        const shown = await page.evaluate(async () => (await caches.match('/shown'))?.json());
        assert.deepEqual(shown, {
          title: told.about,
          body: `${ada.name} hat dich erwähnt\nCan you look, @ben?`,
          path: told.path,
        });
      });
      await page.getByRole('button', { name: 'Ausschalten' }).click();
      await eventually(async () =>
        assert.equal(await page.evaluate(() => localStorage.getItem('subscribed')), null),
      );
    } finally {
      await service.close();
      await ben.api.updatePreferences({ body: { language: 'en' } });
    }
  });
});
