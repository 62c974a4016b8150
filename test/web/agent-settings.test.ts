import assert from 'node:assert/strict';
import { eventually } from '../support/eventually.ts';
import { describeJourneys } from './support/journey.ts';
import { inspectScreen } from './support/visit-screens.ts';

describeJourneys('Settings → Agents', (journey) => {
  journey('switches and rules decide what starts agents', async ({ open, team }) => {
    const { page } = await open('ada', { phone: true });
    const automation = async () =>
      (await team.people.ada.api.getProject({ params: { id: 'PAY' } })).data.automation;
    await page.goto('/p/PAY/settings/agents');
    await page.getByRole('switch', { name: /^Mentions start tasks/ }).click();
    await page.getByRole('switch', { name: /^Mentions start tasks/, checked: false }).waitFor();
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    await dialog.getByRole('combobox', { name: 'When it enters' }).selectOption('todo');
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByRole('textbox', { name: 'Instructions' }).fill('Fix it.');
    await inspectScreen(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const rule = page.getByRole('table', { name: 'Rules' }).getByRole('row', { name: /To do/ });
    await rule.getByText('Builder').waitFor();
    await inspectScreen(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await inspectScreen(page);
    const saved = await automation();
    assert.equal(saved?.mentionsStartTasks, false);
    assert.equal(saved?.moveWithTasks, true);
    assert.equal(saved?.statusRules[0]?.labels?.length, 1);
    assert.equal(saved?.statusRules[0]?.instructions, 'Fix it.');
    await page.getByRole('button', { name: 'Edit rule: To do → Builder' }).click();
    await page.getByRole('combobox', { name: 'When it enters' }).selectOption('backlog');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await page.getByRole('button', { name: 'Delete rule: Backlog → Builder' }).click();
    await page.getByText('No rules yet').waitFor();
    assert.deepEqual((await automation())?.statusRules, []);
  });

  journey('limits are saved, and a number beyond them is refused at its field', async ({ open, team }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY/settings/agents');
    const form = page.getByRole('form', { name: 'Limits' });
    await form.getByRole('spinbutton', { name: 'Agents in a row' }).fill('101');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The largest value is 100.').waitFor();
    await form.getByRole('spinbutton', { name: 'Agents in a row' }).fill('2');
    await form.getByRole('spinbutton', { name: 'Tasks a ticket and day' }).fill('');
    await form.getByRole('combobox', { name: 'Tasks that would touch the same files' }).selectOption('hold');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved the limits').waitFor();
    const { data } = await team.people.ada.api.getAgentLimits({ params: { id: 'PAY' } });
    assert.deepEqual([data.chainDepth, data.tasksPerTicketPerDay, data.collisions], [2, 6, 'hold']);
    assert.equal(await form.getByRole('spinbutton', { name: 'Tasks a ticket and day' }).inputValue(), '6');
  });

  journey('gates are switched on one by one', async ({ open, team }) => {
    const { page } = await open('ada', { phone: true });
    const saved = async () => (await team.people.ada.api.getGates({ params: { id: 'PAY' } })).data;
    await page.goto('/p/PAY/settings/agents');
    await page.getByRole('switch', { name: /^Every criterion is shown/ }).click();
    await page.getByRole('switch', { name: /^Every criterion is shown/, checked: true }).waitFor();
    await page.getByRole('combobox', { name: 'Approvals' }).selectOption('person');
    await eventually(async () =>
      assert.deepEqual(await saved(), { criteria: true, review: 'person', checks: false }),
    );
    await inspectScreen(page);
    await team.people.ada.api.setGates({ params: { id: 'PAY' }, body: { criteria: false, review: 'none' } });
  });

  journey('WORKFLOW.md is shown with what applies and what is wrong with it', async ({ open, team }) => {
    const { api } = team.people.ada;
    const problem = { line: 3, column: 5, message: 'status cannot be "tod"', instead: 'todo' };
    const { page } = await open('ada', { phone: true });
    await page.goto('/p/PAY/settings/agents');
    const section = page.getByRole('region', { name: 'WORKFLOW.md' });
    await section.getByText('No linked repository has this file').waitFor();
    const { data } = await api.getAgentWorkflow({ params: { id: 'PAY' } });
    const commit = '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d';
    const read = {
      ...data,
      repository: 'acme/pay',
      commit: 'f'.repeat(40),
      policyCommit: commit,
      readAt: new Date().toISOString(),
      problems: [problem],
      start: [{ status: 'todo', labels: [], agentId: null, from: 'file' }],
      paths: { value: ['src/**'], from: 'settings' },
    };
    await page.route('**/agent-workflow/refresh', (route) => route.fulfill({ json: { data: read } }));
    await section.getByRole('button', { name: 'Read again' }).click();
    await section.getByText('3:5').waitFor();
    await section.getByText('The newest version has problems. That of 1a2b3c4 applies.').waitFor();
    await section.getByText('To do (file)').waitFor();
    await section.getByText('src/** (settings)').waitFor();
    await inspectScreen(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await inspectScreen(page);
  });

  journey('where agents may push is set, and shown to who may only look', async ({ open, team }) => {
    const { page } = await open('ada', { phone: true });
    const saved = async () => (await team.people.ada.api.getAgentBranches({ params: { id: 'PAY' } })).data;
    await page.goto('/p/PAY/settings/agents');
    const form = page.getByRole('form', { name: 'Branches of agents' });
    await form.getByRole('textbox', { name: 'Files that may change' }).fill('src/**\n\n docs/ ');
    await form.getByRole('spinbutton', { name: 'Largest push in MB' }).fill('2001');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The largest value is 2000.').waitFor();
    await form.getByRole('spinbutton', { name: 'Largest push in MB' }).fill('20');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved the branches of agents').waitFor();
    assert.deepEqual(await saved(), { enabled: true, paths: ['src/**', 'docs/'], maxMegabytes: 20 });
    await inspectScreen(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await inspectScreen(page);
    const reader = (await open('vera')).page;
    await reader.goto('/p/PAY/settings/agents');
    const paths = reader.getByRole('textbox', { name: 'Files that may change' });
    await paths.waitFor();
    assert.equal(await paths.isDisabled(), true);
    assert.equal(await paths.inputValue(), 'src/**\ndocs/');
    await page.getByRole('switch', { name: /^Push through Docket/ }).click();
    await form.waitFor({ state: 'detached' });
    assert.equal((await saved()).enabled, false);
  });

  journey('notes are written, changed, accepted and deleted', async ({ open, team }) => {
    const { page } = await open('ben', { phone: true });
    const proposal = 'The sandbox refuses cards of 2019.';
    await team.builder.api.addNote({ params: { id: 'PAY' }, body: { text: proposal, tags: ['tests'] } });
    await page.goto('/p/PAY/settings/agents');
    const notes = page.getByRole('list', { name: 'Memory' });
    await page.getByRole('button', { name: 'New note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Run the ledger tests alone.');
    await page.getByRole('textbox', { name: 'Tags' }).fill('tests, ledger');
    await inspectScreen(page);
    await page.getByRole('button', { name: 'Save' }).click();
    await notes.getByText('Run the ledger tests alone.').waitFor();
    assert.equal(await notes.getByRole('listitem').first().getByText('Proposed').count(), 1);
    await inspectScreen(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await inspectScreen(page);
    await page.getByRole('button', { name: `Accept: ${proposal}` }).click();
    await notes.getByText('Proposed').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Edit note: Run the ledger tests alone.' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Run the ledger tests twice.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Delete: Run the ledger tests twice.' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await notes.getByText('Run the ledger tests twice.').waitFor({ state: 'detached' });
    const { data } = await team.people.ada.api.listNotes({ params: { id: 'PAY' } });
    assert.deepEqual(
      data.map(({ text, state }) => [text, state]),
      [[proposal, 'accepted']],
    );
  });

  journey(
    'who may only look reads the notes of the project and why no control is there',
    async ({ open, team }) => {
      await team.people.ada.api.addNote({ params: { id: 'PAY' }, body: { text: 'Amounts are in cents.' } });
      const { page } = await open('vera');
      await page.goto('/p/PAY/settings/agents');
      await page.getByRole('list', { name: 'Memory' }).getByText('Amounts are in cents.').waitFor();
      await page.getByRole('switch', { name: /^Tasks move their tickets/, disabled: true }).waitFor();
      assert.equal(await page.getByRole('button', { name: /^(New|Edit) (note|rule)|^Save$/ }).count(), 0);
    },
  );
});
