import assert from 'node:assert/strict';
import { buildDocument } from '../../scripts/generate/document.ts';
import { emailLinks } from '../../src/auth/link-store.ts';
import { insertIdentity } from '../../src/auth/oidc/identity-store.ts';
import { createPasswordLink } from '../../src/auth/passwords/password-link.ts';
import { computeTotp, decodeBase32 } from '../../src/auth/second-factor/totp.ts';
import { issueToken } from '../../src/invitations/invite.ts';
import { insertMail, storeUnsubscribeToken } from '../../src/mail/mail-store.ts';
import { insertNotifications } from '../../src/notifications/notification-store.ts';
import { hashToken, newToken } from '../../src/platform/crypto.ts';
import { statement } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { updateEmailVerified } from '../../src/users/index.ts';
import { picture } from '../hostile/odd-input.ts';
import { connectApplication } from './connect-application.ts';
import { formHeaders, formOf } from './form.ts';
import { newPushBrowser } from './push-browser.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import { type ApiResponse, type Person, password, type World } from './world.ts';

/** The BASE_URL of a world whose passkeys and providers the scenes use. */
export const baseUrl = 'http://localhost:3000';

export interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; required?: boolean; schema?: { examples?: unknown[] } }[];
  responses: Record<string, { content?: object }>;
  requestBody?: { content: { 'application/json'?: JsonContent; 'multipart/form-data'?: object } };
}
interface JsonContent {
  schema: { properties?: object; required?: string[]; additionalProperties?: boolean };
  example: Fields;
}
type Fields = Record<string, unknown>;
export type Headers = Record<string, string>;

/** Valid input for one operation. */
export interface ValidInput {
  credentials: Headers[];
  /** Ids of existing items, by their segment of the path. */
  items: Record<string, string[]>;
  /** Valid values of the fields whose documented example refers to no existing item. */
  query: Record<string, string>;
  fields: Fields;
}

/** Creates valid input. Each item is created when the first operation needs it. */
export interface Scene {
  /** Who owns everything in it. */
  owner(): Promise<Person>;
  project(): Promise<{ id: string; key: string }>;
  ticket(): Promise<{ id: string; key: string }>;
  credentials(): Promise<Headers[]>;
  adminCredentials(): Promise<Headers[]>;
  /** What an operation needs before it can succeed, by its id. */
  prepare: Record<string, () => Promise<unknown>>;
  /** The credentials of an operation that needs others, by its id. */
  credentialsOf: Record<string, () => Promise<Headers[]>>;
  items: Record<string, () => Promise<string[]>>;
  /** The query of an operation whose parameters are not declared as required, by its id. */
  queries: Record<string, () => Promise<Record<string, string>>>;
  /** By name, or by operation and name where operations mean different things by one name. */
  fields: Record<string, () => unknown>;
}

let built: ReturnType<typeof buildDocument> | undefined;

/** The OpenAPI document, built once for all files that a process runs. Nobody changes it. */
export function apiDocument() {
  built ??= buildDocument();
  return built;
}

