import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import {
  Client,
  IssuerMismatchError,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { newCertificate } from '../../test/support/certificate.ts';
import { dumpTables } from '../../test/support/dump-tables.ts';
import { onEveryEngine } from '../../test/support/engines.ts';
import { openWorld, type Person, password, type World } from '../../test/support/world.ts';
import { sweep } from '../composition/worker.ts';
import { dayMs, hourMs, minuteMs } from '../platform/clock.ts';
import { hashText, newToken } from '../platform/crypto.ts';
import { statement } from '../platform/db/index.ts';
import { newOutboundHttp } from '../platform/outbound-http/index.ts';

const unverifyEmail = statement<{ id: string }>('update users set email_verified = 0 where id = :id');
const redirectUri = 'http://127.0.0.1:8123/callback';

/** An application that keeps what the official SDK gives it in memory. */
class Application implements OAuthClientProvider {
  readonly redirectUrl = redirectUri;
  readonly clientMetadata = { client_name: 'Robot', redirect_uris: [redirectUri] };
  declare readonly clientMetadataUrl?: string;
  asked: URL | undefined;
  kept: OAuthTokens | undefined;
  #information: OAuthClientInformationMixed | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }
  state = () => 'a state of the client';
  clientInformation = () => this.#information;
  saveClientInformation = (information: OAuthClientInformationMixed) => {
    this.#information = information;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: OAuthTokens) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  discoveryState = () => this.#discovery;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovery = state;
  };
}

onEveryEngine('OAuth for /mcp', (engine) => {
  let world: World;
  let ada: Person;
  let origin: string;
  let host: string;
  let documentAddress: string;
  let document: Record<string, unknown>;
  const { cert, key } = newCertificate();
  const documents = createServer({ cert, key }, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(document));
  });

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    await world.app.listen({ host: '127.0.0.1', port: 0 });
    host = `127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
    origin = `http://${host}`;
    documents.listen(0, '127.0.0.1');
    await once(documents, 'listening');
    documentAddress = `https://127.0.0.1:${(documents.address() as AddressInfo).port}/client.json`;
    document = { client_id: documentAddress, client_name: 'Documented', redirect_uris: [redirectUri] };
    await world.context.outbound.public.close();
    world.context.outbound.public = newOutboundHttp({
      egress: 'public',
      privateTargets: ['127.0.0.1'],
      ca: [cert],
    });
    ada = await world.person('Ada');
  });
  after(async () => {
    documents.closeAllConnections();
    documents.close();
    await world.close();
  });

  const api = '/api/oauth/authorization';
  const ask = (person: Person, request: object) =>
    person.get(`${api}?${new URLSearchParams(request as Record<string, string>)}`, { host });
  const decide = (person: Person, request: object, more: object = {}) =>
    person.post(api, { request, decision: 'allow', scopes: ['read', 'write', 'agent'], ...more }, { host });
  const allow = async (person: Person, request: object, more: object = {}) => {
    const answer = await decide(person, request, more);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return new URL(answer.body.data.redirectTo).searchParams;
  };
  const connect = async (application: Application, finish?: URLSearchParams) => {
    const client = new Client({ name: 'test', version: '1' });
    const newTransport = () =>
      new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: application });
    if (finish) await newTransport().finishAuth(finish);
    await client.connect(newTransport());
    return client;
  };
  const begin = async (application: Application) => {
    await assert.rejects(connect(application), UnauthorizedError);
    return Object.fromEntries((application.asked as URL).searchParams);
  };
  const send = async (path: string, form: Record<string, string>) => {
    const body = new URLSearchParams(form);
    const response = await fetch(`${origin}/oauth/${path}`, { method: 'POST', body });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text), headers: response.headers };
  };
  const register = async (fields: object = {}) => {
    const metadata = { client_name: 'Robot', redirect_uris: [redirectUri], ...fields };
    const response = await fetch(`${origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(metadata),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };
  /** A request for a code, and what redeems it. */
  const newRequest = async (more: Record<string, string> = {}) => {
    const verifier = newToken();
    const request = {
      client_id: (await register()).body.client_id as string,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: hashText(verifier),
      code_challenge_method: 'S256',
      scope: 'read write agent',
      resource: `${origin}/mcp`,
      ...more,
    };
    return { request, verifier };
  };
  const newForm = async (person = ada, more: object = {}) => {
    const { request, verifier } = await newRequest();
    const code = (await allow(person, request, more)).get('code') as string;
    const { client_id } = request;
    return {
      grant_type: 'authorization_code',
      client_id,
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    };
  };
  const newTokens = async (person = ada, more: object = {}) => {
    const form = await newForm(person, more);
    const { status, body } = await send('token', form);
    assert.equal(status, 200, JSON.stringify(body));
    const refresh = (token = body.refresh_token, fields = {}) =>
      send('token', {
        grant_type: 'refresh_token',
        client_id: form.client_id,
        refresh_token: token,
        ...fields,
      });
    return { ...body, form, refresh };
  };
  const callMcp = async (token: string, method = 'tools/list', params = {}) => {
    const response = await fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  const statusOf = async (token: string) => (await callMcp(token)).status;
  const audited = async (action: string) => {
    const root = await world.person('Root', 'ADMIN');
    return (await root.get(`/api/admin/audit?action=${action}`)).body.data;
  };

  for (const way of ['dynamic registration', 'a metadata document'] as const) {
    test(`the official client connects by URL alone with ${way}, refreshes, and stops after revocation`, async () => {
      const application = new Application(way === 'a metadata document' ? documentAddress : undefined);
      const request = await begin(application);
      const { data } = (await ask(ada, request)).body;
      const isDocument = way === 'a metadata document';
      assert.deepEqual(
        [data.client.name, data.client.host, data.redirectHost, data.isOnOwnMachine, data.redirectTo],
        isDocument
          ? ['Documented', new URL(documentAddress).host, '127.0.0.1:8123', true, null]
          : ['Robot', null, '127.0.0.1:8123', true, null],
      );
      const answer = await allow(ada, request, { scopes: ['read', 'write'] });
      assert.deepEqual(
        [answer.get('state'), answer.get('iss')],
        ['a state of the client', origin],
        'state and issuer come back',
      );
      const client = await connect(application, answer);
      assert.equal(application.kept?.scope, 'read write');
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === 'create_ticket'));
      assert.ok(!tools.some(({ name }) => name === 'claim_task'), 'the scope agent was not allowed');
      const first = application.kept;
      world.clock.advance(hourMs);
      await client.listTools();
      assert.notEqual(application.kept?.access_token, first?.access_token, 'it refreshed');
      assert.notEqual(application.kept?.refresh_token, first?.refresh_token);
      const [connection] = (await ada.get('/api/user/connections')).body.data;
      assert.deepEqual(
        [connection.client.name, connection.scopes, connection.projectIds],
        [isDocument ? 'Documented' : 'Robot', ['read', 'write'], undefined],
      );
      const token = application.kept?.refresh_token as string;
      assert.equal((await send('revoke', { token, client_id: connection.client.id })).status, 200);
      await assert.rejects(client.listTools());
      assert.equal(
        (await ada.get('/api/user/connections')).body.data.filter(
          ({ id }: { id: string }) => id === connection.id,
        ).length,
        0,
      );
      await client.close();
    });
  }

  test('the official client refuses an answer of another issuer', async () => {
    const application = new Application();
    const answer = await allow(ada, await begin(application));
    answer.set('iss', 'https://evil.example');
    await assert.rejects(connect(application, answer), IssuerMismatchError);
  });

  test('metadata name this server, S256 and no secrets, at every path that clients try', async () => {
    for (const suffix of ['', '/mcp']) {
      const read = async (name: string) =>
        (await fetch(`${origin}/.well-known/${name}${suffix}`)).json() as Promise<Record<string, unknown>>;
      const resource = await read('oauth-protected-resource');
      assert.deepEqual(
        [resource.resource, resource.authorization_servers, resource.scopes_supported],
        [`${origin}/mcp`, [origin], ['read', 'write', 'agent']],
      );
      const server = await read('oauth-authorization-server');
      assert.deepEqual(
        [
          server.issuer,
          server.code_challenge_methods_supported,
          server.token_endpoint_auth_methods_supported,
          server.authorization_response_iss_parameter_supported,
        ],
        [origin, ['S256'], ['none'], true],
      );
    }
    const refused = await callMcp('dka_guess');
    assert.equal(
      refused.headers.get('www-authenticate'),
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="read write agent", error="invalid_token"`,
    );
  });

  test('an access token works at /mcp alone, and an API key keeps working there', async () => {
    const { access_token: token } = await newTokens();
    assert.equal(await statusOf(token), 200);
    const caller = world.caller({ authorization: `Bearer ${token}` });
    for (const url of ['/api/user/profile', '/api/tickets', '/v1/agent-tasks', '/api/user/connections'])
      assert.equal((await caller.get(url)).status, 401, url);
    const { key: apiKey } = (await ada.post('/api/user/api-keys', { name: 'k' })).body.data;
    assert.equal(await statusOf(apiKey), 200);
    const { refresh_token: other } = await newTokens();
    assert.equal(await statusOf(other), 401, 'a refresh token opens nothing');
  });

  test('a request or exchange for another resource is refused as invalid_target', async () => {
    const { request } = await newRequest({ resource: 'https://other.example/mcp' });
    const { redirectTo } = (await ask(ada, request)).body.data;
    assert.equal(new URL(redirectTo).searchParams.get('error'), 'invalid_target');
    const form = { ...(await newForm()), resource: 'https://other.example/mcp' };
    assert.equal((await send('token', form)).body.error, 'invalid_target');
  });

  test('a code works once; its second use ends the connection that it made', async () => {
    const { access_token: token, form } = await newTokens();
    assert.equal(await statusOf(token), 200);
    // Whoever copied the code need not know the verifier.
    const again = await send('token', { ...form, code_verifier: newToken() });
    assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant']);
    assert.equal(again.headers.get('cache-control'), 'no-store');
    assert.equal(await statusOf(token), 401);
    const [entry] = await audited('connection.replayed');
    assert.deepEqual(entry.details, { userId: ada.id, what: 'code' });
  });

  test('two exchanges of a code at the same moment leave no connection', async () => {
    const form = await newForm();
    const answers = await Promise.all([send('token', form), send('token', form)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const { access_token: token } = answers.find(({ status }) => status === 200)?.body ?? {};
    assert.equal(await statusOf(token), 401);
  });

  test('a code is refused after a minute, to another client, with another address and with a wrong verifier', async () => {
    const other = (await register()).body.client_id as string;
    const form = await newForm();
    for (const wrong of [
      { client_id: other },
      { redirect_uri: 'http://127.0.0.1:8124/callback' },
      { code_verifier: newToken() },
      { code: 'dkc_guess' },
    ]) {
      const { status, body } = await send('token', { ...form, ...wrong });
      assert.deepEqual([status, body.error], [400, 'invalid_grant'], JSON.stringify(wrong));
    }
    for (const [wrong, error] of [
      [{ code_verifier: '' }, 'invalid_request'],
      [{ code_verifier: 'short' }, 'invalid_request'],
      [{ client_id: '' }, 'invalid_request'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
    ] as const)
      assert.equal((await send('token', { ...form, ...wrong })).body.error, error, JSON.stringify(wrong));
    world.clock.advance(minuteMs);
    assert.equal((await send('token', form)).body.error, 'invalid_grant');
  });

  test('a refresh token works once; a second use of it ends the whole family', async () => {
    const { refresh_token: first, refresh } = await newTokens();
    const second = (await refresh()).body;
    assert.equal(await statusOf(second.access_token), 200);
    assert.equal((await refresh(first)).body.error, 'invalid_grant');
    assert.equal(await statusOf(second.access_token), 401);
    assert.equal((await refresh(second.refresh_token)).body.error, 'invalid_grant');
    const [entry] = await audited('connection.replayed');
    assert.deepEqual(entry.details, { userId: ada.id, what: 'refresh_token' });
  });

  test('two refreshes at the same moment never leave two valid families', async () => {
    const { refresh } = await newTokens();
    const answers = await Promise.all([refresh(), refresh()]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400]);
    const { body } = answers.find(({ status }) => status === 200) as { body: { refresh_token: string } };
    assert.equal((await refresh(body.refresh_token)).status, 400);
  });

  test('a refresh token is refused to another client, for more scopes, and after 90 days', async () => {
    const { refresh } = await newTokens(ada, { scopes: ['read'] });
    const other = (await register()).body.client_id;
    assert.equal((await refresh(undefined, { client_id: other })).body.error, 'invalid_grant');
    assert.equal((await refresh(undefined, { scope: 'read write' })).body.error, 'invalid_scope');
    assert.equal((await refresh('dkr_guess')).body.error, 'invalid_grant');
    const { body } = await refresh();
    assert.equal(body.scope, 'read');
    const session = await world.person('Late');
    const late = await newTokens(session);
    world.clock.advance(90 * dayMs);
    assert.equal((await late.refresh()).body.error, 'invalid_grant');
    ada = await world.person('Ada');
  });

  test('an access token may have fewer scopes than its connection', async () => {
    const { refresh } = await newTokens();
    const narrow = (await refresh(undefined, { scope: 'read' })).body;
    assert.doesNotMatch((await callMcp(narrow.access_token)).text, /create_ticket/);
    const wide = (await refresh(narrow.refresh_token)).body;
    assert.equal(wide.scope, 'read write agent');
    assert.match((await callMcp(wide.access_token)).text, /create_ticket/);
  });

  test('an unknown client or redirect URI is told to the person, never redirected to', async () => {
    const { request } = await newRequest();
    for (const [wrong, field] of [
      [{ redirect_uri: 'https://evil.example/' }, 'redirect_uri'],
      [{ redirect_uri: 'http://127.0.0.1:8123/other' }, 'redirect_uri'],
      [{ redirect_uri: 'http://127.0.0.1.evil.example:8123/callback' }, 'redirect_uri'],
      [{ redirect_uri: 'http://localhost:8123/callback' }, 'redirect_uri'],
      [{ redirect_uri: '' }, 'redirect_uri'],
      [{ client_id: 'nobody' }, 'client_id'],
    ] as const) {
      for (const answer of [
        await ask(ada, { ...request, ...wrong }),
        await decide(ada, { ...request, ...wrong }, { decision: 'deny' }),
        await decide(ada, { ...request, ...wrong }),
      ]) {
        assert.equal(answer.status, 400, JSON.stringify(wrong));
        assert.deepEqual(Object.keys(answer.body.error.details), [field]);
      }
    }
    const otherPort = { ...request, redirect_uri: 'http://127.0.0.1:49152/callback' };
    assert.equal((await ask(ada, otherPort)).status, 200, 'a program on this machine may use any port');
  });

  test('a request without PKCE, with plain PKCE or another response type goes back as an error with its state', async () => {
    for (const [wrong, error] of [
      [{ code_challenge: '' }, 'invalid_request'],
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: '' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'admin' }, 'invalid_scope'],
    ] as const) {
      const { request } = await newRequest({ ...wrong, state: 'mine' });
      const asked = new URL((await ask(ada, request)).body.data.redirectTo);
      assert.equal(`${asked.origin}${asked.pathname}`, redirectUri);
      const decided = await allow(ada, request);
      for (const answer of [asked.searchParams, decided]) {
        assert.deepEqual(
          [answer.get('error'), answer.get('state'), answer.get('iss'), answer.get('code')],
          [error, 'mine', origin, null],
        );
      }
    }
    const { request } = await newRequest({ state: 'mine' });
    const refused = await allow(ada, request, { decision: 'deny' });
    assert.deepEqual([refused.get('error'), refused.get('state')], ['access_denied', 'mine']);
  });

  test('a client gets no more than the person has and allows', async () => {
    const viewer = await world.person('Vera', 'VIEWER');
    const { request } = await newRequest({ scope: 'read write agent webhooks admin' });
    assert.deepEqual((await ask(viewer, request)).body.data.scopes, ['read']);
    assert.equal((await decide(viewer, request)).status, 400);
    assert.deepEqual((await ask(ada, request)).body.data.scopes, ['read', 'write', 'agent']);
    assert.equal((await decide(ada, request, { scopes: ['webhooks'] })).status, 400);
    assert.equal((await decide(ada, request, { scopes: [] })).status, 400);
    const foreign = await world.person('Ben');
    const secret = (
      await foreign.post('/api/projects', { name: 'Secret', key: 'SECRET', visibility: 'private' })
    ).body.data;
    const limited = await decide(ada, request, { projectIds: [secret.id] });
    assert.equal(limited.status, 400);
    assert.match(limited.body.error.details.projectIds[0], /Projects do not exist/);
  });

  test('a connection that is limited to projects sees only them, and follows what the person loses', async () => {
    const boss = await world.person('Boss');
    const mate = await world.person('Mate');
    const make = async (key: string) =>
      (await boss.post('/api/projects', { name: key, key, visibility: 'private' })).body.data;
    const [one, two] = [await make('ONE'), await make('TWO')];
    for (const project of [one, two])
      await boss.post(`/api/project/${project.id}/members`, { userId: mate.id, role: 'member' });
    const { access_token: token } = await newTokens(mate, { projectIds: ['ONE'] });
    const list = async () =>
      (await callMcp(token, 'tools/call', { name: 'list_projects', arguments: {} })).text;
    const create = async () =>
      (
        await callMcp(token, 'tools/call', {
          name: 'create_ticket',
          arguments: { title: 'A', project: 'ONE' },
        })
      ).text;
    assert.match(await list(), /ONE/);
    assert.doesNotMatch(await list(), /TWO/);
    assert.match(await create(), /ONE-1/);
    await boss.post(`/api/project/${one.id}/members`, { userId: mate.id, role: 'viewer' });
    assert.match(await create(), /FORBIDDEN/);
    await boss.delete(`/api/project/${one.id}/members/${mate.id}`);
    assert.doesNotMatch(await list(), /ONE/);
  });

  test('disabling the account, a new password and signing out everywhere end the connections', async () => {
    const root = await world.person('Root', 'ADMIN');
    const newPassword = 'another swordfish';
    const ends: [string, (person: Person) => Promise<{ status: number }>][] = [
      ['disabled', ({ id }) => root.put(`/api/instance/users/${id}`, { active: false })],
      [
        'password',
        (person) => person.post('/api/auth/change-password', { currentPassword: password, newPassword }),
      ],
      ['signed out', (person) => person.delete('/api/user/sessions')],
    ];
    for (const [name, end] of ends) {
      const person = await world.person('Gone');
      const tokens = await newTokens(person);
      const form = await newForm(person);
      assert.equal(await statusOf(tokens.access_token), 200, name);
      assert.equal((await end(person)).status, 200, name);
      assert.equal(await statusOf(tokens.access_token), 401, name);
      assert.equal((await tokens.refresh()).body.error, 'invalid_grant', name);
      assert.equal((await send('token', form)).body.error, 'invalid_grant', `a code: ${name}`);
    }
    assert.ok((await audited('connections.revoked')).length >= ends.length);
  });

  test('the person sees a connection with scopes, projects and last use, and revokes it; nobody else can', async () => {
    const person = await world.person('Pia');
    const project = (await person.post('/api/projects', { name: 'Own', key: 'OWN' })).body.data;
    const { access_token: token } = await newTokens(person, { scopes: ['read'], projectIds: ['OWN'] });
    await callMcp(token);
    const [connection] = (await person.get('/api/user/connections')).body.data;
    assert.deepEqual(
      [connection.client.name, connection.client.host, connection.scopes, connection.projectIds],
      ['Robot', '127.0.0.1:8123', ['read'], [project.id]],
    );
    assert.equal(connection.lastUsedAt, new Date(world.clock.now()).toISOString());
    const url = `/api/user/connections/${connection.id}`;
    assert.equal((await ada.delete(url)).status, 404);
    const { key: apiKey } = (await person.post('/api/user/api-keys', { name: 'k' })).body.data;
    assert.equal((await world.caller({ authorization: `Bearer ${apiKey}` }).delete(url)).status, 403);
    assert.equal((await person.delete(url)).status, 200);
    assert.equal(await statusOf(token), 401);
    const [granted] = (await audited('connection.granted')).filter(
      ({ subject }: { subject: { id: string } }) => subject.id === connection.id,
    );
    assert.deepEqual([granted.details.scopes, granted.details.projects], ['read', project.id]);
    const [revoked] = await audited('connection.revoked');
    assert.deepEqual([revoked.subject.name, revoked.details.by], ['Robot', 'person']);
  });

  test('API keys, agents and people without a verified address cannot allow an application', async () => {
    const { request } = await newRequest();
    const { key: apiKey } = (await ada.post('/api/user/api-keys', { name: 'k' })).body.data;
    const agent = (await ada.post('/api/agents', { name: 'Pilot' })).body.data;
    const { key: agentKey } = (await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
    for (const secret of [apiKey, agentKey]) {
      const caller = world.caller({ authorization: `Bearer ${secret}` });
      const body = { request, decision: 'allow', scopes: ['read'] };
      assert.equal((await caller.post(api, body, { host })).status, 403);
    }
    const unverified = await world.person('Una');
    await world.db.transaction((tx) => tx.run(unverifyEmail, { id: unverified.id }));
    assert.equal((await decide(unverified, request)).status, 403);
    assert.equal((await world.anonymous.get(`${api}?client_id=x`, { host })).status, 401);
    const forged = await ada.post(
      api,
      { request, decision: 'allow', scopes: ['read'] },
      { host, origin: 'https://evil.example' },
    );
    assert.equal(forged.status, 403, 'a page of another site cannot press the button');
  });

  test('a metadata document must name its own address and must not be large, redirect or come from elsewhere', async () => {
    const own = { ...document };
    const path = (name: string) => `${documentAddress}?${name}`;
    for (const [name, content] of [
      ['foreign', { ...own, client_id: 'https://claude.example/client.json' }],
      ['secret', { ...own, client_id: path('secret'), token_endpoint_auth_method: 'private_key_jwt' }],
      ['large', { ...own, client_id: path('large'), filler: 'x'.repeat(40_000) }],
      ['script', { ...own, client_id: path('script'), redirect_uris: ['javascript:alert(1)'] }],
    ] as const) {
      document = content;
      const { request } = await newRequest({ client_id: path(name) });
      const answer = await ask(ada, request);
      assert.equal(answer.status, 400, name);
      assert.deepEqual(Object.keys(answer.body.error.details), ['client_id'], name);
    }
    document = own;
    for (const id of ['http://127.0.0.1/client.json', `${documentAddress}#part`, 'https://127.0.0.1/']) {
      const { request } = await newRequest({ client_id: id });
      assert.equal((await ask(ada, request)).status, 400, id);
    }
  });

  test('registration refuses addresses that could run code, and answers that there is no secret', async () => {
    const made = await register({
      token_endpoint_auth_method: 'client_secret_post',
      client_name: 'A\u202Eb\n',
    });
    assert.deepEqual(
      [made.status, made.body.token_endpoint_auth_method, made.body.client_secret, made.body.client_name],
      [201, 'none', undefined, 'Ab'],
    );
    const cut = await register({ client_name: `${'x'.repeat(99)}😀` });
    assert.equal(cut.body.client_name, 'x'.repeat(99));
    for (const [fields, error] of [
      [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ redirect_uris: 'https://a.example/' }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: Array.from({ length: 21 }, () => redirectUri) }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['web+app://callback'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [`${'a'.repeat(300)}://callback`] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [`https://${'a'.repeat(300)}/`] }, 'invalid_redirect_uri'],
      [{ redirect_uris: Array(20).fill(`${redirectUri}?${'x'.repeat(1_900)}`) }, 'invalid_redirect_uri'],
      [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
      [{ grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    ] as const) {
      const { status, body } = await register(fields);
      assert.deepEqual([status, body.error], [400, error], JSON.stringify(fields));
    }
  });

  test('registrations that nobody allowed are swept after a day, expired tokens and codes too', async () => {
    const person = await world.person('Sweeper');
    const unused = (await newRequest()).request;
    const used = await newTokens(person);
    world.clock.advance(dayMs);
    await sweep(world.db, world.clock.now());
    assert.equal((await ask(person, unused)).status, 400);
    assert.equal((await ask(person, { ...unused, client_id: used.form.client_id })).status, 200);
    assert.equal((await used.refresh()).status, 200, 'its connection lives on');
    assert.equal(await statusOf(used.access_token), 401);
  });

  test('nothing that opens a connection is stored as it is', async () => {
    const tokens = await newTokens();
    const dump = JSON.stringify(await dumpTables(world.db, engine));
    for (const secret of [tokens.access_token, tokens.refresh_token, tokens.form.code])
      assert.ok(!dump.includes(secret));
  });
});
