import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { computeTotp, decodeBase32 } from '../../src/auth/second-factor/totp.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startOidcProvider } from '../support/oidc-provider.ts';
import { password } from '../support/password.ts';
import { readQrCode } from '../support/read-qr-code.ts';
import { assertAccessible, takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys, describeJourneysOf } from './support/journey.ts';
import { openServer } from './support/server.ts';

describeJourneys('Signing in', (journey) => {
  journey('leads back to the address that was asked for', async ({ open }) => {
    const { page, problems } = await open();
    problems.expect(/401 \(Unauthorized\)/);
    await page.goto('/p/PAY/board?priority=high');
    const form = page.getByRole('form', { name: 'Sign in' });
    await form.getByLabel('E-mail').fill('ben@example.org');
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

  journey('never leads to another host, however the address is written', async ({ open, team }) => {
    const { page, context } = await open();
    const { host } = new URL(team.server.url);
    const foreign = host.replace('127.0.0.1', '127.0.0.2');
    for (const start of ['/%09/', '/%0a/', '/%0d/', '//', '/%5C']) {
      await page.goto(`/sign-in?next=${start}${foreign}/phish`);
      const form = page.getByRole('form', { name: 'Sign in' });
      await form.getByLabel('E-mail').fill('vera@example.org');
      await form.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
      assert.equal(new URL(page.url()).host, host, start);
      // What the page still requests would be refused without the cookies.
      await page.goto('about:blank');
      await context.clearCookies();
    }
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

describeJourneys('A reset by a link', (journey) => {
  const setPassword = async (page: Page, url: string) => {
    const { pathname, search } = new URL(url);
    await page.goto(pathname + search);
    const form = page.getByRole('form', { name: 'Choose a new password' });
    await form.getByLabel('New password', { exact: true }).fill('a new password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your password is saved' }).waitFor();
  };
  journey('shows what still gives access to the account, and removes it', async ({ open, team }) => {
    const { ada, chiara } = team.people;
    await chiara.api.createApiKey({ body: { name: 'Nightly build', scopes: ['read'] } });
    const agent = (await chiara.api.createAgent({ body: { name: 'Fixer' } })).data;
    await chiara.api.createAgentApiKey({ params: { id: agent.id }, body: { name: 'Laptop' } });
    const { url } = (await ada.api.createPasswordLink({ params: { id: chiara.id } })).data;
    const { page } = await open(undefined, { phone: true, dark: true });
    await setPassword(page, url);
    await page.getByText('Fixer: Laptop').waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'reset-remaining');
    await page.getByRole('button', { name: 'Remove: API key Nightly build' }).click();
    await page.getByText('Nightly build').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Remove: API key of an agent/ }).click();
    await page.getByText('Nothing else gives access to your account now.').waitFor();
    await page.getByRole('button', { name: 'Open Docket' }).click();
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
  });

  journey('of an account with a second factor shows it, and asks for the code', async ({ open, team }) => {
    const { ada, ben } = team.people;
    const { secret } = (await ben.api.startTotp({ body: { password } })).data;
    const code = computeTotp(decodeBase32(secret), Math.floor(Date.now() / 30_000));
    await ben.api.confirmTotp({ body: { code } });
    const { url } = (await ada.api.createPasswordLink({ params: { id: ben.id } })).data;
    const { page } = await open();
    await setPassword(page, url);
    await page.getByText('Authenticator app').waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'reset-with-second-factor');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('form', { name: 'Sign in' }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('next'), '/me/security');
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
    const picture = section.getByRole('img', { name: 'QR code for the app' });
    assert.match((await readPicture(picture)) ?? '', new RegExp(`^otpauth://totp/.*secret=${secret}`));
    const code = () => computeTotp(decodeBase32(secret), Math.floor(Date.now() / 30_000));
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
    await form.getByLabel('E-mail').fill('rita@example.org');
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

/** What a camera reads in a QR code, as the browser draws it. */
async function readPicture(picture: Locator): Promise<string | undefined> {
  const pixels = await picture.evaluate((svg: SVGSVGElement) => {
    const size = 4 * svg.viewBox.baseVal.width;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
    drawing.fillStyle = getComputedStyle(svg).backgroundColor;
    drawing.fillRect(0, 0, size, size);
    drawing.scale(4, 4);
    drawing.fillStyle = getComputedStyle(svg).fill;
    drawing.fill(new Path2D(svg.querySelector('path')?.getAttribute('d') ?? ''));
    return [...drawing.getImageData(0, 0, size, size).data];
  });
  return readQrCode(new Uint8ClampedArray(pixels))?.data;
}

/** Browsers make passkeys for localhost, and not for 127.0.0.1. */
async function openServerWithPasskeys() {
  const server = await openServer();
  const url = server.url.replace('127.0.0.1', 'localhost');
  await server.crash();
  await server.restart({ config: { BASE_URL: url, baseUrl: url } });
  const people = { ada: await server.person('Ada Lindström') };
  return { server: { ...server, url }, people, close: () => server.close() };
}

/** A device that holds passkeys and verifies its owner, inside the browser. */
async function addDevice(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifyOwner: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

describeJourneysOf('A passkey', openServerWithPasskeys, (journey) => {
  journey('is added, signs in alone and as second factor, and is removed', async ({ open, team }) => {
    const { page, problems } = await open('ada');
    const device = await addDevice(page);
    await page.goto('/me/security');
    const section = page.getByRole('region', { name: 'Passkeys' });
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await section.getByRole('rowheader', { name: 'Laptop' }).waitFor();
    await section.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByLabel('Current password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await dialog.getByText('The browser made no passkey.').waitFor();
    await page.keyboard.press('Escape');
    await section.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog', { name: 'Rename' }).getByLabel('Name', { exact: true }).fill('Old laptop');
    await page.keyboard.press('Enter');
    await section.getByRole('rowheader', { name: 'Old laptop' }).waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'passkeys');

    const signOut = async () => {
      await page.context().clearCookies();
      problems.expect(/401 \(Unauthorized\)/);
      await page.goto('/');
    };
    await signOut();
    await device.verifyOwner(false);
    const alone = page.getByRole('form', { name: 'Sign in with a passkey' });
    await alone.getByRole('button').click();
    await alone.getByText('The browser sent no passkey.').waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'sign-in-with-passkey');
    await device.verifyOwner(true);
    await alone.getByRole('button').click();
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();

    const { api } = team.people.ada;
    const { secret } = (await api.startTotp({ body: { password } })).data;
    const code = computeTotp(decodeBase32(secret), Math.floor(Date.now() / 30_000));
    await api.confirmTotp({ body: { code } });
    await signOut();
    const form = page.getByRole('form', { name: 'Sign in', exact: true });
    await form.getByLabel('E-mail').fill('ada@example.org');
    await form.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Second step' }).waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'second-step-with-passkey');
    await alone.getByRole('button').click();
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();

    await page.goto('/me/security');
    await section.getByRole('button', { name: 'Remove' }).click();
    const removal = page.getByRole('dialog', { name: 'Remove' });
    await removal.getByLabel('Current password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await section.getByRole('rowheader').waitFor({ state: 'detached' });
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
    await page.getByRole('alert').getByText('An account with this e-mail address exists.').waitFor();
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
    await asking.getByLabel('E-mail').fill('ada@example.org');
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
    await form.getByLabel('E-mail').fill('ada@example.org');
    await form.getByLabel('Password', { exact: true }).fill('a new and longer password');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor();
  });
});
