import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { buildDocument } from '../../scripts/generate/document.ts';
import { emailLinks } from '../../src/auth/email/email-link-store.ts';
import { insertIdentity } from '../../src/auth/oidc/identity-store.ts';
import { createPasswordLink } from '../../src/auth/passwords/password-link.ts';
import { decodeBase32, totpOf } from '../../src/auth/second-factor/totp.ts';
import { issueToken } from '../../src/invitations/invite.ts';
import { insertMail, storeUnsubscribeToken } from '../../src/mail/mail-store.ts';
import { insertNotifications } from '../../src/notifications/notification-store.ts';
import { hashToken, newToken } from '../../src/platform/crypto.ts';
import { newId } from '../../src/platform/ids.ts';
import { indexNextTickets } from '../../src/search/indexing/index-tickets.ts';
import { updateEmailVerified } from '../../src/users/index.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formHeaders } from '../support/form.ts';
import { newRepositories } from '../support/git-history.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { notifyAll } from '../support/notifying.ts';
import { startOidcProvider, type TestProvider } from '../support/oidc-provider.ts';
import { assertDocumented } from '../support/openapi-contract.ts';
import { processMs } from '../support/processor-time.ts';
import { SoftwareAuthenticator } from '../support/software-authenticator.ts';
import { type ApiResponse, openWorld, type Person, password, type World } from '../support/world.ts';
import { oddBody, oddCredential, oddForm, oddHeaders, oddQuery, oddSegment, picture } from './odd-input.ts';
import { assertLinear } from './text-growth.ts';

const seed = Number(process.env.HOSTILE_SEED ?? 20261115);
const runs = Number(process.env.HOSTILE_RUNS ?? 60);
// Most wrong input is refused before the database is queried, so the second engine gets a third of the runs.
const shareOfRuns = { sqlite: 1, postgres: process.env.HOSTILE_RUNS ? 1 : 1 / 3 };
// signUp, signIn and the changes of a password hash a password, which is slow on purpose. createInvitation and
// setCodeHost need two valid fields at once; the password of the second factor is one of many odd ones. generateDocs starts a thread and runs git a dozen times.
// createTicket has so many fields that few odd requests are valid in all of them.
const runsOf: Record<string, number> = {
  ...{
    signUp: 40,
    signIn: 40,
    resetPassword: 40,
    changePassword: 40,
    startTotp: 200,
    startPasskey: 200,
    addPasskey: 100,
    removePasskey: 200,
    connectProvider: 200,
    renewRecoveryCodes: 200,
    removeSecondFactor: 200,
    createInvitation: 200,
    createTicket: 200,
    addAgentTaskArtifact: 150,
    generateDocs: 150,
  },
  ...{ setCodeHost: 200, patchSetCodeHost: 200 },
};
// Processor time of all threads, not time by the clock, which depends on what else the machine does.
const processorMsMax = 2_000;
// They write some 400 changes.
const processorMsMaxOf: Record<string, number> = { createDemo: 20_000, removeDemo: 20_000 };
// Ends a test that hangs.
const timeoutMs = 120_000;
const baseUrl = 'http://localhost:3000';

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: { examples?: unknown[] } }[];
  responses: Record<string, { content?: object }>;
  requestBody?: { content: { 'application/json'?: JsonContent; 'multipart/form-data'?: object } };
}
interface JsonContent {
  schema: { properties?: object; required?: string[] };
  example: Fields;
}
type Fields = Record<string, unknown>;
type Headers = Record<string, string>;

/** Valid input for one operation. */
interface ValidInput {
  credentials: Headers[];
  /** Ids of existing items, by their segment of the path. */
  items: Record<string, string[]>;
  /** Valid values of the fields whose documented example refers to no existing item. */
  fields: Fields;
}

/** Creates valid input. Each item is created when the first operation needs it. */
interface Scene {
  credentials(): Promise<Headers[]>;
  adminCredentials(): Promise<Headers[]>;
  /** What an operation needs before it can succeed, by its id. */
  prepare: Record<string, () => Promise<unknown>>;
  /** The credentials of an operation that needs others, by its id. */
  credentialsOf: Record<string, () => Promise<Headers[]>>;
  items: Record<string, () => Promise<string[]>>;
  /** By name, or by operation and name where operations mean different things by one name. */
  fields: Record<string, () => unknown>;
}

