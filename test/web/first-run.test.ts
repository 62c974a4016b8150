import { assertAccessible, takeScreenshot } from './support/inspect-page.ts';
import { describeJourneysOf } from './support/journey.ts';
import { openServer } from './support/server.ts';

const openEmptyServer = async () => {
  const server = await openServer();
  return { server, people: {}, close: () => server.close() };
};

describeJourneysOf('The first run', openEmptyServer, (journey) => {
  journey('leads from an empty instance to the first ticket', async ({ open }) => {
    const { page } = await open();
    await page.goto('/');
    const form = page.getByRole('form', { name: 'Create the first account' });
    await form.getByLabel('Name').fill('Ada Lindström');
    await form.getByLabel('Email').fill('ada@example.org');
    await assertAccessible(page);
    await takeScreenshot(page, 'first-run');
    await form.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.keyboard.press('Enter');

    const project = page.getByRole('form', { name: 'Start with an empty project' });
    await project.getByLabel('Project name').fill('Payments');
    await assertAccessible(page);
    await takeScreenshot(page, 'first-run-start');
    await project.getByRole('button', { name: 'Create project' }).click();

    await page
      .getByRole('list', { name: 'To do' })
      .getByRole('link', { name: /^PAY-1 / })
      .waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.getByLabel('Title').fill('Accept cards');
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await page.getByRole('link', { name: /^PAY-2 Accept cards/ }).waitFor();
  });
});
