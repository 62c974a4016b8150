import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { password } from '../support/password.ts';
import { askForAccess } from './support/ask-for-access.ts';
import { assertAccessible, takeScreenshot } from './support/inspect-page.ts';
import { describeJourneys } from './support/journey.ts';

/** The program of the application, which waits for the browser. */
async function startApplication() {
  const server = createServer((_request, response) => {
    // With an icon of its own: the browser would ask for /favicon.ico after the test has closed the application.
    const page = '<title>App</title><link rel="icon" href="data:,"><h1>Connected</h1>';
    response.setHeader('content-type', 'text/html').end(page);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  return {
    redirectUri,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describeJourneys('Connecting an application', (journey) => {
  journey(
    'a person signs in, chooses what it may do, allows it by keyboard, and disconnects it',
    async ({ open, team }) => {
      const { page } = await open();
      const application = await startApplication();
      const { redirectUri } = application;
      const verifier = 'w'.repeat(43);
      const { url } = team.server;
      const request = await askForAccess(url, { redirectUri, verifier });
      await page.goto(`/oauth/authorize?${request}`);
      const signIn = page.getByRole('form', { name: 'Sign in' });
      await signIn.getByLabel('E-mail').fill('ben@example.org');
      await signIn.getByLabel('Password', { exact: true }).fill(password);
      await page.keyboard.press('Enter');

      await page.getByRole('heading', { name: 'Connect “Robot” to Docket?' }).waitFor();
      await page.getByText('You are signed in as Ben').waitFor();
      await page.getByText('unknown: it registered itself').waitFor();
      await page.getByText(new URL(redirectUri).host).waitFor();
      await assertAccessible(page);
      await takeScreenshot(page, 'consent');
      await page.getByRole('checkbox', { name: 'Create and change them' }).focus();
      await page.keyboard.press('Space');
      await page.getByRole('checkbox', { name: 'Payments' }).focus();
      await page.keyboard.press('Space');
      await page.getByRole('button', { name: 'Allow' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Connected' }).waitFor();
      const { searchParams: answer } = new URL(page.url());
      assert.deepEqual([answer.get('state'), answer.get('iss')], ['007', url]);

      const tokens = await fetch(`${url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: request.get('client_id') ?? '',
          code: answer.get('code') ?? '',
          code_verifier: verifier,
        }),
      });
      const { access_token: token, scope } = (await tokens.json()) as Record<string, string>;
      assert.equal(scope, 'read agent');
      const use = async () =>
        (
          await fetch(`${url}/mcp`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
          })
        ).status;
      assert.equal(await use(), 200);

      await page.goto(`${url}/me/connections`);
      const row = page.getByRole('row', { name: /Robot/ });
      await row.getByText('read, agent tasks · PAY').waitFor();
      await assertAccessible(page);
      await takeScreenshot(page, 'connections');
      await row.getByRole('button', { name: 'Disconnect' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('You have connected no application.').waitFor();
      assert.equal(await use(), 401);
      application.close();
    },
  );

  journey('a person refuses on a phone, in German and dark', async ({ open, team }) => {
    await team.people.chiara.api.updatePreferences({ body: { language: 'de' } });
    const { page } = await open('chiara', { phone: true, dark: true });
    const application = await startApplication();
    const request = await askForAccess(team.server.url, application);
    await page.goto(`/oauth/authorize?${request}`);
    await page.getByRole('heading', { name: '„Robot“ mit Docket verbinden?' }).waitFor();
    await assertAccessible(page);
    await takeScreenshot(page, 'consent-phone');
    await page.getByRole('button', { name: 'Ablehnen' }).click();
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    const { searchParams: answer } = new URL(page.url());
    assert.deepEqual([answer.get('error'), answer.get('state')], ['access_denied', '007']);
    application.close();
  });

  journey('a request with a foreign address is explained and leads nowhere', async ({ open, team }) => {
    const { page, problems } = await open('ada');
    problems.expect(/400/);
    const request = await askForAccess(team.server.url);
    request.set('redirect_uri', 'http://127.0.0.2:9/steal');
    await page.goto(`/oauth/authorize?${request}`);
    await page.getByRole('alert').getByText('Redirect uri is not one that the client registered').waitFor();
    assert.equal(new URL(page.url()).pathname, '/oauth/authorize');
  });
});