const operations = await listOperations();
// Shorter texts are no danger; longer ones do not fit into a body.
const textLengthMin = 500;
const textLengthMax = 100_000;

const errorBytesMax = 16_384;
// Together they stay under the limit of a body, 1 MiB, for all but the longest lists of fields.
const longName = 'n'.repeat(60_000);
const manyNames = Array.from({ length: 600 }, (_, n) => `name-${n}-${'x'.repeat(60)}`);
const longValues: unknown[] = [
  longName,
  '\u0001ü'.repeat(10_000),
  manyNames,
  [longName],
  { [longName]: longName },
];

console.log(`hostile input with HOSTILE_SEED=${seed}`);

onEveryEngine('generated input', (engine) => {
  const repositories = newRepositories();
  let mailServer: MailServer;
  let provider: TestProvider;
  let world: World;
  let readOnly: Scene;
  before(async () => {
    const commit = (message: string) => ({
      message,
      files: { 'index.ts': `export const a = '${message}';` },
    });
    repositories.add('acme/site', [commit('feat: one'), commit('feat: two')], { 'v1.0.0': 1 });
    mailServer = await startMailServer();
    provider = await startOidcProvider([`${baseUrl}/api/auth/oidc/google/callback`]);
    world = await openWorld(engine, {
      DOCKET_OIDC_GOOGLE_ISSUER: provider.issuer,
      DOCKET_OIDC_GOOGLE_CLIENT_ID: provider.clientId,
      RATE_LIMIT: 'off',
      LOCAL_REPOSITORIES: repositories.root,
      SMTP_URL: mailServer.url,
      BASE_URL: baseUrl,
    });
    readOnly = newScene(world);
  });
  after(async () => {
    await world.close();
    await mailServer.close();
    await provider.close();
    repositories.remove();
  });

  /** Operations that can change or delete something have their own users and items. */
  const sceneFor = (method: string) => (method === 'GET' ? readOnly : newScene(world));

  for (const { method, path, operation } of operations) {
    test(`${operation.operationId} answers hostile input soon, in the envelope, without a 5xx and without internals`, async () => {
      const valid = await makeValidInput(sceneFor(method), path, operation);
      const missing = itemTypesOf(path).filter((type) => !valid.items[type]);
      assert.deepEqual(missing, [], `no request can reach ${path}: newScene creates none of these`);
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(oddRequest(method, path, operation, valid), async (request) => {
          let status = 0;
          const ms = await processMs(async () => {
            status = await send(world, request);
          });
          const max = processorMsMaxOf[operation.operationId] ?? processorMsMax;
          assert.ok(ms < max, `${Math.round(ms)} ms of processor time for the answer ${status}`);
          statuses.add(status);
        }),
        {
          seed,
          numRuns: Math.ceil((runsOf[operation.operationId] ?? runs) * shareOfRuns[engine]),
          endOnFailure: true,
        },
      );
      if (shareOfRuns[engine] === 1) assert.ok(Math.min(...statuses) < 400, 'no request succeeded');
    });
  }

  for (const { method, path, operation } of operations) {
    const texts = textFieldsOf(operation);
    // The text is judged before the database is asked, so one engine tells.
    if (texts.length === 0 || engine !== 'sqlite') continue;
    test(`the time of ${operation.operationId} does not grow faster than its texts`, async () => {
      const valid = await makeValidInput(sceneFor(method), path, operation);
      const [headers] = valid.credentials as [Headers];
      const ids = itemTypesOf(path).map((type) => valid.items[type]?.[0] ?? 'unknown');
      const url = path.replace(/\{\w+\}/g, () => ids.shift() as string);
      const example = operation.requestBody?.content['application/json']?.example;
      for (const { name, lengthMax } of texts) {
        const work = (text: string) => {
          const payload = {
            ...example,
            labelIds: [],
            groupId: null,
            milestoneId: null,
            ...valid.fields,
            [name]: text,
          };
          return world.app.inject({ method, url, headers, payload } as InjectOptions);
        };
        await assertLinear(work, lengthMax, `${operation.operationId}.${name}`);
      }
    });
  }

  for (const { method, path, operation } of operations) {
    // Errors are written before or beside the database, so one engine tells.
    if (engine !== 'sqlite') continue;
    test(`no error of ${operation.operationId} grows with what it quotes`, async () => {
      const valid = await makeValidInput(sceneFor(method), path, operation);
      const [headers] = valid.credentials as [Headers];
      const url = (segment = '') => {
        const ids = itemTypesOf(path).map((type) => valid.items[type]?.[0] ?? 'unknown');
        return path.replace(/\{\w+\}/g, () => segment || (ids.shift() as string));
      };
      const example = operation.requestBody?.content['application/json']?.example;
      const base = { ...example, labelIds: [], groupId: null, milestoneId: null, ...valid.fields };
      const fields = fieldsOf(operation);
      const all = (value: unknown) => Object.fromEntries(fields.map((field) => [field, value]));
      const bodies = [
        { [longName]: 1, ...base },
        ...longValues.flatMap((value) => [all(value), value]),
        ...fields.flatMap((field) => longValues.map((value) => ({ ...base, [field]: value }))),
      ];
      const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
      const urls = [
        `${url()}?${longName}=1`,
        url(longName.slice(0, 10_000)),
        ...parameters.flatMap(({ name }) =>
          [longName, manyNames.join(',')].map((text) => `${url()}?${name}=${text}`),
        ),
      ];
      const requests = [
        ...urls.map((address) => ({ url: address, payload: JSON.stringify(base) })),
        ...(example ? bodies.map((body) => ({ url: url(), payload: JSON.stringify(body) })) : []),
      ];
      // Strict handling refuses unknown names, and quotes them.
      for (const { url: address, payload } of requests)
        for (const prefer of address.includes(`?${longName}`) || payload.startsWith(`{"${longName}`)
          ? ['handling=strict', '']
          : ['']) {
          const answer = await world.app.inject({
            ...{ method, url: address },
            headers: { ...headers, prefer, ...(example && { 'content-type': 'application/json' }) },
            ...(example && { payload }),
          } as InjectOptions);
          const size = answer.rawPayload.length;
          assert.ok(answer.statusCode < 500, answer.body.slice(0, 500));
          if (answer.statusCode >= 400)
            assert.ok(size <= errorBytesMax, `${size} bytes: ${answer.body.slice(0, 500)}`);
          const { warning = '' } = answer.headers;
          assert.ok(String(warning).length <= 2_000, 'the warning is short');
        }
    });
  }

  for (const [what, field] of [
    ['notifying people of a comment', 'comment'],
    ['indexing a ticket', 'description'],
  ] as const) {
    if (engine !== 'sqlite') continue;
    test(`the time of ${what} does not grow faster than its text`, async () => {
      const ada = await world.person('Ada');
      const write = async (text: string) => {
        // A ticket of its own, since the index reads all comments of a ticket.
        const { id } = (await ada.post('/api/tickets', { title: 'Long' })).body.data;
        if (field === 'comment') await ada.post(`/api/tickets/${id}/comments`, { content: text });
        else await ada.put(`/api/tickets/${id}`, { description: text });
      };
      const follow = async (text: string) => {
        await write(text);
        await notifyAll(world);
        while ((await indexNextTickets(world.db, 7)) > 0);
      };
      await assertLinear(follow, 60_000, what);
    });
  }
});

