import assert from 'node:assert/strict';
import { password } from '../support/password.ts';
import { assertAccessible, takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys } from './support/journey.ts';

describeJourneys('Signing in', (journey) => {
  journey('leads back to the address that was asked for', async ({ open }) => {
    const { page, problems } = await open();
    problems.expect(/401 \(Unauthorized\)/);
    await page.goto('/p/PAY/board?priority=high');
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('Email').fill('ben@example.org');
    await form.getByLabel('Password', { exact: true }).fill('wrong');
    await form.getByRole('button', { name: 'Sign in' }).click();
    await form.getByRole('alert').waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'sign-in-refused');
    await form.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'In progress' }).waitFor();
    assert.equal(new URL(page.url()).search, '?priority=high');
  });

  journey('ends with signing out', async ({ open }) => {
    const { page } = await open('rita');
    await page.goto('/');
    await page.getByRole('button', { name: 'Rita Sato' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    await page.goto('/');
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
  });

  journey('an invitation leads a new person to the board of the project', async ({ open, team }) => {
    const { data: invitation } = await team.people.ada.api.createInvitation({
      body: { email: 'dana@example.org', projectId: 'PAY' },
    });
    const { page } = await open();
    const { pathname, search } = new URL(invitation.url as string);
    await page.goto(pathname + search);
    await page.getByText('Ada Lindström invites you to Payments.').waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'invitation');
    const form = page.getByRole('form', { name: 'Create an account' });
    await form.getByLabel('Name').fill('Dana Weiß');
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('list', { name: 'In progress' }).getByRole('link').first().waitFor();
  });
});
