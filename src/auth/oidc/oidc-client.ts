import type { Configuration, CustomFetch } from 'openid-client';
import { type Clock, hourMs, secondMs } from '../../platform/clock.ts';
import type { OutboundHttp } from '../../platform/outbound-http/index.ts';

/** A provider of OpenID Connect, which the operator configures. */
export interface OidcProvider {
  id: string;
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  allowedDomains: string[] | undefined;
  trustsEmail: boolean;
}

/** What the browser's step keeps until the provider sends the browser back. */
export interface PendingAuthorization {
  state: string;
  nonce: string;
  verifier: string;
}

/** What the provider says about a person. */
export interface ProviderClaims {
  issuer: string;
  subject: string;
  email: string | undefined;
  emailVerified: boolean;
  name: string | undefined;
}

export interface OidcClient {
  /** Returns where to send the browser. */
  start(provider: OidcProvider, redirectUri: string): Promise<PendingAuthorization & { url: string }>;
  /** Exchanges the code of the callback. Throws unless state, nonce, issuer, audience and signature are right. */
  finish(provider: OidcProvider, callback: URL, pending: PendingAuthorization): Promise<ProviderClaims>;
}

const scope = 'openid email profile';
const metadataLifeMs = hourMs;
const requestTimeoutMs = 10 * secondMs;
const responseBytesMax = 1_000_000;

/** Authorization code flow with PKCE. Metadata and keys of a provider are fetched at the first sign-in, then kept for an hour. */
export function newOidcClient(outbound: OutboundHttp, clock: Clock): OidcClient {
  const known = new Map<string, { at: number; configuration: Promise<Configuration> }>();
  const loadConfiguration = (provider: OidcProvider): Promise<Configuration> => {
    const kept = known.get(provider.id);
    if (kept && clock.now() - kept.at < metadataLifeMs) return kept.configuration;
    const configuration = discover(provider, outbound);
    known.set(provider.id, { at: clock.now(), configuration });
    configuration.catch(() => known.delete(provider.id));
    return configuration;
  };
  return {
    start: async (provider, redirectUri) => {
      const openid = await loadOpenid();
      const configuration = await loadConfiguration(provider);
      const pending = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      };
      const url = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      // The browser is sent there: neither `javascript:` nor an unencrypted address, whatever the metadata say.
      if (url.protocol !== 'https:' && url.protocol !== new URL(provider.issuer).protocol)
        throw new Error(`the authorization endpoint is ${url.protocol}`);
      return { ...pending, url: url.href };
    },
    finish: async (provider, callback, { state, nonce, verifier }) => {
      const openid = await loadOpenid();
      const configuration = await loadConfiguration(provider);
      const tokens = await openid.authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no ID token');
      const { userinfo_endpoint: userInfo } = configuration.serverMetadata();
      const hasEmail = claims.email !== undefined;
      const more =
        hasEmail || userInfo === undefined
          ? claims
          : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: nonEmptyClaim(more.email),
        emailVerified: more.email_verified === true || more.email_verified === ('true' as unknown),
        name: nonEmptyClaim(more.name ?? claims.name) ?? nonEmptyClaim(more.preferred_username),
      };
    },
  };
}

/** Loaded at the first sign-in with a provider: most instances have none. */
const loadOpenid = () => import('openid-client');

async function discover(provider: OidcProvider, outbound: OutboundHttp): Promise<Configuration> {
  const openid = await loadOpenid();
  const isUnencrypted = provider.issuer.startsWith('http:');
  const found = await openid.discovery(
    new URL(provider.issuer),
    provider.clientId,
    undefined,
    openid.None(),
    {
      [openid.customFetch]: fetchThrough(outbound),
      timeout: requestTimeoutMs / secondMs,
      ...(isUnencrypted && { execute: [openid.allowInsecureRequests] }),
    },
  );
  const methods = found.serverMetadata().token_endpoint_auth_methods_supported;
  const configuration = new openid.Configuration(
    found.serverMetadata(),
    provider.clientId,
    undefined,
    chooseClientAuth(openid, provider.clientSecret, methods),
  );
  configuration[openid.customFetch] = fetchThrough(outbound);
  configuration.timeout = requestTimeoutMs / secondMs;
  if (isUnencrypted) openid.allowInsecureRequests(configuration);
  return configuration;
}

/** HTTP Basic is the default of the standard. */
function chooseClientAuth(
  openid: Awaited<ReturnType<typeof loadOpenid>>,
  secret: string | undefined,
  methods: string[] | undefined,
) {
  if (secret === undefined) return openid.None();
  const takesBasic = methods === undefined || methods.includes('client_secret_basic');
  return takesBasic ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret);
}

/** The operator chose the provider, so it may be on this machine; metadata services are refused even so. */
const fetchThrough =
  (outbound: OutboundHttp): CustomFetch =>
  async (url, { method, headers, body }) => {
    const response = await outbound.send({
      method: method as 'GET' | 'POST',
      url: new URL(url),
      headers: Object.fromEntries(new Headers(headers)),
      ...(body != null && { body: String(body) }),
      totalTimeoutMs: requestTimeoutMs,
      responseBytesMax,
      whenTooLarge: 'fail',
    });
    const received = Object.entries(response.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((text): [string, string] => [name, text]),
    );
    const hasBody = response.body.length > 0 && ![204, 205, 304].includes(response.status);
    return new Response(hasBody ? new Uint8Array(response.body) : null, {
      status: response.status,
      headers: received,
    });
  };

const nonEmptyClaim = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim.trim() !== '' ? claim.trim() : undefined;