async function listOperations() {
  const { paths } = (await buildDocument()) as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
      })),
    )
    .filter(({ operation }) => !isStream(operation));
}

/** The response of an event stream never ends. */
function isStream({ responses }: Operation): boolean {
  return 'text/event-stream' in (responses[200]?.content ?? {});
}

async function makeValidInput(scene: Scene, path: string, operation: Operation) {
  const { items, fields } = scene;
  const isForAdmins = /^\/api\/(?:instance|admin)\//.test(path);
  await scene.prepare[operation.operationId]?.();
  const usual = isForAdmins ? scene.adminCredentials : scene.credentials;
  const credentials = await (scene.credentialsOf[operation.operationId] ?? usual)();
  const valid: ValidInput = { credentials, items: {}, fields: {} };
  for (const segment of path.split(/[{}/]+/))
    if (items[segment]) valid.items[segment] = await items[segment]();
  for (const field of fieldsOf(operation)) {
    const make = fields[`${operation.operationId}.${field}`] ?? fields[field];
    if (make) valid.fields[field] = await make();
  }
  return valid;
}

function newScene(world: World): Scene {
  const ada = once(() => world.person('Ada'));
  const ben = once(() => world.person('Ben'));
  const add = async (url: string, body?: object) => (await (await ada()).post(url, body)).body.data;
  const project = once(() => add('/api/projects', { name: 'Engine' }));
  const projectId = async () => (await project()).id as string;
  const newTicket = async () => add('/api/tickets', { title: 'A ticket', projectId: await projectId() });
  const ticket = once(newTicket);
  const addToTicket = async (type: string, body: object) =>
    (await add(`/api/tickets/${(await ticket()).id}/${type}`, body)).id as string;
  const member = once(async () => {
    const userId = (await ben()).id;
    await add(`/api/project/${await projectId()}/members`, { userId, role: 'viewer' });
    return userId;
  });
  const template = once(
    async () =>
      (await add(`/api/project/${await projectId()}/templates`, { name: 'A template' })).id as string,
  );
  const view = once(async () => (await add('/api/views', { name: 'Mine' })).id as string);
  const key = once(() => add('/api/user/api-keys', { name: 'CI' }));
  const agent = once(() => add('/api/agents', { name: 'Fixer' }));
  const webhook = once(() =>
    add('/v1/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'], secret: 'swordfish' }),
  );
  const accessToken = once(async () =>
    add(`/api/project/${await projectId()}/access-tokens`, { name: 'CI' }),
  );
  const workspace = once(async () => world.sharedWorkspace((await ada()).id, [(await ben()).id]));
  const recoveryCodes = once(async () => setUpTotp(world, await ada()));
  const device = new SoftwareAuthenticator(baseUrl);
  const beginPasskey = async () => (await ada()).post('/api/user/passkeys/options', { password });
  const passkey = once(async () => {
    const begun = await beginPasskey();
    const caller = world.caller({ cookie: `${(await ada()).cookie}; ${stepCookieOf(begun)}` });
    const credential = device.create(begun.body.data);
    return (await caller.post('/api/user/passkeys', { name: 'Phone', credential })).body.data.id as string;
  });
  /** What the browser of an operation was asked for. */
  let asked: ApiResponse | undefined;
  const ask = async (begin: () => Promise<ApiResponse>) => {
    asked = await begin();
    return stepCookieOf(asked);
  };
  const passwordStep = async () => {
    const { email } = await ada();
    return stepCookieOf(await world.anonymous.post('/api/auth/sign-in/email', { email, password }));
  };
  const invite = async (email: string) => add('/api/invitations', { email, projectId: await projectId() });
  /** A token as the mail has it; the answer has none where mail is sent. */
  const mailedToken = async (email: string): Promise<string> => {
    const { id } = await invite(email);
    return world.db.transaction((tx) => issueToken(tx, id));
  };
  return {
    credentials: once(async () => {
      const { cookie } = await ada();
      // Requests without a credential are refused before the route runs, so most have one.
      return [{ cookie }, { cookie }, bearer((await key()).key), {}];
    }),
    adminCredentials: once(async () => {
      const { cookie } = await world.person('Boss', 'ADMIN');
      return [{ cookie }, { cookie }, { cookie: (await ada()).cookie }, {}];
    }),
    prepare: {
      sendVerificationEmail: async () => {
        const { id } = await ada();
        // Who has not verified the address cannot create it.
        await key();
        await world.db.transaction((tx) => updateEmailVerified(tx, id, false, world.clock.now()));
      },
      renewRecoveryCodes: async () => setUpTotp(world, await ada()),
      removeSecondFactor: async () => setUpTotp(world, await ada()),
      resetSecondFactor: async () => setUpTotp(world, await ben()),
      signInWithSecondFactor: recoveryCodes,
      signInWithPasskey: passkey,
      startSecondFactorWithPasskey: async () => [await passkey(), await recoveryCodes()],
      finishSecondFactorWithPasskey: async () => [await passkey(), await recoveryCodes()],
    },
    credentialsOf: {
      signInWithSecondFactor: async () => {
        return [{ cookie: await passwordStep() }, {}];
      },
      signInWithPasskey: async () => {
        const begin = () => world.anonymous.post('/api/auth/sign-in/passkey/options');
        return [{ cookie: await ask(begin) }, {}];
      },
      startSecondFactorWithPasskey: async () => [{ cookie: await passwordStep() }, {}],
      finishSecondFactorWithPasskey: async () => {
        const cookie = await passwordStep();
        const url = '/api/auth/sign-in/second-factor/passkey/options';
        asked = await world.caller({ cookie }).post(url);
        return [{ cookie }, {}];
      },
      addPasskey: async () => [{ cookie: `${(await ada()).cookie}; ${await ask(beginPasskey)}` }, {}],
    },
    items: {
      project: once(async () => [await projectId(), (await project()).key]),
      tickets: once(async () => [(await ticket()).id, (await ticket()).key]),
      comments: once(async () => [await addToTicket('comments', { content: 'Words' })]),
      repositories: once(async () => {
        await add('/api/projects', { name: 'Linked', repositories: [`corp/${newId()}`] });
        const boss = await world.person('Boss', 'ADMIN');
        return [(await boss.get('/api/instance/repositories?limit=1')).body.data[0].id];
      }),
      'webhook-targets': once(async () => {
        const boss = await world.person('Boss', 'ADMIN');
        return [
          (await boss.post('/api/admin/webhook-targets', { target: `${newId()}.internal` })).body.data.id,
        ];
      }),
      reactions: async () => ['👍', '❤️'].map(encodeURIComponent),
      'time-logs': once(async () => [await addToTicket('time-logs', { minutes: 5 })]),
      members: once(async () => [await member(), 'me']),
      oidc: async () => ['google'],
      identities: once(async () => {
        const id = newId();
        const userId = (await ada()).id;
        const identity = { id, userId, provider: 'google', issuer: 'https://id.example.org', subject: id };
        const rest = { email: null, createdAt: 0, usedAt: 0 };
        await world.db.transaction((tx) => insertIdentity(tx, { ...identity, ...rest }));
        return [id];
      }),
      passkeys: once(async () => [await passkey()]),
      sessions: once(async () => [(await (await ada()).get('/api/user/sessions')).body.data[0].id]),
      'api-keys': once(async () => [
        (await key()).id,
        (await add(`/api/agents/${(await agent()).id}/api-keys`, { name: 'k' })).id,
      ]),
      agents: once(async () => [(await agent()).id]),
      notifications: once(async () => [await notify(world, (await ada()).id, (await ticket()).id)]),
      unsubscribe: once(async () => [await storeMail(world, (await ada()).id)]),
      'access-tokens': once(async () => [(await accessToken()).id]),
      'inbound-secrets': once(async () => {
        await add(`/api/project/${await projectId()}/inbound-secrets`, { provider: 'github' });
        return ['github'];
      }),
      inbound: once(async () => {
        const { token } = await accessToken();
        const sent = await world.anonymous.post('/webhooks/generic', { event: 'deployed' }, bearer(token));
        return [sent.body.data.id];
      }),
      lookup: once(async () => [await mailedToken(`${newId()}@example.org`)]),
      invitations: once(async () => [(await invite(`${newId()}@example.org`)).id]),
      workspaces: once(async () => [await workspace()]),
      labels: once(async () => [await world.label((await project()).workspaceId, 'regression')]),
      'agent-tasks': once(async () => {
        const claim = async () => claimTask(await ada(), await projectId());
        const [held, asking, cancelled] = [await claim(), await claim(), await claim()];
        await add(`/v1/agent-tasks/${cancelled}/cancel`, {});
        await add(`/v1/agent-tasks/${asking}/ask`, { epoch: 1, question: 'How?' });
        return [held, asking, cancelled];
      }),
      webhooks: once(async () => [(await webhook()).id]),
      deliveries: once(async () => [(await add(`/v1/webhooks/${(await webhook()).id}/test`)).id]),
      attachments: once(async () => {
        const url = `/api/tickets/${(await ticket()).id}/attachments`;
        return [(await (await ada()).post(url, picture, formHeaders)).body.data[0].id];
      }),
      avatars: once(async () => {
        const { body } = await (await ada()).put('/api/user/avatar', picture, formHeaders);
        return [body.data.image.split('/').at(-1)];
      }),
      jobs: once(async () => {
        const input = { repo: 'acme/site', base: 'v1.0.0', head: 'main' };
        const prefer = { prefer: 'respond-async' };
        return [(await (await ada()).post('/api/docs/generate', input, prefer)).body.data.id];
      }),
      imports: once(async () => {
        const { id } = await add(`/api/project/${await projectId()}/imports`, { product: 'csv' });
        await (await ada()).post(`/api/imports/${id}/files`, picture, formHeaders);
        return [id];
      }),
      relations: async () => ['relates'],
      // The second ticket of `/api/tickets/{id}/relations/{kind}/{ticketId}`.
      ticketId: once(async () => {
        const other = (await newTicket()).id;
        await add(`/api/tickets/${(await ticket()).id}/relations`, { kind: 'relates', ticketId: other });
        return [other];
      }),
      // The people of the instance, by their ids.
      users: once(async () => [(await ben()).id]),
      views: once(async () => [await view()]),
      fields: once(async () => [
        (await add(`/api/project/${await projectId()}/fields`, { name: 'Customer', type: 'text' })).id,
      ]),
      checklist: once(async () => [await addToTicket('checklist', { text: 'Item' })]),
      templates: once(async () => [await template()]),
      schedules: once(async () => {
        const weekly = { name: 'Weekly', rule: 'FREQ=WEEKLY', startsAt: '2026-11-16T09:00' };
        const ticket = { title: 'Weekly' };
        return [(await add(`/api/project/${await projectId()}/schedules`, { ...weekly, ticket })).id];
      }),
      groups: once(async () => [await world.group(await projectId(), 'Sprint')]),
      'code-host': once(async () => {
        const host = { kind: 'github', token: 'ghp_0123456789' };
        await (await ada()).put(`/api/project/${await projectId()}/code-host`, host);
        return [];
      }),
    },
    fields: {
      projectId,
      ticketId: once(async () => (await newTicket()).id),
      workspaceId: workspace,
      userId: member,
      assigneeId: member,
      template,
      templateId: template,
      ticket: () => ({ title: 'Of a template', checklist: ['Item'] }),
      token: once(async () => mailedToken((await ada()).email)),
      'resetPassword.token': async () => {
        const [{ id }, { baseUrl }] = [await ada(), world.config];
        const { url } = await world.db.transaction((tx) =>
          createPasswordLink(tx, baseUrl, id, 'mailed', world.clock.now()),
        );
        return new URL(url).searchParams.get('token');
      },
      'verifyEmail.token': async () => {
        const { id } = await ada();
        return world.db.transaction((tx) => emailLinks.create(tx, id, 0, world.clock.now() + 1));
      },
      currentPassword: () => password,
      'connectProvider.password': () => password,
      'startTotp.password': () => password,
      'renewRecoveryCodes.password': () => password,
      'startPasskey.password': () => password,
      'removePasskey.password': () => password,
      'addPasskey.credential': () => new SoftwareAuthenticator(baseUrl).create(asked?.body.data),
      'signInWithPasskey.credential': () => device.get(asked?.body.data),
      'finishSecondFactorWithPasskey.credential': () => device.get(asked?.body.data),
      'removeSecondFactor.password': () => password,
      'signInWithSecondFactor.code': async () => (await recoveryCodes())[0],
      'confirmTotp.code': async () => {
        const { secret } = await add('/api/user/second-factor/totp', { password });
        return codeOf(world, secret);
      },
      'carryOver.to': once(async () => world.group(await projectId(), 'Next')),
      parentId: () => null,
      agentId: () => null,
      projectIds: async () => [await projectId()],
      ids: async () => [await view()],
      epoch: () => 1,
      wait: () => 0,
      // A login can belong to one user only, and each scene has its own.
      logins: () => [],
      paths: () => [],
    },
  };
}

