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
    await form.getByLabel('E-mail').fill('ada@example.org');
    await assertAccessible(page);
    await takeScreenshot(page, 'first-run');
    await form.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.keyboard.press('Enter');

    const project = page.getByRole('form', { name: 'Start with an empty project' });
    await project.getByLabel('Team name').fill('Harbor');
    await project.getByLabel('Project name').fill('Payments');
    await project.getByLabel('Invite your team').fill('grace@example.org, hopper\nben@example.org');
    await project.getByText('Not an address, and left out: hopper').waitFor();
    await project.getByRole('checkbox', { name: /^Import tickets/ }).waitFor();
    await page.getByRole('link', { name: /^Skip/ }).waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'first-run-start');
    await project.getByRole('button', { name: 'Create project' }).click();
    // Without a mail server there are links to send.
    await page.getByRole('button', { name: 'Copy all links' }).waitFor();
    await page.getByLabel('Invitation link for ben@example.org').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();

    await page
      .getByRole('list', { name: 'To do' })
      .getByRole('link', { name: /^PAY-1 / })
      .waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New ticket' });
    await dialog.getByLabel('Title').fill('Accept cards');
    await dialog.getByRole('button', { name: 'Create ticket' }).click();
    await page.getByRole('link', { name: /^PAY-2 Accept cards/ }).waitFor();
    await page.goto('/workspaces');
    await page.getByRole('main').getByText('Harbor').first().waitFor();

    await page.goto('/');
    await page.getByRole('region', { name: 'Now' }).getByRole('button', { name: 'New ticket' }).waitFor();
    await page.goto('/inbox');
    await page.getByRole('main').getByRole('link', { name: 'Go to My work' }).click();
    await page.waitForURL(/\/$/);
  });
});
