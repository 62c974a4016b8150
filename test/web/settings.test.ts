import assert from 'node:assert/strict';
import { reasons } from '../../web/messages/de/reasons.ts';
import { translateSentence } from '../../web/messages/de/translate-sentence.ts';
import { eventually } from '../support/eventually.ts';
import { openReceiver } from '../support/receiver.ts';
import { describeJourneysInKeptWindows } from './support/journey.ts';

describeJourneysInKeptWindows('Project settings', (journey) => {
  journey('an owner adds a member, changes the role and takes it back', async ({ open, team }) => {
    const { page } = await open('ada');
    await page.goto('/p/DOCS/settings/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Find somebody with an account' }).click();
    await page.getByRole('combobox', { name: /^Find people/ }).fill('chiara');
    await page.getByRole('option', { name: /Chiara Rossi/ }).click();
    await page.getByRole('row', { name: /Chiara Rossi/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByLabel('Role of Chiara Rossi').selectOption('admin');
    await page.getByRole('status').getByText('Chiara Rossi: Admin').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
    await page.waitForFunction(
      () =>
        document.querySelector<HTMLSelectElement>('[aria-label="Role of Chiara Rossi"]')?.value === 'member',
    );
    const { data } = await team.people.ada.api.listMembers({ params: { id: 'DOCS' } });
    assert.equal(data.find(({ name }) => name === 'Chiara Rossi')?.role, 'member');
  });

  journey('one invitation adds who has an account and makes links for the others', async ({ open, team }) => {
    const { api } = team.people.ada;
    const before = (await api.listMembers({ params: { id: 'DOCS' } })).data;
    for (const { id: userId, name } of before)
      if (name === 'Chiara Rossi') await api.removeMember({ params: { id: 'DOCS', userId } });
    const { page } = await open('ada');
    await page.goto('/p/DOCS/settings/members');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog', { name: /^Invite to / });
    const field = dialog.getByRole('textbox', { name: /^E-mail addresses/ });
    await field.fill(
      'chiara@example.org, ben@example.org\nNew Person <new@example.org>\nsecond@example.org; nonsense',
    );
    await dialog.getByText('Not an address, and left out: nonsense').waitFor();
    await dialog.getByRole('button', { name: 'Invite 4 people' }).click();
    const outcome = dialog.getByRole('list', { name: 'What became of each address' });
    await outcome.getByText('Chiara Rossi has an account and is a member now').waitFor();
    await outcome.getByText('Ben Okafor is a member already').waitFor();
    const link = await outcome.getByLabel('Invitation link for new@example.org').textContent();
    assert.match(link ?? '', /\/sign-up\?invitation=/);
    await dialog.getByRole('button', { name: 'Copy all links' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const { data: members } = await api.listMembers({ params: { id: 'DOCS' } });
    assert.ok(members.some(({ name }) => name === 'Chiara Rossi'));

    await page.getByRole('button', { name: 'New link for new@example.org' }).click();
    const newer = page
      .getByRole('dialog', { name: 'New link' })
      .getByLabel('Invitation link for new@example.org');
    assert.notEqual(await newer.textContent(), link);
    const token = new URL(link ?? '').searchParams.get('invitation');
    const preview = await (await page.request.get(`/api/invitations/lookup/${token}`)).json();
    assert.notEqual(preview.data?.status, 'pending', 'the earlier link no longer works');
  });

  journey('a label is created, listed and deleted', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY/settings/labels');
    await page.getByRole('button', { name: 'New label' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('performance');
    await page.getByRole('button', { name: 'Create label' }).click();
    await page.getByRole('table', { name: 'Labels' }).getByText('performance').waitFor();
    await page.getByRole('button', { name: 'Delete label: performance' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete label' }).click();
    await page.getByRole('table', { name: 'Labels' }).getByText('performance').waitFor({ state: 'detached' });
  });

  journey('a field is added, put first, set on a ticket, undone and archived', async ({ open, team }) => {
    const { page } = await open('ada');
    await page.goto('/p/DOCS/settings/fields');
    const add = async (name: string, type: string, fill: () => Promise<unknown> = async () => {}) => {
      await page.getByRole('button', { name: 'New field' }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByLabel('Type', { exact: true }).selectOption(type);
      await fill();
      await page.getByRole('button', { name: 'Create field' }).click();
      await page.getByRole('table', { name: 'Fields' }).getByText(name, { exact: true }).waitFor();
    };
    await add('Customer', 'text');
    await add('Team', 'select', () => page.getByRole('textbox', { name: 'Option 1' }).fill('Blue'));
    await page.getByRole('button', { name: 'Move up: Team' }).click();
    await page.getByRole('button', { name: 'Move up: Customer' }).waitFor();
    const { api } = team.people.ada;
    const { data: ticket } = await api.createTicket({ body: { title: 'With fields', projectId: 'DOCS' } });
    await page.goto(`/t/${ticket.key}`);
    await page.getByLabel('Team', { exact: true }).selectOption('Blue');
    await page.getByRole('status').getByText('Team is saved').waitFor();
    await page.getByRole('textbox', { name: 'Customer' }).fill('ACME');
    await page.keyboard.press('Enter');
    await page.getByText('set Customer to ACME').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('cleared Customer').waitFor();
    const { data: changed } = await api.getTicket({ params: { id: ticket.id } });
    assert.deepEqual(
      changed.fieldValues.map(({ name, text }) => [name, text]),
      [['Team', 'Blue']],
    );
    await page.goto('/p/DOCS/settings/fields');
    await page.getByRole('button', { name: 'Archive field: Team' }).click();
    await page.getByRole('button', { name: 'Restore field: Team' }).waitFor();
  });

  journey('a template fills a new ticket, and a schedule shows its next times', async ({ open, team }) => {
    const { page, problems } = await open('ada');
    const { api } = team.people.ada;
    await page.goto('/p/DOCS/settings/templates');
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Release');
    await page.getByRole('textbox', { name: 'Title' }).fill('Release of the week');
    await page.getByRole('textbox', { name: 'Checklist' }).fill('Tag\n\nAnnounce');
    await page.getByRole('combobox', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'Highest' }).click();
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('table', { name: 'Templates' }).getByText('Release of the week').waitFor();

    await page.getByRole('button', { name: 'New schedule' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Weekly release');
    problems.expect(/400.*occurrences/);
    await page.getByLabel('Repeats').selectOption('Another rule');
    await page.getByRole('textbox', { name: 'Rule' }).fill('FREQ=HOURLY');
    await page.getByText('Rule must have FREQ with one of DAILY').waitFor();
    await page.getByLabel('Repeats').selectOption('Monday to Friday');
    await page.getByText(/^Next: \w{3},? \d+ \w+, 09:00 · /).waitFor();
    await page.getByLabel('Template', { exact: true }).selectOption('Release');
    await page.getByRole('button', { name: 'Create schedule' }).click();
    await page.getByRole('button', { name: 'Pause: Weekly release' }).click();
    await page
      .getByRole('row', { name: /Weekly release/ })
      .getByText('Paused')
      .waitFor();
    const { data: schedules } = await api.listSchedules({ params: { id: 'DOCS' } });
    assert.deepEqual(
      schedules.map(({ rule, state, owner }) => [rule, state, owner.name]),
      [['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'paused', 'Ada Lindström']],
    );

    await page.goto('/p/DOCS/list');
    await page.getByRole('button', { name: 'New ticket' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.getByRole('combobox', { name: 'Template' }).click();
    await page.getByRole('option', { name: 'Release' }).click();
    await dialog.getByRole('combobox', { name: 'Priority' }).getByText('Highest').waitFor();
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Release of the week').first().waitFor();
    const { data: found } = await api.searchTickets({ query: { q: 'Release of the week', project: 'DOCS' } });
    const { data: ticket } = await api.getTicket({ params: { id: found[0]?.id ?? '' } });
    assert.deepEqual(
      [ticket.priority, ticket.checklist.items.map(({ text }) => text)],
      ['highest', ['Tag', 'Announce']],
    );
  });

  journey('a status is renamed and limited, and the board and its pickers follow', async ({ open, team }) => {
    const { page } = await open('ada');
    const { api } = team.people.ada;
    const { data: project } = await api.createProject({ body: { name: 'Flow', key: 'FLOW' } });
    const { data: ticket } = await api.createTicket({
      body: { title: 'Flows', projectId: project.id, status: 'todo' },
    });
    await page.goto('/p/FLOW/settings/workflow');
    await page.getByRole('textbox', { name: 'Name: To do' }).fill('Selected');
    await page.getByRole('checkbox', { name: 'Hidden: In review' }).check();
    await page
      .getByRole('group', { name: 'May be followed by: Selected' })
      .getByRole('checkbox', { name: 'Done' })
      .uncheck();
    await page.getByRole('button', { name: 'Save workflow' }).click();
    await page.getByRole('status').getByText('The workflow is saved').waitFor();
    await page.goto('/p/FLOW/board');
    await page.getByRole('heading', { name: 'Selected' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'In review' }).count(), 0);
    await assert.rejects(api.changeStatus({ params: { id: ticket.id }, body: { status: 'done' } }), {
      status: 409,
      message: /it can go to Backlog/,
    });
    await page.goto(`/t/${ticket.key}`);
    await page
      .getByRole('button', { name: /Selected/ })
      .first()
      .waitFor();
  });

  journey(
    'the report of a cycle counts its tickets and moves the open ones to the next',
    async ({ open, team }) => {
      const { api } = team.people.ada;
      const cycle = { projectId: 'DOCS', kind: 'cycle' } as const;
      const { data: first } = await api.createGroup({
        body: { ...cycle, name: 'Cycle 1', startsAt: '2026-01-01', endsAt: '2026-01-14' },
      });
      await api.createGroup({
        body: { ...cycle, name: 'Cycle 2', startsAt: '2026-01-15', endsAt: '2026-01-28' },
      });
      await api.createTicket({ body: { title: 'Left over', projectId: 'DOCS', groupId: first.id } });
      const { page } = await open('ada');
      await page.goto('/p/DOCS/settings/groups');
      await page.getByRole('button', { name: 'Report: Cycle 1' }).click();
      const report = page.getByRole('dialog', { name: 'Report of Cycle 1' });
      await report.getByText('Carried over').waitFor();
      await report.getByRole('button', { name: 'Move open tickets to the next cycle' }).click();
      await page.getByRole('status').getByText('One ticket moved to Cycle 2').waitFor();
    },
  );

  journey('a webhook secret of the project is shown once, listed and deleted', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY/settings/tokens');
    await page.getByRole('button', { name: 'New webhook secret' }).click();
    await page.getByLabel('Code host', { exact: true }).selectOption('gitlab');
    await page.getByRole('button', { name: 'Create secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('/webhooks/gitlab?key=').waitFor();
    const secret = await dialog.getByRole('status', { name: 'Webhook secret' }).textContent();
    assert.equal(Buffer.from(secret ?? '', 'base64url').length, 32);
    await dialog.getByRole('button', { name: 'I have saved it' }).click();
    const table = page.getByRole('table', { name: 'Webhook secrets' });
    await table.getByText('GitLab').waitFor();
    await table.getByRole('button', { name: 'Delete the secret for GitLab?' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await table.waitFor({ state: 'detached' });
  });

  journey('a webhook is created, and its test delivery arrives and is logged', async ({ open }) => {
    const receiver = await openReceiver();
    try {
      const { page } = await open('ada');
      await page.goto('/p/PAY/settings/webhooks');
      await page.getByRole('button', { name: 'New webhook' }).click();
      await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
      await page.getByRole('textbox', { name: 'Description' }).fill('Deploys');
      await page.getByRole('button', { name: 'Create webhook' }).click();
      await page.getByText('whsec_').waitFor();
      await page.getByRole('dialog').getByRole('button').last().click();
      await page.getByRole('heading', { name: 'Deploys' }).waitFor();
      await page.getByRole('button', { name: 'Send test' }).click();
      const [first] = await receiver.until(1);
      assert.equal(first?.json.type, 'webhook.test');
      const row = page.getByRole('row', { name: /^webhook\.test Delivered 200/ });
      await row.waitFor();
      await row.getByRole('link').click();
      await page.getByText('x-webhook-event: webhook.test').waitFor();
      await page.getByRole('button', { name: 'Send again' }).click();
      await receiver.until(2);
    } finally {
      await receiver.close();
    }
  });

  journey(
    'an administrator withdraws the approval of a repository, and its project says so',
    async ({ open, team }) => {
      const body = { repositories: ['acme/handbook'] };
      await team.people.ada.api.updateProject({ params: { id: 'DOCS' }, body });
      const { page } = await open('ada');
      await page.goto('/instance/repositories');
      const row = page.getByRole('row', { name: /acme\/handbook/ });
      await row.getByText('approved').waitFor();
      await row.getByRole('button', { name: 'Withdraw' }).click();
      await row.getByText('refused').waitFor();
      await page.goto('/p/DOCS/settings/repositories');
      await page.getByText('refused by an administrator').waitFor();
      await page.goto('/instance/repositories');
      await row.getByRole('button', { name: 'Approve' }).click();
      await row.getByText('approved').waitFor();
    },
  );

  journey('a viewer sees the settings and no control that is refused', async ({ open }) => {
    const { page } = await open('vera');
    await page.goto('/p/PAY/settings');
    await page.getByText('Only admins and owners of the project can change it.').waitFor();
    const pages = page.getByRole('navigation', { name: 'Settings of Payments' });
    assert.equal(await pages.getByRole('link', { name: 'Triggers' }).count(), 0);
    for (const name of ['Members', 'Labels', 'Groups', 'Repositories']) {
      await pages.getByRole('link', { name }).click();
      await page.getByRole('region', { name }).first().waitFor();
      // In one moment: rows may be added between two.
      const names = await page
        .getByRole('region')
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent));
      // Everybody may read the report of a group.
      assert.deepEqual(
        names.filter((one) => !one?.startsWith('Report: ')),
        [],
        name,
      );
    }
  });

  journey('reasons and refusals of the server are in the language of the user', async ({ open, team }) => {
    const { api } = team.people.vera;
    const [{ data: boot }, { data: ticket }] = await Promise.all([
      api.getBoot(),
      api.getTicket({ params: { id: 'PAY-2' } }),
    ]);
    const given = [...boot.projects, ticket].flatMap(({ mayNot }) => Object.values(mayNot));
    for (const reason of new Set(given)) assert.ok(translateSentence(reasons, reason), reason);
    await api.updatePreferences({ body: { language: 'de' } });
    const { page, problems } = await open('vera');
    problems.expect(/400 \(Bad Request\)/);
    await page.goto('/p/PAY/settings');
    await page.getByText('Nur Admins und Eigentümer des Projekts können es ändern.').waitFor();
    await page.goto('/me/security');
    await page.getByLabel('Aktuelles Passwort').fill('wrong password');
    await page.getByLabel('Neues Passwort').fill('another long password');
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await page.getByText('Das jetzige Passwort ist falsch').waitFor();
    await api.updatePreferences({ body: { language: 'en' } });
  });

  journey('a switch whose change is refused shows what holds', async ({ open }) => {
    const { page, problems } = await open('ada');
    problems.expect(/403 \(Forbidden\)/);
    await page.route('**/api/user/preferences', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 403, json: { error: { code: 'FORBIDDEN', message: 'Not today' } } })
        : route.continue(),
    );
    await page.goto('/me/preferences');
    const weekly = page.getByRole('switch', { name: 'A summary each week by mail' });
    const before = await weekly.isChecked();
    await weekly.click();
    await page.getByText('Not today').waitFor();
    assert.equal(await weekly.isChecked(), before);
  });

  journey('a deleted project comes back by undo', async ({ open, team }) => {
    await team.people.ada.api.createProject({ body: { name: 'Scratch', key: 'SCR' } });
    const { page } = await open('ada');
    await page.goto('/p/SCR/settings/danger');
    await page.getByRole('button', { name: 'Delete project' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').fill('SCR');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'General' }).waitFor();
    await page.goto('/projects');
    await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: 'Scratch' }).waitFor();
  });

  journey('a question closes when the page behind it changes, and the next one opens', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/p/PAY/settings/labels');
    await page.getByRole('link', { name: 'Danger zone' }).click();
    await page.getByRole('button', { name: 'Delete project' }).click();
    const question = page.getByRole('dialog', { name: /^Delete / });
    await question.waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'New label' }).waitFor();
    await question.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New label' }).click();
    await page.getByRole('dialog', { name: 'New label' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

describeJourneysInKeptWindows('Administration', (journey) => {
  journey('the demo team is removed only after a question that says what goes', async ({ open, team }) => {
    const { api } = team.people.ada;
    await api.createDemo();
    const { page } = await open('ada');
    await page.goto('/projects');
    await page.getByRole('button', { name: 'New project' }).click();
    const workspace = page.getByRole('dialog', { name: 'New project' }).getByLabel('Workspace');
    await eventually(async () =>
      assert.equal(
        await workspace.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
        'Northwind',
      ),
    );
    await page.keyboard.press('Escape');
    await page.goto('/instance');
    await page.getByRole('button', { name: 'Remove the demo team' }).click();
    const question = page.getByRole('dialog', { name: 'Remove the demo team?' });
    await question.getByText(/The project “Harbor” with its \d+ tickets is deleted/).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    assert.ok((await api.getDemo()).data);
    await page.getByRole('button', { name: 'Remove the demo team' }).click();
    await question.getByRole('button', { name: 'Remove the demo team' }).click();
    await page.getByRole('button', { name: 'Create the demo team' }).waitFor();
    assert.equal((await api.getDemo()).data, null);
    await page.goto('/agents');
    await page.getByRole('list', { name: 'What agents do now' }).getByText('Builder').waitFor();
    assert.equal(await page.getByText('Pilot').count(), 0);
  });

  journey(
    'an administrator names the installation and says who may sign up, and sees that no backup exists',
    async ({ open, team }) => {
      const { ada, ben } = team.people;
      const { page } = await open('ada');
      await page.goto('/instance');
      const settings = page.getByRole('form', { name: 'Settings' });
      await settings.getByLabel('Name of this installation').fill('Acme Tickets');
      await settings.getByLabel('Who may sign up').selectOption({ label: 'invited people' });
      await settings.getByText('Only people with an invitation can create an account.').waitFor();
      await settings.getByRole('button', { name: 'Save settings' }).click();
      await page.getByRole('status').getByText('Settings saved.').waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByText('Acme Tickets').waitFor();
      assert.equal(await page.title(), 'Administration · Acme Tickets');
      await settings.getByText('Last changed by Ada Lindström').waitFor();
      const backups = page.getByRole('region', { name: 'Backups' });
      await backups.getByText('No backup was made yet.', { exact: false }).waitFor();

      const visitor = await open();
      await visitor.page.goto('/sign-in');
      await visitor.page.getByText('Acme Tickets', { exact: true }).waitFor();
      assert.equal(await visitor.page.title(), 'Sign in · Acme Tickets');
      assert.equal(await visitor.page.getByRole('link', { name: 'Sign up' }).count(), 0);

      // Somebody else saved in the meantime: the second is told and sees the newer values.
      const second = await open('ada');
      second.problems.expect(/412/);
      await second.page.goto('/instance');
      const form = second.page.getByRole('form', { name: 'Settings' });
      await form.getByLabel('Name of this installation').fill('Stale');
      await ada.api.updateInstanceSettings({ body: { name: 'Newer' } });
      await form.getByRole('button', { name: 'Save settings' }).click();
      await eventually(async () =>
        assert.equal(await form.getByLabel('Name of this installation').inputValue(), 'Newer'),
      );

      const person = await open('ben');
      await person.page.goto('/instance');
      await person.page.getByText('Only administrators can see this page.').waitFor();
      await assert.rejects(ben.api.updateInstanceSettings({ body: { name: 'Mine' } }), /administrators/);
      await ada.api.updateInstanceSettings({ body: { name: null, signUp: null } });
    },
  );

  journey('the audit log is narrowed to one action and shown whole again', async ({ open }) => {
    const { page } = await open('ada');
    await page.goto('/instance/audit');
    const log = page.getByRole('table', { name: 'Audit log' });
    await log.getByRole('button', { name: 'API key: created' }).first().click();
    await log.getByRole('button', { name: 'Project member: added' }).first().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Show all' }).click();
    await log.getByRole('button', { name: 'Project member: added' }).first().waitFor();
    // This window has just read the log, which is recorded and shown only on request.
    assert.equal(await log.getByRole('button', { name: 'Audit log: viewed' }).count(), 0);
    await page.getByRole('switch', { name: /only looked at/ }).check();
    await log.getByRole('button', { name: 'Audit log: viewed' }).first().waitFor();
  });

  journey(
    'what happened is told in German in the inbox, the activity and the audit log',
    async ({ open, team }) => {
      const { ada, ben } = team.people;
      const { data: ticket } = await ben.api.createTicket({
        body: { title: 'Rückfrage', projectId: 'PAY', assigneeId: ada.id },
      });
      await ada.api.updatePreferences({ body: { language: 'de' } });
      const { page } = await open('ada');
      await page.goto('/inbox');
      await page
        .getByRole('listitem')
        .filter({ hasText: ticket.key ?? '' })
        .getByText('Ben Okafor hat dir das zugewiesen')
        .waitFor();
      await ada.api.addComment({ params: { id: ticket.id }, body: { content: 'Gern' } });
      await page.goto('/me/activity');
      await page.getByText(`Kommentiert: ${ticket.key} Rückfrage`).waitFor();
      // An entry of its own: those of the team are no longer on the first page once other journeys have run.
      await page.evaluate(() =>
        fetch('/api/user/api-keys', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Protokoll' }),
        }),
      );
      await page.goto('/instance/audit');
      await page.getByRole('button', { name: 'API-Schlüssel: erstellt' }).first().waitFor();
      await ada.api.updatePreferences({ body: { language: 'en' } });
    },
  );

  journey('a link to verify an address that is not valid says so', async ({ open }) => {
    const { page, problems } = await open('ben');
    problems.expect(/400 \(Bad Request\)/);
    await page.goto('/verify-email?token=none');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('alert').getByText('This link is not valid').waitFor();
  });
});