const codeOf = (world: World, secret: string) =>
  totpOf(decodeBase32(secret), Math.floor(world.clock.now() / 30_000));

const stepCookieOf = ({ headers }: ApiResponse) => String(headers['set-cookie']).split(';')[0] as string;

/** Returns the recovery codes. */
async function setUpTotp(world: World, person: Person): Promise<string[]> {
  const { secret } = (await person.post('/api/user/second-factor/totp', { password })).body.data;
  const code = codeOf(world, secret);
  return (await person.post('/api/user/second-factor/totp/confirm', { code })).body.data.recoveryCodes;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

async function notify(world: World, userId: string, ticketId: string): Promise<string> {
  const id = newId();
  const data = JSON.stringify({ message: 'm', actor: null, ticket: null, project: null, comment: null });
  const fields = { eventId: newId(), eventType: 'ticket.updated', kind: 'update', ticketId, data };
  await world.db.transaction((tx) => insertNotifications(tx, [{ ...fields, id, userId, createdAt: 0 }]));
  return id;
}

/** Stores a mail; returns the token of its unsubscribe link. */
async function storeMail(world: World, userId: string): Promise<string> {
  const [mail, token] = [newId(), newToken()];
  await world.db.transaction(async (tx) => {
    const about = { kind: 'notification', subjectId: mail, userId, address: null };
    await insertMail(tx, { ...about, id: mail, dueAt: 0, now: 0 });
    await storeUnsubscribeToken(tx, mail, hashToken(token), 'mailTicketUpdated');
  });
  return token;
}

async function claimTask(ada: Person, projectId: string): Promise<string> {
  await ada.post('/v1/agent-tasks', { projectId, title: 'A task', instructions: 'Do it.' });
  return (await ada.post('/v1/agent-tasks/claim', { workerId: 'ada', projectId })).body.data.id;
}
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

function oddRequest(method: string, path: string, operation: Operation, valid: ValidInput) {
  const { credentials, items } = valid;
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const queryNames = parameters.map(({ name }) => name);
  // Without what is required a request is refused before the route runs, so most have it.
  const pairs = parameters
    .filter(({ required }) => required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(schema?.examples?.[0]))}`);
  const segments = itemTypesOf(path).map((type) =>
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...(items[type] ?? ['unknown'])) }, oddSegment),
  );
  const odd = oddQuery(queryNames);
  const query =
    pairs.length === 0
      ? odd
      : fc
          .tuple(fc.constantFrom(pairs, pairs, []), odd)
          .map((parts) => parts.flat().filter(Boolean).join('&'));
  const url = fc.tuple(fc.tuple(...segments), query).map(([values, text]) => {
    const rest = [...values];
    return path.replace(/\{\w+\}/g, () => rest.shift() as string) + (text && `?${text}`);
  });
  return fc.record({
    method: fc.constant(method),
    url,
    headers: fc
      .tuple(oddHeaders, fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...credentials) }, oddCredential))
      .map(
        ([headers, credential]): Headers => ({
          ...(takesFiles(operation) && formHeaders),
          ...headers,
          ...credential,
        }),
      ),
    payload: method === 'GET' ? fc.constant(undefined) : bodyOf(operation, valid),
  });
}

/** The item type of each path parameter: the segment before it, or its own name if that is a parameter too. */
function itemTypesOf(path: string): string[] {
  const segments = path.split('/');
  const isParameter = (segment = '') => segment.startsWith('{');
  return segments.flatMap((segment, index) => {
    const before = segments[index - 1];
    if (!isParameter(segment)) return [];
    return [isParameter(before) ? segment.slice(1, -1) : (before as string)];
  });
}

function bodyOf(operation: Operation, valid: ValidInput) {
  const { requestBody } = operation;
  if (!requestBody) return fc.constantFrom(undefined, '', '{}');
  const json = requestBody.content['application/json'];
  if (!json) return oddForm;
  const { schema, example } = json;
  return oddBody({
    example: { ...example, labelIds: [], groupId: null, milestoneId: null, ...valid.fields },
    fields: fieldsOf(operation),
    required: schema.required ?? [],
  });
}

const takesFiles = ({ requestBody }: Operation) => requestBody?.content['multipart/form-data'] !== undefined;

function fieldsOf({ requestBody }: Operation): string[] {
  const json = requestBody?.content['application/json'];
  return Object.keys(json?.schema.properties ?? json?.example ?? {});
}

interface TextSchema {
  type?: string | string[];
  maxLength?: number;
  enum?: unknown[];
  format?: string;
}

/** Free texts and how long they may be. */
function textFieldsOf({ requestBody }: Operation): { name: string; lengthMax: number }[] {
  const properties = (requestBody?.content['application/json']?.schema.properties ?? {}) as Record<
    string,
    TextSchema
  >;
  return Object.entries(properties)
    .filter(([, { type, enum: values, format }]) => [type].flat().includes('string') && !values && !format)
    .map(([name, { maxLength = textLengthMax }]) => ({ name, lengthMax: Math.min(maxLength, textLengthMax) }))
    .filter(({ lengthMax }) => lengthMax >= textLengthMin);
}

/** Internals that must not appear in a response. */
const internals = new RegExp(
  `${RegExp.escape(path.resolve(import.meta.dirname, '../..'))}|` +
    String.raw`\bat \S+ \(|\.ts:\d|node:internal|node_modules|SQLITE_|syntax error at|violates|constraint|pg_catalog`,
);

let sentRequests = 0;

async function send(
  world: World,
  request: { method: string; url: string; headers: Headers; payload: string | Buffer | undefined },
) {
  const { payload, ...head } = request;
  // Each from another address, or wrong passwords would soon delay the right ones.
  sentRequests += 1;
  const remoteAddress = `10.${sentRequests >> 16}.${(sentRequests >> 8) & 255}.${sentRequests & 255}`;
  const options = { ...head, remoteAddress, ...(payload !== undefined && { payload }) } as InjectOptions;
  const response = await withTimeout(world.app.inject(options));
  const status = response.statusCode;
  const text = response.body;
  assert.ok(status < 500, `${status} ${text}`);
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  if (text === '' || (status < 400 && !isJson)) return status;
  const body = JSON.parse(text);
  if (status >= 400) {
    assertEnvelope(body);
    assert.doesNotMatch(text, internals);
  }
  // A wrong Content-Type is refused before the route is reached, and the document declares 415 only for routes with a body.
  if (status === 415) return status;
  assertDocumented(world.app, request.method, request.url, { status, body, headers: response.headers });
  return status;
}

async function withTimeout<T>(response: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs);
  return Promise.race([response, timeout.promise]).finally(() => clearTimeout(timer));
}

function assertEnvelope(body: {
  error: { code: string; message: string; details?: object };
  requestId: string;
}) {
  assert.deepEqual(Object.keys(body).sort(), ['error', 'requestId']);
  const { code, message, details, ...more } = body.error;
  assert.match(code, /^[A-Z_]+$/);
  assert.ok(message.length > 0 && body.requestId.length > 0);
  if (code === 'VALIDATION_ERROR') assert.equal(message, 'Invalid input data');
  assert.deepEqual(more, {});
  for (const messages of Object.values(details ?? {})) {
    assert.ok(Array.isArray(messages) && messages.every((entry) => typeof entry === 'string'));
  }
}
