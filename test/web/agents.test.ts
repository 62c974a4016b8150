import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { describeJourneys } from './support/journey.ts';
import type { Team } from './support/team.ts';
import { inspectScreen } from './support/visit-screens.ts';

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const removal = 'Remove the old checkout page';
const errorCodes = 'Document the error codes of the capture endpoint';

async function findTask({ people: { ada } }: Team, title: string) {
  const { data } = await ada.api.listAgentTasks({ query: { limit: 100 } });
  const task = data.find((each) => each.title === title);
  assert.ok(task, title);
  return task;
}

describeJourneys('agents', (journey) => {
  journey('each step of an agent appears as it comes', async ({ open, team }) => {
    const { page } = await open('ben');
    await page.goto('/agents');
    await column(page, 'Works').getByRole('link', { name: removal }).click();
    const task = page.getByRole('dialog', { name: removal });
    await task.getByText('The page is linked from two mails.').waitFor();
    const { id, lease } = await findTask(team, removal);
    await team.builder.api.reportAgentTaskActivity({
      params: { id },
      body: { epoch: lease?.epoch ?? 0, type: 'action', content: 'Changed both mails.' },
    });
    await task.getByRole('list', { name: 'Steps' }).getByText('Changed both mails.').waitFor();
    const now = page.getByRole('list', { name: 'What agents do now' });
    await now.getByText('Changed both mails.').waitFor();
    await team.builder.api.reportAgentTaskActivity({
      params: { id },
      body: { epoch: lease?.epoch ?? 0, type: 'action', content: 'Ran **all** of `npm test`' },
    });
    await now.getByText('Ran all of npm test').waitFor();
    const branch = 'docket/PAY-1/mails';
    await team.builder.api.addAgentTaskArtifact({
      params: { id },
      body: { epoch: lease?.epoch ?? 0, type: 'branch', title: branch },
    });
    await team.builder.api.reportAgentTaskActivity({
      params: { id },
      body: { epoch: lease?.epoch ?? 0, type: 'action', content: 'Edit', files: ['src/mails.ts'] },
    });
    await task.getByRole('group').getByText('1 changed file').getByText(branch).click();
    await task.getByRole('listitem').getByText('src/mails.ts').waitFor();
    await task.getByRole('img', { name: /^Lease of Builder, / }).waitFor();
    await inspectScreen(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await inspectScreen(page);
  });

  journey('a question is answered where it stands, and the agent can go on', async ({ open, team }) => {
    const { page } = await open('ben');
    await page.goto('/agents');
    await column(page, 'Asks').getByRole('link', { name: errorCodes }).click();
    const question = page.getByRole('form', { name: 'Builder asks' });
    await question.getByRole('textbox', { name: 'Your answer' }).fill('Yes, with their causes.');
    await question.getByRole('button', { name: 'Answer' }).click();
    await column(page, 'Waits').getByRole('link', { name: errorCodes }).waitFor();
    await page.getByRole('list', { name: 'Steps' }).getByText('Yes, with their causes.').waitFor();
    assert.equal((await findTask(team, errorCodes)).state, 'queued');
  });

  journey('a task whose lease runs out waits again', async ({ open, team }) => {
    const { page } = await open('ben');
    await page.goto('/agents');
    await column(page, 'Works').getByRole('link', { name: removal }).waitFor();
    team.server.advanceClock(20 * 60_000);
    await column(page, 'Waits').getByRole('link', { name: removal }).waitFor();
  });

  journey('a task is stopped and tried again', async ({ open }) => {
    const { page } = await open('ben');
    await page.goto('/agents');
    const title = 'Split the ledger by month';
    await column(page, 'Waits').getByRole('link', { name: title }).click();
    const task = page.getByRole('dialog', { name: title });
    await task.getByRole('button', { name: 'Stop' }).click();
    await column(page, 'Failed').getByRole('listitem').filter({ hasText: 'Cancelled' }).waitFor();
    await task.getByRole('button', { name: 'Try again' }).click();
    await column(page, 'Waits').getByRole('link', { name: title }).waitFor();
  });

  journey('an agent is renamed, and its keys are created and deleted', async ({ open }) => {
    const { page } = await open('ada', { phone: true });
    await page.goto('/agents');
    const openMenu = (name: string, item: string) =>
      page
        .getByRole('button', { name: `More about ${name}` })
        .click()
        .then(() => page.getByRole('menuitem', { name: item }).click());
    await openMenu('Builder', 'Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('Bob');
    await page.getByRole('button', { name: 'Save' }).click();
    await openMenu('Bob', 'API keys');
    const keys = page.getByRole('dialog', { name: 'API keys of Bob' });
    await keys.getByRole('textbox', { name: 'Name of the key' }).fill('laptop');
    await inspectScreen(page);
    await keys.getByRole('button', { name: 'New key' }).click();
    await keys.getByRole('status', { name: 'API key' }).waitFor();
    await inspectScreen(page);
    await keys.getByRole('button', { name: 'Do this later' }).click();
    await keys.getByRole('button', { name: 'Delete the key laptop' }).click();
    await keys.getByRole('button', { name: 'Delete for good' }).click();
    await keys.getByRole('row', { name: /^laptop/ }).waitFor({ state: 'detached' });
    await keys.getByRole('button', { name: 'Close' }).click();
    await openMenu('Bob', 'Disable');
    await page.getByRole('dialog', { name: 'Disable Bob?' }).getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('list', { name: 'What agents do now' }).getByText('Disabled').waitFor();
    await openMenu('Bob', 'Enable');
    await page
      .getByRole('list', { name: 'What agents do now' })
      .getByText('Disabled')
      .waitFor({ state: 'detached' });
  });

  journey('an agent is set up in three steps and its first call is seen', async ({ open, team }) => {
    const { page } = await open('ada');
    await page.goto('/agents');
    await page.getByRole('button', { name: 'Set up an agent' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Fixer');
    await page.getByRole('checkbox', { name: 'Payments' }).check();
    await page.getByRole('button', { name: 'Create agent and key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect Fixer' });
    const key = await dialog.getByRole('status', { name: 'API key' }).innerText();
    await dialog.getByText('docket agent run').waitFor();
    await dialog.getByText('Waiting for its first call …').waitFor();
    await inspectScreen(page);
    const claimed = await team.server
      .apiWithKey(key)
      .claimAgentTask({ body: { workerId: 'laptop-1', projectId: 'PAY' } });
    assert.ok(claimed.data.id);
    await dialog.getByText('It has called. The agent is connected.').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('list', { name: 'What agents do now' }).getByText('Fixer').waitFor();
    await column(page, 'Works').getByText('Fixer').waitFor();
  });
});
