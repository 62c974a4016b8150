import assert from 'node:assert/strict';
import { decodeBase32, totpOf } from '../../src/auth/second-factor/totp.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startOidcProvider } from '../support/oidc-provider.ts';
import { password } from '../support/password.ts';
import { eventually } from './support/eventually.ts';
import { assertAccessible, takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys, describeJourneysOf } from './support/journey.ts';
import { openServer } from './support/server.ts';

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

describeJourneys('The second factor', (journey) => {
  journey('is set up, asked for at sign-in, and replaced by a recovery code', async ({ open }) => {
    const { page, problems } = await open('rita');
    await page.goto('/me/security');
    const section = page.getByRole('region', { name: 'Authenticator app' });
    await section.getByRole('button', { name: 'Set up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set up' });
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    const secret = (await section.getByLabel('Secret for the app').textContent()) ?? '';
    const code = () => totpOf(decodeBase32(secret), Math.floor(Date.now() / 30_000));
    await section.getByLabel('Code', { exact: true }).fill(code());
    await assertAccessible(page);
    await takeScreenshot(page, 'second-factor');
    await section.getByRole('button', { name: 'Confirm' }).click();
    const codes = ((await section.getByLabel('Recovery codes').textContent()) ?? '').split('\n');
    assert.equal(codes.length, 10);
    await section.getByText('Recovery codes left: 10.').waitFor();
    await page.context().clearCookies();
    problems.expect(/401 \(Unauthorized\)/);
    await page.goto('/');
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('Email').fill('rita@example.org');
    await form.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    const second = page.getByRole('form', { name: 'Second step' });
    await second.getByLabel('Code').fill('wrong');
    await page.keyboard.press('Enter');
    await second.getByRole('alert').waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'second-step');
    await second.getByLabel('Code').fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
  });
});

async function openServerWithMail() {
  const mail = await startMailServer();
  const server = await openServer({ SMTP_URL: mail.url, SMTP_FROM: 'docket@example.org' });
  const close = async () => {
    await server.close();
    await mail.close();
  };
  return { server, mail, people: { ada: await server.person('Ada Lindström') }, close };
}

async function openServerWithProvider() {
  const server = await openServer();
  const provider = await startOidcProvider([`${server.url}/api/auth/oidc/acme/callback`]);
  const { issuer, clientId, clientSecret } = provider;
  const acme = { id: 'acme', label: 'Acme', issuer, clientId, clientSecret };
  await server.crash();
  const oidcProviders = [{ ...acme, allowedDomains: undefined, trustsEmail: false }];
  await server.restart({ config: { oidcProviders } });
  const close = async () => {
    await server.close();
    await provider.close();
  };
  return { server, provider, people: { ada: await server.person('Ada Lindström') }, close };
}

describeJourneysOf('A provider', openServerWithProvider, (journey) => {
  journey('signs in, says why it cannot, and is connected to an account', async ({ open, team }) => {
    const { page } = await open();
    team.provider.account = { sub: 'dana', email: 'ada@example.org', email_verified: true };
    await page.goto('/sign-in?next=%2Finbox');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.getByRole('alert').getByText('An account with this email address exists.').waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'sign-in-with-provider');
    team.provider.account = { sub: 'dana', email: 'dana@example.org', email_verified: true, name: 'Dana' };
    await page.goto('/sign-in?next=%2Finbox');
    await page.getByRole('button', { name: 'Sign in with Acme' }).click();
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();

    const { page: own } = await open('ada');
    team.provider.account = { sub: 'ada' };
    await own.goto('/me/security');
    await own.getByRole('button', { name: 'Connect Acme' }).click();
    const dialog = own.getByRole('dialog', { name: 'Connect Acme' });
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await own.keyboard.press('Enter');
    const section = own.getByRole('region', { name: 'Sign-in providers' });
    await section.getByRole('rowheader', { name: 'Acme' }).waitFor();
    await assertAccessible(own);
    await section.getByRole('button', { name: 'Remove' }).click();
    await own.getByRole('button', { name: 'Connect Acme' }).waitFor();
  });
});

describeJourneysOf('A forgotten password', openServerWithMail, (journey) => {
  journey('is replaced by the link of a mail, which works once', async ({ open, team: { mail } }) => {
    const { page, problems } = await open();
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    const asking = page.getByRole('form', { name: 'Forgot password' });
    await asking.getByLabel('Email').fill('ada@example.org');
    await asking.getByRole('button', { name: 'Send link' }).click();
    await page.getByRole('status').getByText('If ada@example.org has an account').waitFor();
    let link = '';
    await eventually(async () => {
      link = /\/reset-password\?token=[\w-]+/.exec(mail.messages.at(-1)?.body ?? '')?.[0] ?? '';
      assert.ok(link, 'the mail has come');
    });
    const choose = async (text: string) => {
      await page.goto(link);
      const form = page.getByRole('form', { name: 'Choose a new password' });
      await form.getByLabel('New password', { exact: true }).fill(text);
      await form.getByRole('button', { name: 'Save password' }).click();
      return form;
    };
    await choose('a new and longer password');
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
    await page.context().clearCookies();
    problems.expect(/400 \(Bad Request\)/);
    const again = await choose('a third and longer password');
    await again.getByRole('alert').waitFor();
    await page.goto('/sign-in');
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('Email').fill('ada@example.org');
    await form.getByLabel('Password', { exact: true }).fill('a new and longer password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
  });
});