export async function listOperations() {
  const { paths } = (await apiDocument()) as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

/** The response of an event stream never ends. */
export function isStream({ responses }: Operation): boolean {
  return 'text/event-stream' in (responses[200]?.content ?? {});
}

export async function makeValidInput(scene: Scene, path: string, operation: Operation) {
  const { items, fields } = scene;
  const isForAdmins = /^\/api\/(?:instance|admin)\//.test(path);
  await scene.prepare[operation.operationId]?.();
  const usual = isForAdmins ? scene.adminCredentials : scene.credentials;
  const credentials = await (scene.credentialsOf[operation.operationId] ?? usual)();
  const query = (await scene.queries[operation.operationId]?.()) ?? {};
  const valid: ValidInput = { credentials, items: {}, query, fields: {} };
  for (const segment of path.split(/[{}/]+/))
    if (items[segment]) valid.items[segment] = await items[segment]();
  for (const field of fieldsOf(operation)) {
    const make = fields[`${operation.operationId}.${field}`] ?? fields[field];
    if (make) valid.fields[field] = await make();
  }
  return valid;
}

export function newScene(world: World): Scene {
  const ada = once(() => world.person('Ada'));
  const ben = once(() => world.person('Ben'));
  const opener = once(() => world.person('Opener', 'ADMIN'));
  const openSignUp = async () => (await opener()).put('/api/instance/settings', { signUp: null });
  const add = async (url: string, body?: object) => (await (await ada()).post(url, body)).body.data;
  const project = once(async () => {
    const made = await add('/api/projects', { name: 'Engine' });
    await (await ada()).put(`/api/project/${made.id}`, { triage: true });
    return made;
  });
  const projectId = async () => (await project()).id as string;
  const newTicket = async () =>
    add('/api/tickets', { title: 'A ticket', projectId: await projectId(), triage: 'waiting' });
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
  const initiative = once(
    async () =>
      (await add('/api/initiatives', { workspaceId: await workspace(), name: 'A goal' })).id as string,
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
  const authorizationRequest = async () => {
    const redirectUri = 'http://127.0.0.1:8123/callback';
    const payload = { redirect_uris: [redirectUri] };
    const answer = await world.app.inject({ method: 'POST', url: '/oauth/register', payload });
    return {
      client_id: answer.json().client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge: hashToken(newToken()),
      code_challenge_method: 'S256',
    };
  };
  const workspace = once(async () => world.sharedWorkspace((await ada()).id, [(await ben()).id]));
  // Projects of other scenes link it too, which only an admin of the instance may allow.
  const linkSite = once(async () => {
    const path = `/api/project/${await projectId()}`;
    const boss = await world.person('Boss', 'ADMIN');
    await add(`${path}/members`, { userId: boss.id, role: 'admin' });
    const linked = await boss.put(path, { repositories: ['acme/site'] });
    assert.equal(linked.status, 200, JSON.stringify(linked.body));
  });
  const draftedJob = once(async () => {
    await linkSite();
    const wish = { repo: 'acme/site', base: 'v1.0.0', head: 'main' };
    const { body } = await (await ada()).post('/api/docs/generate', wish);
    const request = JSON.stringify({ wish, credential: { kind: 'session' } });
    const job = { id: newId(), userId: (await ada()).id, request, result: JSON.stringify(body) };
    await world.db.transaction((tx) => tx.run(insertDoneJob, job));
    return job.id;
  });
  const criterion = once(async () => addToTicket('criteria', { text: 'It holds' }));
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
    owner: ada,
    project,
    ticket,
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
      // Another operation of the scene may have closed it.
      signUp: openSignUp,
      signIn: openSignUp,
      createInvitation: openSignUp,
      sendVerificationEmail: async () => {
        const { id } = await ada();
        // Who has not verified the address cannot create it.
        await key();
        await world.db.transaction((tx) => updateEmailVerified(tx, id, false, world.clock.now()));
      },
      // Once a project links a repository, only its members may use it.
      generateDocs: linkSite,
      checkDocs: linkSite,
      listDocsRefs: linkSite,
      listDocsCorrections: linkSite,
      decideDocsEntry: linkSite,
      patchDecideDocsEntry: linkSite,
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
      // Those of an initiative are in its workspace.
      projects: once(async () => [
        (await add('/api/projects', { name: 'Ours', workspaceId: await workspace() })).id as string,
      ]),
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
      connections: once(async () => [await connectApplication(world, (await ada()).id)]),
      'api-keys': once(async () => [
        (await key()).id,
        (await add(`/api/agents/${(await agent()).id}/api-keys`, { name: 'k' })).id,
      ]),
      agents: once(async () => [(await agent()).id]),
      notifications: once(async () => [await notify(world, (await ada()).id, (await ticket()).id)]),
      'push-subscriptions': once(async () => {
        const { keys } = newPushBrowser();
        return [
          (
            await add('/api/user/push-subscriptions', {
              endpoint: `http://127.0.0.1:9/push/${keys.auth}`,
              keys,
            })
          ).id,
        ];
      }),
      unsubscribe: once(async () => [await storeMail(world, (await ada()).id)]),
      'access-tokens': once(async () => [(await accessToken()).id]),
      'inbound-secrets': once(async () => {
        await add(`/api/project/${await projectId()}/inbound-secrets`, { provider: 'github' });
        return ['github'];
      }),
      intake: once(async () => {
        const path = `/api/project/${await projectId()}`;
        const { url } = (await (await ada()).put(`${path}/intake-channels/form`, {})).body.data;
        return [url.split('/').at(-1)];
      }),
      'intake-channels': once(async () => {
        await (await ada()).put(`/api/project/${await projectId()}/intake-channels/form`, {});
        return ['form'];
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
        const claim = async (ticketId?: string) => claimTask(await ada(), await projectId(), ticketId);
        const { id: ticketId } = await newTicket();
        const [held, asking, cancelled] = [await claim(ticketId), await claim(), await claim()];
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
      corrections: async () => ['9e204316eb6796d00318'],
      jobs: once(async () => {
        await linkSite();
        const input = { repo: 'acme/site', base: 'v1.0.0', head: 'main' };
        const prefer = { prefer: 'respond-async' };
        return [(await (await ada()).post('/api/docs/generate', input, prefer)).body.data.id];
      }),
      imports: once(async () => {
        const { id } = await add(`/api/project/${await projectId()}/imports`, { product: 'csv' });
        const table = formOf({ name: 'tickets.csv', content: 'Title,Betreff,Tags,Team\nFirst,First,,\n' });
        await (await ada()).post(`/api/imports/${id}/files`, ...table);
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
      presence: async () => ['a-tab-of-theirs'],
      texts: async () => ['description'],
      initiatives: once(async () => [await initiative()]),
      fields: once(async () => {
        const field = { name: 'Customer', type: 'select', options: [{ name: 'ACME' }, { name: 'Initech' }] };
        return [(await add(`/api/project/${await projectId()}/fields`, field)).id];
      }),
      checklist: once(async () => [await addToTicket('checklist', { text: 'Item' })]),
      criteria: once(async () => [await criterion()]),
      templates: once(async () => [await template()]),
      statuses: once(async () => {
        const { statuses } = await add(`/api/project/${await projectId()}/workflow/statuses`, {
          status: 'todo',
          name: 'Ready',
        });
        return [statuses.find(({ id }: { id?: string }) => id).id];
      }),
      updates: once(async () => [
        (await add(`/api/project/${await projectId()}/updates`, { health: 'on_track' })).id,
      ]),
      releases: once(async () => [
        (await add(`/api/project/${await projectId()}/releases`, { version: '1.4' })).id,
      ]),
      memory: once(async () => [
        (await add(`/api/project/${await projectId()}/memory`, { text: 'A note' })).id,
      ]),
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
    queries: {
      getAuthorization: authorizationRequest,
      previewDocs: async () => ({ job: await draftedJob() }),
      readPublishedDocs: async () => ({ job: await draftedJob() }),
    },
    fields: {
      projectId,
      ticketId: once(async () => (await newTicket()).id),
      workspaceId: workspace,
      ownerId: async () => (await ben()).id,
      'orderInitiatives.ids': async () => [await initiative()],
      'patchOrderInitiatives.ids': async () => [await initiative()],
      'orderCriteria.order': async () => [await criterion()],
      'patchOrderCriteria.order': async () => [await criterion()],
      criterionId: () => null,
      sha256: () => null,
      userId: member,
      userIds: async () => [(await ada()).id],
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
      'decideAuthorization.request': authorizationRequest,
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
      // The project has a field with the name of the example.
      'createField.name': () => 'Client',
      'carryOver.to': once(async () => world.group(await projectId(), 'Next')),
      parentId: () => null,
      ownStatusId: () => null,
      agentId: () => null,
      projectIds: async () => [await projectId()],
      ids: async () => [await view()],
      epoch: () => 1,
      'editText.session': async () =>
        (await add(`/api/tickets/${(await ticket()).id}/texts/description/session`, {})).id,
      'editText.base': () => 0,
      'editText.edits': () => [],
      wait: () => 0,
      // A login can belong to one user only, and each scene has its own.
      logins: () => [],
      paths: () => [],
      acknowledge: () => [],
      'askAboutAgentTask.subject': () => null,
      // Only a recheck names a guilty commit.
      guilty: () => null,
    },
  };
}

const insertDoneJob = statement<{ id: string; userId: string; request: string; result: string }>(`
  insert into docs_jobs (id, user_id, request, state, result, created_at, updated_at)
  values (:id, :userId, :request, 'done', :result, 0, 0)`);

const codeOf = (world: World, secret: string) =>
  computeTotp(decodeBase32(secret), Math.floor(world.clock.now() / 30_000));

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
    await storeUnsubscribeToken(tx, { id: mail, hash: hashToken(token), preference: 'mailTicketUpdated' });
  });
  return token;
}

async function claimTask(ada: Person, projectId: string, ticketId?: string): Promise<string> {
  await ada.post('/v1/agent-tasks', { projectId, ticketId, title: 'A task', instructions: 'Do it.' });
  return (await ada.post('/v1/agent-tasks/claim', { workerId: 'ada', projectId })).body.data.id;
}
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

/** The item type of each path parameter: the segment before it, or its own name if that is a parameter too. */
export function itemTypesOf(path: string): string[] {
  const segments = path.split('/');
  const isParameter = (segment = '') => segment.startsWith('{');
  return segments.flatMap((segment, index) => {
    const before = segments[index - 1];
    if (!isParameter(segment)) return [];
    return [isParameter(before) ? segment.slice(1, -1) : (before as string)];
  });
}

/** An operation that takes files or JSON gets JSON. */
export const takesFiles = ({ requestBody }: Operation) =>
  requestBody?.content['multipart/form-data'] !== undefined &&
  requestBody.content['application/json'] === undefined;

export function fieldsOf({ requestBody }: Operation): string[] {
  const json = requestBody?.content['application/json'];
  return Object.keys(json?.schema.properties ?? json?.example ?? {});
}

/** A request that the owner of the scene can make. `ids` replaces ids of the path, by the type of their item. */
export function buildRequest(
  { method, path, operation }: { method: string; path: string; operation: Operation },
  valid: ValidInput,
  ids: Record<string, string> = {},
) {
  const types = itemTypesOf(path);
  const pathname = path.replace(/\{\w+\}/g, () => {
    const type = types.shift() as string;
    return ids[type] ?? valid.items[type]?.[0] ?? 'unknown';
  });
  const query = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(schema?.examples?.[0]))}`);
  const example = operation.requestBody?.content['application/json']?.example;
  const body = {
    ...example,
    labelIds: [],
    groupId: null,
    milestoneId: null,
    ownStatusId: null,
    ...valid.fields,
  };
  const known = new Set(fieldsOf(operation));
  const json = Object.fromEntries(Object.entries(body).filter(([name]) => known.has(name)));
  return {
    method: method as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    pathname,
    query,
    headers: takesFiles(operation) ? formHeaders : {},
    payload: (takesFiles(operation) ? picture : example && json) as Buffer | Fields | undefined,
  };
}
