import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** What the provider says about a person; `sub` is their id there. */
export interface ProviderAccount {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface TestProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Who is signed in at the provider; every authorization is granted to them. */
  account: ProviderAccount;
  /** Opens the address as a browser does, and returns where the provider sends it back to. */
  authorize(url: string): Promise<URL>;
  close(): Promise<void>;
}

/** A real provider of OpenID Connect on loopback, with one client. */
export async function startOidcProvider(redirectUris: string[]): Promise<TestProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['docket', 'a secret of the client'];
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    scopes: ['openid', 'email', 'profile'],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the provider'] },
    ttl: { Session: 60, Grant: 60, AccessToken: 60, IdToken: 60, Interaction: 60 },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({ accountId: sub, claims: async () => ({ ...test.account, sub }) }),
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId as string;
      const grant = new oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    await provider.interactionFinished(request, response, { login: { accountId: test.account.sub } });
  });
  const test: TestProvider = {
    issuer,
    clientId,
    clientSecret,
    account: { sub: 'nobody' },
    authorize: (url) => followRedirects(new URL(url), issuer),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return test;
}

/** Follows redirects within the provider, with its cookies, until one leads elsewhere. */
async function followRedirects(start: URL, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  for (let url = start, hops = 0; hops < 10; hops++) {
    if (url.origin !== issuer) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
  }
  throw new Error('the provider redirects without end');
}
