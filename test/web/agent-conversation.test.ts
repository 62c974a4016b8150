import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Client } from '../../sdk/index.ts';
import { describeJourneys } from './support/journey.ts';
import type { Team } from './support/team.ts';
import { inspectScreen } from './support/visit-screens.ts';

type Ask = Omit<Parameters<Client['askAboutAgentTask']>[0]['body'], 'epoch'>;

let tasks = 0;

/** A new ticket of PAY with a task that Builder works on. */
async function startTask(team: Team, title: string) {
  const { ada } = team.people;
  const { api } = team.builder;
  const { data: ticket } = await ada.api.createTicket({ body: { title, projectId: 'PAY' } });
  const kind = `conversation-${++tasks}`;
  await ada.api.createAgentTask({
    body: { ticketId: ticket.id, agentId: team.builder.id, kind, title, instructions: 'Do it.' },
  });
  const { data: task } = await api.claimAgentTask({ body: { workerId: 'builder-1', kinds: [kind] } });
  const params = { id: task.id };
  const epoch = task.lease?.epoch ?? 0;
  return {
    ticket,
    params,
    epoch,
    key: ticket.key ?? '',
    ask: (question: Ask) => api.askAboutAgentTask({ params, body: { epoch, ...question } }),
    step: (content: string, rest: object = {}) =>
      api.reportAgentTaskActivity({ params, body: { epoch, type: 'action', content, ...rest } }),
    read: async () => (await ada.api.getAgentTask({ params })).data,
  };
}

const card = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Comments' }).getByRole('article', { name: title });
const question = (page: Page) => page.getByRole('form', { name: 'Builder asks' });

const fields = {
  type: 'object',
  properties: {
    branch: { type: 'string', title: 'Branch', default: 'main', maxLength: 40 },
    attempts: { type: 'integer', title: 'Attempts', minimum: 1, maximum: 9 },
    day: { type: 'string', title: 'Day', format: 'date' },
    mail: { type: 'string', title: 'Mail', format: 'email', description: 'Who gets the report.' },
    page: { type: 'string', title: 'Page', format: 'uri' },
    risk: { type: 'string', title: 'Risk', enum: ['low', 'high'], enumNames: ['Small', 'Large'] },
    region: { type: 'string', title: 'Region', enum: ['at', 'be', 'ch', 'de', 'fr', 'it'] },
    notify: { type: 'boolean', title: 'Tell the customers', default: true },
  },
  required: ['branch', 'attempts', 'mail', 'risk'],
};

