import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { describeJourneysInKeptWindows } from './support/journey.ts';
import type { Team } from './support/team.ts';
import { inspectScreen } from './support/visit-screens.ts';
import { writtenText } from './support/written-text.ts';

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const webhooks = 'Webhook retries send some events twice';
const drawer = (page: Page, key: string) => page.getByRole('dialog', { name: new RegExp(`^${key} `) });
const comments = (page: Page) => page.getByRole('region', { name: 'Comments' });
const status = (page: Page) => page.getByRole('button', { name: /^Status / });
const readTicket = async (team: Team, title: string) =>
  (await team.people.ada.api.getTicket({ params: { id: team.ticketId(title) } })).data;

async function openPage(page: Page, key: string): Promise<void> {
  await page.goto(`/t/${key}`);
  await comments(page).waitFor();
}

describeJourneysInKeptWindows('a ticket', (journey) => {
  journey('the status is changed by key and taken back by the toast', async ({ open, team }) => {
    const { page } = await open('ben');
    await openPage(page, 'PAY-2');
    await page.keyboard.press('s');
    await page.getByRole('combobox', { name: 'Status' }).fill('rev');
    await page.keyboard.press('Enter');
    await status(page).getByText('In review').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await status(page).getByText('In progress').waitFor();
    await page.waitForFunction(() => document.querySelector('.frame-bars')?.textContent === '');
    await eventually(async () => assert.equal((await readTicket(team, webhooks)).status, 'in_progress'));
  });

  journey('title and description are edited where they stand', async ({ open, team }) => {
    const { page, problems } = await open('ben');
    await openPage(page, 'PAY-9');
    await page.keyboard.press('e');
    await page.keyboard.type('Umlauts break transfers');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Umlauts break transfers' }).waitFor();
    await page.keyboard.press('Shift+E');
    const text = page.getByRole('textbox', { name: 'Description' });
    await text.fill('- [ ] Test with ä\n- [ ] Test with ß');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('checkbox').first().click();
    await page.getByRole('checkbox', { checked: true }).waitFor();
    await eventually(async () => {
      const { data } = await team.people.ada.api.getTicket({ params: { id: 'PAY-9' } });
      assert.equal(data.title, 'Umlauts break transfers');
      assert.equal(data.description, '- [x] Test with ä\n- [ ] Test with ß');
    });
    problems.assertNone();
    // A page that ends before it has the answer leaves its change to the next, which finds it made.
    problems.expect(/412 \(Precondition Failed\)/);
    await page.reload();
    await page.getByRole('checkbox', { checked: true }).waitFor();
  });

  journey(
    'a ticket with open sub-tickets is closed only after a question that names them',
    async ({ open, team }) => {
      const { page, problems } = await open('ben');
      problems.expect(/409/);
      const epic = 'Refunds in several currencies';
      const { key } = await readTicket(team, epic);
      await openPage(page, key ?? '');
      await page.getByRole('progressbar', { name: '2 of 4 done' }).waitFor();
      const finish = async () => {
        await page.keyboard.press('s');
        await page.getByRole('combobox', { name: 'Status' }).fill('done');
        await page.keyboard.press('Enter');
      };
      await finish();
      const question = page.getByRole('dialog', { name: `Close ${key} anyway?` });
      await question.getByText('Let support refund a part of a payment').waitFor();
      await question.getByRole('button', { name: 'Cancel' }).click();
      assert.notEqual((await readTicket(team, epic)).status, 'done');
      await finish();
      await question.getByRole('button', { name: 'Close anyway' }).click();
      await eventually(async () => assert.equal((await readTicket(team, epic)).status, 'done'));
      await team.people.ada.api.updateTicket({ params: { id: key ?? '' }, body: { status: 'in_progress' } });
    },
  );

  journey(
    'a ticket that lacks an approval is refused with the list, reviewed, and then closed',
    async ({ open, team }) => {
      const { ada } = team.people;
      const made = await ada.api.createTicket({
        body: { title: 'Needs a look', projectId: 'PAY', status: 'in_review' },
      });
      const { id, key = '' } = made.data;
      await ada.api.setGates({ params: { id: 'PAY' }, body: { review: 'person' } });
      const { page, problems } = await open('ada');
      problems.expect(/409/);
      await openPage(page, key);
      const finish = async () => {
        await page.keyboard.press('s');
        await page.getByRole('combobox', { name: 'Status' }).fill('done');
        await page.keyboard.press('Enter');
      };
      await finish();
      const dialog = page.getByRole('dialog', { name: `${key} is not done yet` });
      await dialog.getByText('An approval by a person').waitFor();
      await inspectScreen(page);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      const statusOf = async () => (await ada.api.getTicket({ params: { id } })).data.status;
      assert.equal(await statusOf(), 'in_review');
      const reviews = page.getByRole('region', { name: 'Reviews' });
      await reviews.getByRole('button', { name: 'Ask for changes' }).click();
      const asking = page.getByRole('dialog', { name: `Ask for changes: ${key}` });
      await asking.getByRole('textbox', { name: 'Comment' }).fill('Round half up');
      await asking.getByRole('button', { name: 'Ask for changes' }).click();
      await reviews.getByText('Round half up').waitFor();
      await inspectScreen(page);
      await finish();
      await dialog.getByText(/ asked for changes$/).waitFor();
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Hotfix');
      await dialog.getByRole('button', { name: 'Close anyway' }).click();
      await eventually(async () => assert.equal(await statusOf(), 'done'));
      await page.getByText('closed it despite the gates: Hotfix').waitFor();
      await ada.api.setGates({ params: { id: 'PAY' }, body: { review: 'none' } });
    },
  );

  journey('the first sub-ticket of somebody else appears at once', async ({ open, team }) => {
    const { api } = team.people.ada;
    const { page } = await open('ben');
    await openPage(page, 'PAY-10');
    await page.getByRole('button', { name: 'Add sub-ticket' }).waitFor();
    const parentId = (await api.getTicket({ params: { id: 'PAY-10' } })).data.id;
    await api.createTicket({ body: { title: 'One step of it', projectId: 'PAY', parentId } });
    await page.getByRole('region', { name: 'Sub-tickets' }).getByText('One step of it').waitFor();
  });

  journey(
    'an estimate is typed where the project estimates, and the board sums it up',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      await api.updateProject({ params: { id: 'PAY' }, body: { estimateUnit: 'points' } });
      const { page } = await open('ben');
      await openPage(page, 'PAY-2');
      const field = page.getByRole('spinbutton', { name: 'Points' });
      await field.fill('2.5');
      await page.keyboard.press('Enter');
      await eventually(async () => assert.equal((await readTicket(team, webhooks)).estimate, 2.5));
      await page.goto('/p/PAY/board');
      await page.getByText('Σ 2.5').waitFor();
      await api.updateProject({ params: { id: 'PAY' }, body: { estimateUnit: 'none' } });
      await page.getByText('Σ 2.5').waitFor({ state: 'detached' });
    },
  );

  journey('Escape gives up what was typed into the title', async ({ open, team }) => {
    const { page } = await open('ben');
    await openPage(page, 'PAY-15');
    await page.keyboard.press('e');
    await page.keyboard.type('Something else');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('[data-ticket-title]')?.value.startsWith('Warn before'),
    );
    const { data } = await team.people.ada.api.getTicket({ params: { id: 'PAY-15' } });
    assert.match(data.title, /^Warn before/);
  });

  journey('a comment with a mention appears in another browser', async ({ open }) => {
    const [ben, ada] = [await open('ben'), await open('ada')];
    await openPage(ben.page, 'PAY-3');
    await openPage(ada.page, 'PAY-3');
    await ben.page.keyboard.press('m');
    await ben.page.keyboard.type('Please look, @ada');
    await ben.page.getByRole('option', { name: /Ada Lindström/ }).waitFor();
    await ben.page.keyboard.press('Enter');
    await ben.page.keyboard.type('today');
    await comments(ben.page).getByRole('button', { name: 'Comment', exact: true }).click();
    await comments(ada.page).getByText('@Ada Lindström').waitFor();
    const box = comments(ben.page).getByRole('textbox', { name: 'Write a comment' });
    assert.equal(await writtenText(box), '');
  });

  journey('a comment that is being written survives a reload', async ({ open }) => {
    const { page } = await open('ben');
    await openPage(page, 'PAY-4');
    await comments(page).getByRole('textbox', { name: 'Write a comment' }).fill('Half a thought');
    await page.reload();
    const box = comments(page).getByRole('textbox', { name: 'Write a comment' });
    await eventually(async () => assert.equal(await writtenText(box), 'Half a thought'));
  });

  journey('a reply lies under nothing, can be put off, and stands in its thread', async ({ open }) => {
    const { page } = await open('ben', { phone: true });
    await openPage(page, 'PAY-2');
    const thread = comments(page).getByRole('listitem').filter({ hasText: 'Three customers wrote today' });
    const reply = thread.getByRole('textbox', { name: 'Reply' });
    await thread.getByRole('button', { name: 'Reply' }).click();
    await reply.fill('On it');
    await thread.getByRole('button', { name: 'Cancel' }).click();
    await thread.getByRole('button', { name: 'Reply' }).click();
    assert.equal(await writtenText(reply), 'On it');
    // Playwright clicks only what no other element covers.
    await thread.getByRole('button', { name: 'Comment', exact: true }).click();
    await thread.getByRole('listitem').filter({ hasText: 'On it' }).waitFor();
  });

  journey('a change by somebody else never takes the text that is typed', async ({ open, team }) => {
    const { page } = await open('ben');
    await openPage(page, 'PAY-10');
    await page.keyboard.press('e');
    await page.keyboard.type('Settlement report in seconds');
    await team.people.ada.api.updateTicket({
      params: { id: 'PAY-10' },
      body: { title: 'Faster settlement report' },
    });
    await page.getByRole('heading', { level: 1, name: 'Faster settlement report' }).waitFor();
    const title = page.getByRole('textbox', { name: 'Title' });
    assert.equal(await title.inputValue(), 'Settlement report in seconds');
    assert.ok(await title.evaluate((field) => field === document.activeElement));
  });

  journey('two people who change a description both keep their text', async ({ open, team }) => {
    // On a phone, where a toast would lie over the buttons.
    const { page, context, problems } = await open('ben', { phone: true });
    problems.expect(/412/, /net::ERR_/, /^request: /);
    await openPage(page, 'PAY-12');
    await page.keyboard.press('Shift+E');
    // With a connection both texts become one while they are written.
    await context.setOffline(true);
    await page.getByRole('textbox', { name: 'Description' }).fill('Mine');
    await team.people.ada.api.updateTicket({ params: { id: 'PAY-12' }, body: { description: 'Theirs' } });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('region', { name: 'Description' }).getByText('Mine').waitFor();
    await context.setOffline(false);
    await page.getByRole('region', { name: 'Your version' }).getByText('Mine').waitFor();
    await page
      .getByRole('region', { name: `Version of ${team.people.ada.name}` })
      .getByText('Theirs')
      .waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).waitFor();
    // What was not saved is not reported as done.
    assert.equal(await page.getByText(/^Changed the description/).count(), 0);
    assert.equal(await page.locator('.toast').count(), 0);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('region', { name: 'Description' }).getByText('Mine').waitFor();
  });

  journey(
    'after quick steps the drawer shows the texts of the ticket at which they end',
    async ({ open }) => {
      const { page } = await open('ben');
      await page.goto('/p/PAY/board');
      await page.getByRole('link', { name: /^PAY-7 / }).focus();
      await page.keyboard.press('Enter');
      await drawer(page, 'PAY-7').waitFor();
      for (const step of [']', '[', ']']) await page.keyboard.press(step);
      await drawer(page, 'PAY-9').getByRole('region', { name: 'Comments' }).waitFor();
      await page.keyboard.press('[');
      await drawer(page, 'PAY-7').getByRole('region', { name: 'Comments' }).waitFor();
    },
  );

  journey('the drawer goes on through the list and gives the focus back', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/p/PAY/board');
    await page.getByRole('link', { name: /^PAY-7 / }).focus();
    await page.keyboard.press('Enter');
    await drawer(page, 'PAY-7').waitFor();
    await page.keyboard.press('j');
    await drawer(page, 'PAY-9').waitFor();
    await page.keyboard.press('[');
    await drawer(page, 'PAY-7').waitFor();
    await page.keyboard.press('Escape');
    await drawer(page, 'PAY-7').waitFor({ state: 'detached' });
    await page.waitForFunction(() =>
      document.activeElement?.getAttribute('aria-label')?.startsWith('PAY-7 '),
    );
  });

  journey(
    'the drawer gets its buttons for the list as soon as the list behind has tickets',
    async ({ open }) => {
      const { page } = await open('ben');
      await page.goto('/p/PAY/list?status=cancelled&priority=critical&ticket=PAY-7');
      const panel = drawer(page, 'PAY-7');
      await panel.getByText('PAY-7', { exact: true }).waitFor();
      const previous = panel.getByRole('button', { name: 'Previous ticket' });
      assert.equal(await previous.count(), 0, 'no ticket fits the filters');
      // The drawer covers the button in a window of this width.
      await page.getByRole('button', { name: 'Clear', exact: true }).dispatchEvent('click');
      await previous.waitFor();
    },
  );

  journey(
    'the steps of an agent appear as they come, and its question is answered',
    async ({ open, team }) => {
      const { page } = await open('ben');
      await openPage(page, 'PAY-11');
      await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes, all of them.');
      await page.keyboard.press('Control+Enter');
      await comments(page).getByText('Waits', { exact: true }).waitFor();
      const { data: task } = await team.builder.api.claimAgentTask({ body: { workerId: 'builder-1' } });
      await team.builder.api.reportAgentTaskActivity({
        params: { id: task.id },
        body: { epoch: task.lease?.epoch ?? 0, type: 'message', content: 'Listing the codes now.' },
      });
      await comments(page).getByText('Listing the codes now.').waitFor();
    },
  );

  journey('a deleted ticket stays to be read and can be restored', async ({ open, team }) => {
    const { page, problems } = await open('ben');
    // What the page loads while the ticket is deleted is not found.
    problems.expect(/404 \(Not Found\)/);
    await openPage(page, 'PAY-18');
    await team.people.ada.api.deleteTicket({ params: { id: 'PAY-18' } });
    await page.getByText('Ada Lindström deleted this ticket.').waitFor();
    assert.ok(await page.getByRole('button', { name: 'Restore' }).isVisible());
  });

  journey('a checklist is written, ticked and moved by keys, and others see it', async ({ open, team }) => {
    const { api } = team.people.ada;
    const { data: ticket } = await api.createTicket({ body: { title: 'With steps', projectId: 'PAY' } });
    const { page } = await open('ada');
    await openPage(page, ticket.key ?? '');
    await page.getByRole('button', { name: 'Add checklist item' }).click();
    const add = page.getByRole('textbox', { name: 'Add checklist item' });
    for (const text of ['Build', 'Test', 'Ship']) {
      await add.fill(text);
      await add.press('Enter');
      await page.getByRole('checkbox', { name: text }).waitFor();
    }
    const { page: other } = await open('ben');
    await openPage(other, ticket.key ?? '');
    await page.getByRole('checkbox', { name: 'Test' }).check();
    await other.getByRole('region', { name: 'Checklist' }).getByText('1/3').waitFor();
    await other.getByText('ticked “Test”').waitFor();
    const items = page.getByRole('textbox', { name: 'Item', exact: true });
    const texts = () => items.evaluateAll((all) => all.map((one) => (one as HTMLTextAreaElement).value));
    await items.nth(0).press('Alt+ArrowDown');
    await page.waitForFunction(
      () => document.activeElement === document.querySelectorAll('textarea.checklist-text')[1],
    );
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForFunction(
      () => document.activeElement === document.querySelectorAll('textarea.checklist-text')[2],
    );
    assert.deepEqual(await texts(), ['Test', 'Ship', 'Build']);
    await items.nth(1).fill('Ship it');
    await items.nth(1).press('Enter');
    await page.getByRole('button', { name: 'Delete item: Build' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
    await page.getByRole('checkbox', { name: 'Build' }).waitFor();
    const { data } = await api.getChecklist({ params: { id: ticket.id } });
    assert.deepEqual(
      data.map(({ text, done }) => [text, done]),
      [
        ['Test', true],
        ['Ship it', false],
        ['Build', false],
      ],
    );
  });

  journey('criteria are written and moved by keys, and show their evidence', async ({ open, team }) => {
    const { api } = team.people.ada;
    const { data: ticket } = await api.createTicket({ body: { title: 'To be shown', projectId: 'PAY' } });
    const { page } = await open('ada');
    await openPage(page, ticket.key ?? '');
    await page.getByRole('button', { name: 'Add criterion' }).click();
    const add = page.getByRole('textbox', { name: 'Add criterion' });
    const part = page.getByRole('region', { name: 'Criteria' });
    for (const [count, text] of ['Builds', 'Looks <b>right</b>'].entries()) {
      await add.fill(text);
      await add.press('Enter');
      await part.getByText(`0/${count + 1}`).waitFor();
    }
    const items = page.getByRole('textbox', { name: 'Criterion', exact: true });
    await items.nth(0).press('Alt+ArrowDown');
    await page.waitForFunction(
      () => document.activeElement === document.querySelectorAll('textarea.criterion-text')[1],
    );
    await page.getByRole('button', { name: 'It holds: Builds' }).click();
    await part.getByText('1/2').waitFor();
    await eventually(async () => {
      const { data } = await api.listCriteria({ params: { id: ticket.id } });
      assert.deepEqual(
        data.map(({ text, state }) => [text, state]),
        [
          ['Looks <b>right</b>', 'open'],
          ['Builds', 'shown'],
        ],
      );
    });
    const { data } = await api.listCriteria({ params: { id: ticket.id } });
    const form = new FormData();
    const fields = { kind: 'diff', passed: 'false', summary: 'A change', commit: '1a2b3c4d' };
    for (const [name, value] of Object.entries({ ...fields, criterionId: data[0]?.id ?? '' }))
      form.append(name, value);
    form.append('file', new Blob(['--- a\n+++ b\n-<i>old</i>\n+<i>new</i>\n']), 'a.diff');
    await api.addEvidence({ params: { id: ticket.id }, body: form });
    await part.getByText('Failed', { exact: true }).waitFor();
    await part.getByText('A change').click();
    await part.locator('.diff-added', { hasText: '+<i>new</i>' }).waitFor();
    await part.getByText('at 1a2b3c4').waitFor();
    const whole = new FormData();
    for (const [name, value] of Object.entries({ kind: 'image', passed: 'true', summary: 'The screen' }))
      whole.append(name, value);
    whole.append('file', new Blob([Buffer.from(pixel, 'base64')], { type: 'image/png' }), 'screen.png');
    await api.addEvidence({ params: { id: ticket.id }, body: whole });
    const other = page.getByRole('region', { name: 'Other evidence' });
    await other.getByText('Passed', { exact: true }).waitFor();
    await other.getByText('The screen').click();
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('img[alt="screen.png"]')?.naturalWidth === 1,
    );
  });

  journey('a priority typed in full is the one that is set', async ({ open, team }) => {
    const { page } = await open('ben');
    await openPage(page, 'PAY-12');
    await page.keyboard.press('p');
    await page.getByRole('combobox', { name: 'Priority' }).fill('high');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Priority High', exact: true }).waitFor();
    await eventually(async () => {
      const { data } = await team.people.ada.api.getTicket({ params: { id: 'PAY-12' } });
      assert.equal(data.priority, 'high');
    });
  });

  journey('one click on Reply opens the reply while the comment box has the focus', async ({ open }) => {
    const { page } = await open('ben', { height: 700 });
    await openPage(page, 'PAY-2');
    await page.getByRole('textbox', { name: 'Write a comment' }).focus();
    const button = comments(page).getByRole('button', { name: 'Reply' }).last();
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    assert.deepEqual(await button.boundingBox(), box, 'the button moves away under the pointer');
    await page.mouse.up();
    await page.getByRole('textbox', { name: 'Reply' }).waitFor();
  });

  journey('details stay within the window however many people watch the ticket', async ({ open, team }) => {
    const { ada } = team.people;
    const { data: ticket } = await ada.api.createTicket({ body: { title: 'Watched', projectId: 'PAY' } });
    for (let n = 0; n < 8; n++) {
      const { id: userId } = await team.server.person(`Watcher${n}`);
      await ada.api.addMember({ params: { id: 'PAY' }, body: { userId, role: 'member' } });
      await ada.api.watchTicket({ params: { id: ticket.id }, body: { userId } });
    }
    const { page } = await open('ada', { width: 1280 });
    await openPage(page, ticket.key ?? '');
    const add = page.getByRole('button', { name: 'Add a watcher' });
    await page.getByRole('region', { name: 'Watchers' }).getByText('+').waitFor();
    const box = await add.boundingBox();
    assert.ok(box && box.x + box.width <= 1280, `the button ends at ${box && box.x + box.width} px of 1280`);
  });

  journey(
    'own fields and estimates have their names in the drawer and on the phone',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      await api.createField({ params: { id: 'DOCS' }, body: { name: 'Customer cost', type: 'number' } });
      await api.updateProject({ params: { id: 'DOCS' }, body: { estimateUnit: 'points' } });
      const { data: ticket } = await api.createTicket({ body: { title: 'Priced', projectId: 'DOCS' } });
      for (const phone of [false, true]) {
        const { page } = await open('ada', { phone });
        await page.goto(`/p/DOCS/list?ticket=${ticket.key}`);
        const panel = drawer(page, ticket.key ?? '');
        await panel.getByText('Customer cost').waitFor();
        await panel.getByText(/^Points/).waitFor();
      }
    },
  );

  journey(
    'the head of the drawer and the last line of the menu are reached on any screen',
    async ({ open }) => {
      const { page: phone } = await open('ben', { phone: true });
      await phone.goto('/p/PAY/list?ticket=PAY-3');
      const panel = drawer(phone, 'PAY-3');
      await panel.getByText('PAY-3', { exact: true }).waitFor();
      const [key, previous] = await Promise.all([
        panel.getByText('PAY-3', { exact: true }).boundingBox(),
        panel.getByRole('button', { name: 'Previous ticket' }).boundingBox(),
      ]);
      assert.ok(key && previous && key.x + key.width <= previous.x, 'the key lies under a button');

      const { page } = await open('ben', { width: 1280, height: 800 });
      await openPage(page, 'PAY-2');
      await page.keyboard.press('.');
      const last = page.getByRole('menu').getByRole('menuitem', { name: 'Delete' });
      await last.waitFor();
      const isScrolled = await page
        .getByRole('menu')
        .evaluate((menu) => menu.scrollHeight > menu.clientHeight);
      assert.equal(isScrolled, false, 'the menu has lines that are not shown');
    },
  );

  journey(
    'a ticket is duplicated, and split into sub-tickets from lines and from its checklist',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const { data: ticket } = await api.createTicket({
        body: { title: 'Large work', projectId: 'PAY', priority: 'high', description: 'All of it' },
      });
      for (const text of ['Plan it', 'Build it'])
        await api.addChecklistItem({ params: { id: ticket.id }, body: { text } });
      const { page } = await open('ben');
      await openPage(page, ticket.key ?? '');
      await page.getByRole('button', { name: 'Make sub-tickets of the open items' }).click();
      const table = page.getByRole('table', { name: 'Sub-tickets' });
      await table
        .getByRole('row')
        .filter({ hasText: 'Plan it' })
        .getByRole('button', { name: /^Priority/ })
        .waitFor();
      await table
        .getByRole('row')
        .filter({ hasText: 'Build it' })
        .getByRole('button', { name: /^Assignee/ })
        .waitFor();
      await page.getByRole('status').getByText('2 sub-tickets added').waitFor();
      await eventually(async () => {
        const { data } = await api.getChecklist({ params: { id: ticket.id } });
        assert.deepEqual(data, []);
      });
      await page.getByRole('button', { name: 'Add sub-ticket' }).click();
      await page.getByRole('textbox', { name: 'Title of the sub-ticket' }).evaluate((input) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', '- [ ] Test it\n- Ship it\n');
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      });
      await table.getByRole('row').filter({ hasText: 'Ship it' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Ticket actions' }).click();
      await page.getByRole('menuitem', { name: 'Duplicate', exact: true }).click();
      await page.getByRole('status').getByText('Large work (copy)').waitFor();
      await eventually(async () => {
        const { data } = await api.listTickets({ query: { search: 'Large work', project: 'PAY' } });
        const copy = data.find(({ title }) => title === 'Large work (copy)');
        assert.ok(copy);
        const { data: details } = await api.getTicket({ params: { id: copy.id } });
        assert.deepEqual([details.priority, details.description], ['high', 'All of it']);
      });
    },
  );

  journey('logged time says how much', async ({ open, team }) => {
    const { data } = await team.people.ben.api.createTicket({ body: { title: 'Timed', projectId: 'PAY' } });
    await team.people.ben.api.logTime({
      params: { id: data.id },
      body: { minutes: 90 },
    });
    const { page } = await open('ben');
    await openPage(page, data.key ?? '');
    await comments(page).getByText('logged 1 h 30 min').waitFor();
  });

  journey('who may only look finds nothing to press that would fail', async ({ open }) => {
    const { page } = await open('vera');
    await openPage(page, 'PAY-2');
    assert.equal(await status(page).getAttribute('aria-disabled'), 'true');
    for (const name of [
      'Comment',
      'Add sub-ticket',
      'Add checklist item',
      'Add relation',
      'Give to an agent',
      'Log time',
    ])
      assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name);
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).count(), 0);
  });

  journey('a ticket that is not there says so', async ({ open }) => {
    const { page } = await open('rita');
    await page.goto('/t/PAY-2');
    await page.getByRole('heading', { name: 'Ticket PAY-2 not found' }).waitFor();
  });
});
