import assert from 'node:assert/strict';
import { describeJourneys } from './support/journey.ts';

const text = [
  'Betreff;Zustand;Wer;Farbe',
  'Crane; Fancy;Ben Okafor;red',
  ';done;;',
  'Dock;Erledigt!;Grace <grace@example.org>;=1+1',
  'Mast;Done;Chiara <chiara@example.org>;',
].join('\r\n');

describeJourneys('Imports', (journey) => {
  journey(
    'a CSV file shows its columns and first rows, is mapped with its words and people, and imported',
    async ({ open, team }) => {
      const { ada, ben } = team.people;
      const { data: project } = await ada.api.createProject({ body: { name: 'Moved', key: 'MOV' } });
      await ada.api.addMember({ params: { id: project.id }, body: { userId: ben.id, role: 'member' } });
      const { page } = await open('ada');
      await page.goto('/p/MOV/settings/import');
      await page.getByLabel('Product').selectOption('csv');
      await page
        .getByLabel('Files', { exact: true })
        .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page.getByRole('button', { name: 'Check files' }).first().click();

      const setup = page.getByRole('form', { name: 'How the file is read' });
      const columns = setup.getByRole('table', { name: 'Columns' });
      const field = (name: string) => columns.getByRole('combobox', { name, exact: true });
      await columns.getByText('=1+1').waitFor();
      assert.equal(await field('Betreff').inputValue(), 'title');
      assert.equal(await field('Zustand').inputValue(), 'status');
      assert.equal(await field('Farbe').inputValue(), '');
      assert.equal(await setup.getByLabel('Separator').inputValue(), ';');
      await field('Wer').selectOption('assignee');
      await field('Farbe').selectOption('labels');
      // The chosen file stays chosen.
      const kept = await page
        .getByLabel('Files', { exact: true })
        .evaluate((input: HTMLInputElement) => input.files?.length);
      assert.equal(kept, 1);
      await setup.getByRole('button', { name: 'Check files' }).click();

      await page.getByText('Would be imported: 3 tickets', { exact: false }).waitFor();
      await page.getByText('Line 3: rows without a title are left out').waitFor();
      await setup.getByRole('combobox', { name: 'Fancy' }).selectOption('in_review');
      await setup.getByRole('combobox', { name: 'Erledigt!' }).selectOption('done');
      const people = setup.getByRole('table', { name: 'People of the file' });
      // An administrator of the instance finds her, who is no member of the project.
      const { chiara } = team.people;
      assert.equal(await people.getByRole('combobox', { name: 'Chiara' }).inputValue(), chiara.id);
      await people.getByRole('combobox', { name: 'Ben Okafor' }).selectOption({ label: 'Ben Okafor' });
      await people.getByRole('combobox', { name: 'Grace' }).selectOption({ label: 'leave out' });
      await people.getByRole('button', { name: 'Invite: grace@example.org' }).click();
      await people.getByText('Invited.', { exact: false }).waitFor();
      await setup.getByRole('button', { name: 'Check again' }).click();
      await page.getByText('1 problem in a row').waitFor();

      await page.getByRole('button', { name: 'Import 3 tickets' }).click();
      await page.getByText(/^Imported: 3 tickets/).waitFor();
      const crane = (await ada.api.getTicket({ params: { id: 'MOV-1' } })).data;
      const dock = (await ada.api.getTicket({ params: { id: 'MOV-2' } })).data;
      assert.deepEqual(
        [crane.title, crane.status, crane.assignee?.id, crane.labels?.map(({ name }) => name)],
        ['Crane', 'in_review', ben.id, ['red']],
      );
      assert.deepEqual([dock.status, dock.assignee ?? null], ['done', null]);
    },
  );

  journey('the mapping is German and fits a phone in the dark', async ({ open, team }) => {
    const { api } = team.people.ada;
    await api.createProject({ body: { name: 'Phone', key: 'PHO' } });
    const { data } = await api.createImport({ params: { id: 'PHO' }, body: { product: 'csv' } });
    const body = new FormData();
    body.append('file', new File([text], 'old.csv'));
    await api.addImportFiles({ params: { id: data.id }, body });
    await api.updatePreferences({ body: { language: 'de', theme: 'dark' } });
    const { page } = await open('ada', { phone: true });
    await page.goto('/p/PHO/settings/import');
    const setup = page.getByRole('form', { name: 'Wie die Datei gelesen wird' });
    await setup.getByRole('table', { name: 'Spalten' }).getByText('=1+1').waitFor();
    await setup.getByRole('combobox', { name: 'Wer', exact: true }).selectOption('assignee');
    await setup.getByRole('button', { name: 'Dateien prüfen' }).click();
    await page.getByText('Zeile 3: Zeilen ohne Titel fallen weg').waitFor();
    await page.getByText('1 × Status „Fancy“ ist unbekannt', { exact: false }).waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(width <= 0, `scrolls sideways by ${width} px`);
    await api.updatePreferences({ body: { language: 'en', theme: 'system' } });
  });
});