describeJourneys('a conversation with an agent', (journey) => {
  journey(
    'a form asks for each value with its control, and errors stand at their field',
    async ({ open, team }) => {
      const task = await startTask(team, 'Roll out the parser');
      await task.ask({ question: 'How shall I roll it out?', form: fields });
      const { page, problems } = await open('ben');
      problems.expect(/400/);
      await page.goto(`/t/${task.key}`);
      const form = question(page);
      assert.equal(await form.getByRole('textbox', { name: 'Branch' }).inputValue(), 'main');
      assert.equal(await form.getByRole('checkbox', { name: 'Tell the customers' }).isChecked(), true);
      await inspectScreen(page);
      await form.getByRole('button', { name: 'Answer' }).click();
      await form.getByText('This is needed.').first().waitFor();
      assert.equal(await form.getByText('This is needed.').count(), 3);
      await form.getByRole('spinbutton', { name: 'Attempts' }).fill('12');
      // The browser takes this address, the server does not.
      await form.getByRole('textbox', { name: 'Mail' }).fill('ops@example');
      await form.getByRole('textbox', { name: 'Day' }).or(form.getByLabel('Day')).first().fill('2026-12-01');
      await form.getByRole('textbox', { name: 'Page' }).fill('https://example.org/status');
      await form.getByRole('radio', { name: 'Large' }).check();
      await form.getByRole('combobox', { name: 'Region' }).selectOption('ch');
      await form.getByRole('checkbox', { name: 'Tell the customers' }).uncheck();
      await form.getByRole('button', { name: 'Answer' }).click();
      await form.getByText('The largest value is 9.').waitFor();
      await form.getByRole('spinbutton', { name: 'Attempts' }).fill('3');
      await form.getByRole('textbox', { name: 'Mail' }).press('Enter');
      await form.getByText('Mail must be an e-mail address').waitFor();
      await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'email');
      await inspectScreen(page);
      await page.reload();
      assert.equal(await question(page).getByRole('textbox', { name: 'Mail' }).inputValue(), 'ops@example');
      await question(page).getByRole('textbox', { name: 'Mail' }).fill('ops@example.org');
      await page.keyboard.press('Enter');
      await question(page).waitFor({ state: 'detached' });
      assert.deepEqual((await task.read()).answer?.values, {
        branch: 'main',
        attempts: 3,
        day: '2026-12-01',
        mail: 'ops@example.org',
        page: 'https://example.org/status',
        risk: 'high',
        region: 'ch',
        notify: false,
      });
    },
  );

  journey('one choice is answered by a press of its number, in my work too', async ({ open, team }) => {
    const task = await startTask(team, 'Choose the bank');
    const form = {
      type: 'object',
      properties: { bank: { type: 'string', title: 'Bank', enum: ['alpha', 'beta'], default: 'alpha' } },
      required: ['bank'],
    };
    await task.ask({ question: 'Which bank first?', form });
    const { page } = await open('ada');
    await page.goto('/');
    const asked = page.getByRole('article', { name: 'Choose the bank' });
    await asked.getByRole('button', { name: 'beta' }).waitFor();
    await inspectScreen(page);
    await asked.getByRole('button', { name: 'alpha' }).focus();
    await page.keyboard.press('2');
    await page.getByRole('status').getByText('The agent goes on').waitFor();
    await asked.waitFor({ state: 'detached' });
    assert.deepEqual((await task.read()).answer?.values, { bank: 'beta' });
  });

  journey(
    'an approval names its version, and a changed ticket is approved only after a look',
    async ({ open, team }) => {
      const task = await startTask(team, 'Delete the old prices');
      await task.ask({ question: 'May I delete them?', kind: 'approval', subject: { type: 'ticket' } });
      const version = (await task.read()).subject?.version;
      const { page, problems } = await open('ben', { phone: true });
      problems.expect(/409/);
      await page.goto(`/t/${task.key}`);
      const form = page.getByRole('form', { name: 'Builder asks for approval' });
      await form.getByText(`Version ${version}`).waitFor();
      await inspectScreen(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await inspectScreen(page);
      await team.people.ada.api.updateTicket({
        params: { id: task.key },
        body: { title: 'Delete all prices' },
      });
      await form.getByRole('button', { name: 'Approve' }).click();
      await form.getByText('It changed since the question').waitFor();
      assert.equal((await task.read()).state, 'waiting_for_user');
      await form.getByRole('button', { name: 'Reject' }).click();
      await form.getByRole('textbox', { name: 'Reason' }).fill('Keep those of this year.');
      await page.keyboard.press('Control+Enter');
      await form.waitFor({ state: 'detached' });
      const { answer } = await task.read();
      assert.equal(answer?.approve, false);
      assert.equal(answer?.reason, 'Keep those of this year.');
    },
  );

  journey('an answer that comes too late is told, and the question disappears', async ({ open, team }) => {
    const task = await startTask(team, 'Ask twice');
    await task.ask({ question: 'Left or right?' });
    const { page, problems } = await open('ben');
    problems.expect(/409/);
    await page.goto(`/t/${task.key}`);
    await question(page).getByRole('textbox', { name: 'Your answer' }).fill('Left');
    // Ada answers while Ben's answer is on its way.
    await page.exposeFunction('answerFirst', () =>
      team.people.ada.api.answerAgentTask({ params: task.params, body: { answer: 'Right' } }),
    );
    await page.evaluate(() => {
      const { answerFirst, fetch: send } = window as unknown as Window & {
        answerFirst: () => Promise<void>;
        fetch: typeof fetch;
      };
      window.fetch = async (address, request) => {
        if (String(address).endsWith('/answer')) await answerFirst();
        return send(address, request);
      };
    });
    await page.keyboard.press('Control+Enter');
    await page.getByText('Your answer was not sent.').waitFor();
    await question(page).waitFor({ state: 'detached' });
  });

  journey(
    'steps fold into one card that shows the latest, its usage, branch and files',
    async ({ open, team }) => {
      const task = await startTask(team, 'Fold the steps');
      for (const step of ['Read the code.', 'Wrote a test.', 'Changed the parser.'])
        await task.step(step, { files: ['src/parser.ts', 'src/lexer.ts'] });
      const usage = { inputTokens: 12_400, outputTokens: 800, seconds: 190 };
      const cost = { amount: 142, currency: 'EUR' };
      await task.step('Ran all tests.', { usage: { ...usage, cost } });
      await team.builder.api.addAgentTaskArtifact({
        params: task.params,
        body: { epoch: task.epoch, type: 'branch', title: 'docket/PAY-1/parser' },
      });
      const { page } = await open('ben');
      await page.goto(`/t/${task.key}`);
      const shown = card(page, 'Fold the steps');
      await shown.getByText('Ran all tests.').waitFor();
      assert.equal(await shown.getByText('Wrote a test.').count(), 0);
      await shown.getByText(/13\.2k tokens · €1\.42 · 3 mins?/i).waitFor();
      await shown.getByText('docket/PAY-1/parser').first().waitFor();
      await shown.getByText('2 changed files').click();
      await shown.getByText('src/lexer.ts').waitFor();
      await shown.getByText('Ada Lindström’s task → Builder').waitFor();
      await shown.getByRole('button', { name: '4 steps' }).click();
      await shown.getByText('Wrote a test.').waitFor();
      await inspectScreen(page);
      await shown.getByRole('button', { name: 'Only the latest step' }).click();
      await shown.getByText('Wrote a test.').waitFor({ state: 'detached' });
      await task.step('Opened a pull request.');
      await shown.getByText('Opened a pull request.').waitFor();
      await shown.getByText('Ran all tests.').waitFor({ state: 'detached' });
    },
  );

  journey('a running agent gets a message, is asked to stop, and is cancelled', async ({ open, team }) => {
    const task = await startTask(team, 'Steer it');
    const { page } = await open('ben', { phone: true });
    await page.goto(`/t/${task.key}`);
    const shown = card(page, 'Steer it');
    await shown.getByRole('textbox', { name: 'To Builder' }).fill('Use the new parser.');
    await page.keyboard.press('Control+Enter');
    const messages = shown.getByRole('list', { name: 'Messages to the agent' });
    await messages.getByText('sent').waitFor();
    const { data: heard } = await team.builder.api.heartbeatAgentTask({
      params: task.params,
      body: { epoch: task.epoch },
    });
    await messages.getByText('delivered').waitFor();
    await team.builder.api.heartbeatAgentTask({
      params: task.params,
      body: { epoch: task.epoch, acknowledge: heard.messages.map(({ id }) => id) },
    });
    await messages.getByText(/^read/).waitFor();
    await inspectScreen(page);
    const choose = async (item: RegExp) => {
      await shown.getByRole('button', { name: 'Stop: Steer it' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose(/^Ask the agent to stop/);
    await shown.getByText('The agent was asked to stop.').waitFor();
    const { data: told } = await team.builder.api.heartbeatAgentTask({
      params: task.params,
      body: { epoch: task.epoch },
    });
    assert.equal(told.stop, 'requested');
    await choose(/^Cancel now/);
    await shown.getByText('Cancelled').waitFor();
    assert.equal((await task.read()).state, 'cancelled');
  });

  journey('a failure has a type and says what to do', async ({ open, team }) => {
    const task = await startTask(team, 'Fail well');
    await team.builder.api.failAgentTask({
      params: task.params,
      body: { epoch: task.epoch, error: 'Rate limit reached.', type: 'quota', retryable: false },
    });
    const { page } = await open('ben');
    await page.goto(`/t/${task.key}`);
    const shown = card(page, 'Fail well');
    await shown.getByText('Quota used up').waitFor();
    await shown.getByText('Rate limit reached.').waitFor();
    await shown.getByText(/^Wait until the quota/).waitFor();
    await inspectScreen(page);
  });

  journey(
    'a task that a blocker holds links to it, and waits as soon as it is closed',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const make = async (title: string) =>
        (await api.createTicket({ body: { title, projectId: 'PAY' } })).data;
      const [blocker, blocked] = [await make('Lay the ground'), await make('Build on it')];
      await api.addRelation({ params: { id: blocker.id }, body: { kind: 'blocks', ticketId: blocked.id } });
      await api.createAgentTask({
        body: {
          ticketId: blocked.id,
          agentId: team.builder.id,
          title: 'Build on it',
          instructions: 'Build.',
        },
      });
      const { page } = await open('ben');
      await page.goto(`/t/${blocked.key}`);
      const shown = card(page, 'Build on it');
      await shown.getByText('Held').waitFor();
      await shown.getByRole('link', { name: `${blocker.key} Lay the ground` }).waitFor();
      await inspectScreen(page);
      await api.updateTicket({ params: { id: blocker.id }, body: { status: 'done' } });
      await shown.getByText('Waits', { exact: true }).waitFor();
      assert.equal(await shown.getByRole('link', { name: /Lay the ground/ }).count(), 0);
    },
  );

  journey('before it is sent, a comment says which agents it wakes and which not', async ({ open, team }) => {
    const { api } = team.people.ada;
    const { data: ticket } = await api.createTicket({ body: { title: 'Wake it', projectId: 'PAY' } });
    const { page } = await open('ben');
    await page.goto(`/t/${ticket.key}`);
    const box = page.getByRole('textbox', { name: 'Write a comment' });
    await box.fill('@Builder please look');
    const hint = page.getByRole('list', { name: 'Agents that this comment wakes' });
    await hint.getByText('Wakes Builder. It gets this comment as a task.').waitFor();
    await inspectScreen(page);
    await page.keyboard.press('Control+Enter');
    const started = page
      .getByRole('region', { name: 'Comments' })
      .getByText('Ben Okafor’s comment → Builder');
    await started
      .or(page.getByText(/’s comment → Builder/))
      .first()
      .waitFor();
    await box.fill('@Builder and once more');
    await hint.getByText(/^Does not wake Builder\. Builder already has a task/).waitFor();
    await box.fill('nobody');
    await hint.waitFor({ state: 'detached' });
  });

  journey('a question is answered in the inbox', async ({ open, team }) => {
    const task = await startTask(team, 'Answer in the inbox');
    const form = {
      type: 'object',
      properties: { go: { type: 'string', title: 'Shall I go on?', enum: ['Yes', 'No'] } },
    };
    await task.ask({ question: 'It takes an hour.', form });
    const { page } = await open('ada', { phone: true });
    await page.goto('/inbox');
    const entry = page.getByRole('listitem').filter({ hasText: 'Answer in the inbox' });
    await entry.getByRole('button', { name: 'Answer' }).click();
    await entry.getByRole('button', { name: 'Yes' }).waitFor();
    await inspectScreen(page);
    await entry.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('status').getByText('The agent goes on').waitFor();
    assert.deepEqual((await task.read()).answer?.values, { go: 'Yes' });
  });

  journey(
    'costs are drawn by agent and week and by closed ticket, each currency by itself',
    async ({ open, team }) => {
      const { page } = await open('ada', { phone: true });
      await page.goto('/p/DOCS/stats');
      await page.getByText('No agent worked here in this time').waitFor();
      const spend = async (title: string, amount: number, currency: string) => {
        const task = await startTask(team, title);
        await task.step('Paid.', { usage: { cost: { amount, currency } } });
        await team.people.ada.api.updateTicket({ params: { id: task.key }, body: { status: 'done' } });
        return task;
      };
      await spend('Dear in dollars', 250, 'USD');
      const task = await spend('Dear in yen', 900, 'JPY');
      await page.goto('/p/PAY/stats');
      await page.getByRole('heading', { name: 'Cost by agent and week, USD' }).waitFor();
      const tickets = page.getByRole('region', { name: 'Cost of each closed ticket, JPY: values' });
      await tickets.getByRole('row', { name: new RegExp(`${task.key} Dear in yen \\D*900$`) }).waitFor();
      assert.equal(await tickets.getByText('Dear in dollars').count(), 0);
      const weeks = page.getByRole('region', { name: 'Cost by agent and week, USD: values' });
      await weeks.getByRole('cell', { name: /2\.50$/ }).waitFor();
      await inspectScreen(page);
      await page.emulateMedia({ colorScheme: 'dark' });
      await inspectScreen(page);
    },
  );

  journey(
    'budgets of a project, an agent and a ticket are set, and show what is used',
    async ({ open, team }) => {
      const task = await startTask(team, 'Spend it');
      await task.step('Paid.', { usage: { cost: { amount: 450, currency: 'CHF' } } });
      const { page } = await open('ada');
      const set = async (amount: string) => {
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount);
        await dialog.getByRole('combobox', { name: 'Currency' }).selectOption('CHF');
        await inspectScreen(page);
        await dialog.getByRole('button', { name: 'Save' }).click();
        await page.getByRole('status').getByText('Saved the budget').first().waitFor();
      };
      await page.goto('/p/PAY/settings/agents');
      await page.getByRole('button', { name: 'Set the budget' }).click();
      await set('5');
      await page.getByRole('progressbar', { name: /4\.50 of .*5\.00/ }).waitFor();
      await page.getByText('90 % used').waitFor();
      await inspectScreen(page);
      await page.goto(`/t/${task.key}`);
      const ofTicket = page.getByRole('region', { name: `Budget of ${task.key}` });
      await ofTicket.getByRole('button', { name: 'Set the budget' }).click();
      await set('4,50');
      await ofTicket.getByText('Used up').waitFor();
      await page.goto('/agents');
      await page.getByRole('button', { name: 'More about Builder' }).click();
      await page.getByRole('menuitem', { name: 'Budget' }).click();
      await set('50');
      const { data } = await team.people.ada.api.getAgentBudget({ params: { id: team.builder.id } });
      assert.deepEqual(data.budget, { amount: 5_000, currency: 'CHF', period: 'month' });
    },
  );

  journey('my work lists what needs the person, and each item is settled there', async ({ open, team }) => {
    const failed = await startTask(team, 'Needs a retry');
    await team.builder.api.failAgentTask({
      params: failed.params,
      body: { epoch: failed.epoch, error: 'No disk space.', type: 'environment', retryable: false },
    });
    const asked = await startTask(team, 'Needs an answer');
    await asked.ask({ question: 'Now or later?' });
    await team.people.ada.api.updatePreferences({ body: { language: 'de' } });
    const { page } = await open('ada', { phone: true });
    await page.goto('/');
    const needs = page.getByRole('list', { name: 'Zu entscheiden' });
    const retry = needs.getByRole('article', { name: 'Needs a retry' });
    await retry.getByText('No disk space.').waitFor();
    await retry.getByText('löst 1 Ticket').waitFor();
    await inspectScreen(page);
    await team.people.ada.api.updatePreferences({ body: { language: 'en' } });
    await retry.getByRole('button', { name: 'Erneut versuchen: Needs a retry' }).click();
    await retry.waitFor({ state: 'detached' });
    assert.equal((await failed.read()).state, 'queued');
    const answer = needs.getByRole('article', { name: 'Needs an answer' });
    await page.keyboard.press('q');
    await page.waitForFunction(() => document.activeElement?.closest('ol[aria-label="Zu entscheiden"]'));
    await answer.getByRole('textbox').fill('Später');
    await page.keyboard.press('Control+Enter');
    await answer.waitFor({ state: 'detached' });
  });
});
