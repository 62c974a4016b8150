import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { buildApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { apiInfo } from '../../src/instance/index.ts';
import { insertMail, noteUnsubscribeToken } from '../../src/mail/mail-store.ts';
import { insertNotification } from '../../src/notifications/notification-store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { hashToken, newToken } from '../../src/platform/crypto.ts';
import type { Database } from '../../src/platform/db/index.ts';
import { buildOpenApi } from '../../src/platform/http/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { onEveryEngine } from '../support/engines.ts';
import { newRepositories } from '../support/git-history.ts';
import { assertDocumented } from '../support/openapi-contract.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { oddBody, oddCredential, oddHeaders, oddQuery, oddSegment } from './odd-input.ts';

const seed = Number(process.env.HOSTILE_SEED ?? 20261115);
const runs = Number(process.env.HOSTILE_RUNS ?? 60);
// Most of what is wrong with an input is found before the engine is asked, so the second engine gets the first of them.
const shareOf = { sqlite: 1, postgres: process.env.HOSTILE_RUNS ? 1 : 1 / 3 };
// The first two hash a password, which is slow on purpose; an invitation and a code host need two right fields at once.
// Documentation drafts start a thread and ask git a dozen times.
const runsOf: Record<string, number> = {
  ...{ signUp: 40, signIn: 40, createInvitation: 200, generateDocs: 150 },
  ...{ setCodeHost: 200, patchSetCodeHost: 200 },
};
const operationsPerScene = 8;
const patienceMs = 2_000;
const patienceOf: Record<string, number> = { generateDocs: 60_000, checkDocs: 60_000 };

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, { content?: object }>;
  requestBody?: {
    content: {
      'application/json': { schema: { properties?: object; required?: string[] }; example: Fields };
    };
  };
}
type Fields = Record<string, unknown>;
type Headers = Record<string, string>;

interface Scene {
  credentials: Headers[];
  /** What really exists, by the segment of the path after which it stands. */
  things: Record<string, string[]>;
  /** Right values of the fields whose example in the documentation points at nothing. */
  fields: Fields;
}

console.log(`hostile input with HOSTILE_SEED=${seed}`);

onEveryEngine('whatever is sent', (engine) => {
  const repositories = newRepositories();
  let world: World;
  before(async () => {
    const commit = (message: string) => ({
      message,
      files: { 'index.ts': `export const a = '${message}';` },
    });
    repositories.add('acme/site', [commit('feat: one'), commit('feat: two')], { 'v1.0.0': 1 });
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  let scene: Promise<Scene> | undefined;
  let operationsInScene = 0;
  /**
   * Some operations end sessions or delete, so where each must be reached, each that may change anything has people and
   * things of its own.
   */
  const sceneFor = (method: string): Promise<Scene> => {
    if (shareOf[engine] === 1 && method !== 'GET') return setScene(world);
    if (!scene || (method !== 'GET' && ++operationsInScene % operationsPerScene === 0))
      scene = setScene(world);
    return scene;
  };

  for (const { method, path, operation } of listOperations()) {
    test(`${operation.operationId} answers in time, in the envelope, with no 5xx and no secret`, async (t) => {
      const known = await sceneFor(method);
      const statuses = new Set<number>();
      await fc.assert(
        fc.asyncProperty(oddRequest(method, path, operation, known), async (request) => {
          statuses.add(await send(world, request, patienceOf[operation.operationId] ?? patienceMs));
        }),
        {
          seed,
          numRuns: Math.ceil((runsOf[operation.operationId] ?? runs) * shareOf[engine]),
          endOnFailure: true,
        },
      );
      const unknown = nounsOf(path).filter((noun) => !known.things[noun]);
      if (unknown.length > 0)
        t.diagnostic(`${path} is never reached: setScene makes no ${unknown.join(', ')}`);
      else if (shareOf[engine] === 1)
        assert.ok(Math.min(...statuses) < 300, 'no request got as far as the route');
    });
  }
});

function listOperations() {
  const app = buildApp({
    db: {} as Database,
    clock: systemClock,
    config: readConfig({}),
    logger: newLogger('silent'),
  });
  const { paths } = buildOpenApi(app.documentedRoutes, apiInfo) as {
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

/** Its answer has no end that one could wait for. */
function isStream({ responses }: Operation): boolean {
  return 'text/event-stream' in (responses[200]?.content ?? {});
}

async function setScene(world: World): Promise<Scene> {
  const ada = await world.person('Ada');
  const ben = await world.person('Ben');
  const project = (await ada.post('/api/projects', { name: 'Engine' })).body.data;
  const ticket = (await ada.post('/api/tickets', { title: 'A ticket', projectId: project.id })).body.data;
  const other = (await ada.post('/api/tickets', { title: 'Another', projectId: project.id })).body.data;
  const timeLog = (await ada.post(`/api/tickets/${ticket.id}/time-logs`, { minutes: 5 })).body.data;
  const comment = (await ada.post(`/api/tickets/${ticket.id}/comments`, { content: 'Words' })).body.data;
  await ada.post(`/api/project/${project.id}/members`, { userId: ben.id, role: 'viewer' });
  const key = (await ada.post('/api/user/api-keys', { name: 'CI' })).body.data;
  const hook = { url: 'http://127.0.0.1:9/', events: ['*'], secret: 'swordfish' };
  const webhook = (await ada.post('/v1/webhooks', hook)).body.data;
  const delivery = (await ada.post(`/v1/webhooks/${webhook.id}/test`)).body.data;
  const [session] = (await ada.get('/api/user/sessions')).body.data;
  const token = (await ada.post(`/api/project/${project.id}/access-tokens`, { name: 'CI' })).body.data;
  const sent = await world.stranger.post('/webhooks/generic', { event: 'deployed' }, bearer(token.token));
  const workspaceId = await world.sharedWorkspace(ada.id, [ben.id]);
  const notification = newId();
  const data = JSON.stringify({ message: 'm', actor: null, ticket: null, project: null, comment: null });
  const told = { eventId: newId(), eventType: 'ticket.updated', kind: 'update', ticketId: ticket.id, data };
  await world.db.transaction((tx) =>
    insertNotification(tx, { ...told, id: notification, userId: ada.id, createdAt: 0 }),
  );
  const [heldTask, askingTask] = [await takeTask(ada, project.id), await takeTask(ada, project.id)];
  await ada.post(`/v1/agent-tasks/${askingTask}/ask`, { epoch: 1, question: 'How?' });
  const invited = { email: `${newId()}@example.org`, projectId: project.id };
  const invitation = (await ada.post('/api/invitations', invited)).body.data;
  const own = (await ada.post('/api/invitations', { ...invited, email: ada.email })).body.data;
  const [mail, unsubscribeToken] = [newId(), newToken()];
  await world.db.transaction(async (tx) => {
    const about = { kind: 'notification', subjectId: mail, userId: ada.id, address: null };
    await insertMail(tx, { ...about, id: mail, dueAt: 0, now: 0 });
    await noteUnsubscribeToken(tx, mail, hashToken(unsubscribeToken), 'mailTicketUpdated');
  });
  await ada.put(`/api/project/${project.id}/code-host`, { kind: 'github', token: 'ghp_0123456789' });
  const agent = (await ada.post('/api/agents', { name: 'Fixer' })).body.data;
  const agentKey = (await ada.post(`/api/agents/${agent.id}/api-keys`, { name: 'k' })).body.data;
  return {
    // A stranger is refused at the door, so mostly somebody else asks.
    credentials: [{ cookie: ada.cookie }, { cookie: ada.cookie }, { authorization: `Bearer ${key.key}` }, {}],
    things: {
      project: [project.id, project.key],
      tickets: [ticket.id, ticket.key],
      comments: [comment.id],
      'time-logs': [timeLog.id],
      members: [ben.id, 'me'],
      sessions: [session.id],
      'api-keys': [key.id, agentKey.id],
      agents: [agent.id],
      notifications: [notification],
      unsubscribe: [unsubscribeToken],
      'access-tokens': [token.id],
      inbound: [sent.body.data.id],
      invitations: [invitation.id],
      workspaces: [workspaceId],
      labels: [await world.label(project.workspaceId, 'regression')],
      'agent-tasks': [heldTask, askingTask],
      webhooks: [webhook.id],
      deliveries: [delivery.id],
      groups: [await world.group(project.id, 'Sprint')],
    },
    fields: {
      projectId: project.id,
      ticketId: other.id,
      workspaceId,
      userId: ben.id,
      assigneeId: ben.id,
      token: own.token,
      parentId: null,
      agentId: null,
      projectIds: [project.id],
      epoch: 1,
      wait: 0,
      // A login belongs to one person, and these are many.
      logins: [],
      paths: [],
    },
  };
}

async function takeTask(ada: Person, projectId: string): Promise<string> {
  await ada.post('/v1/agent-tasks', { projectId, title: 'A task', instructions: 'Do it.' });
  return (await ada.post('/v1/agent-tasks/claim', { workerId: 'ada', projectId })).body.data.id;
}
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

function oddRequest(method: string, path: string, operation: Operation, scene: Scene) {
  const { credentials, things } = scene;
  const namesIn = (place: string) =>
    (operation.parameters ?? []).filter((parameter) => parameter.in === place).map(({ name }) => name);
  const segments = nounsOf(path).map((noun) =>
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...(things[noun] ?? ['unknown'])) }, oddSegment),
  );
  const url = fc.tuple(fc.tuple(...segments), oddQuery(namesIn('query'))).map(([values, query]) => {
    const rest = [...values];
    return path.replace(/\{\w+\}/g, () => rest.shift() as string) + (query && `?${query}`);
  });
  return fc.record({
    method: fc.constant(method),
    url,
    headers: fc
      .tuple(oddHeaders, fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...credentials) }, oddCredential))
      .map(([headers, credential]): Headers => ({ ...headers, ...credential })),
    payload: method === 'GET' ? fc.constant(undefined) : bodyOf(operation, scene),
  });
}

/** `/api/tickets/{id}/comments/{commentId}` → tickets, comments */
function nounsOf(path: string): string[] {
  return [...path.matchAll(/([\w-]+)\/\{\w+\}/g)].map(([, noun]) => noun as string);
}

function bodyOf({ requestBody }: Operation, scene: Scene) {
  if (!requestBody) return fc.constantFrom(undefined, '', '{}');
  const { schema, example } = requestBody.content['application/json'];
  return oddBody({
    example: { ...example, labelIds: [], groupId: null, ...scene.fields },
    fields: Object.keys(schema.properties ?? example),
    required: schema.required ?? [],
  });
}

/** What only somebody who reads our source or our log should see. */
const inside =
  /\bat \S+ \(|\.ts:\d|node:internal|node_modules|\/work\/|SQLITE_|syntax error at|violates|constraint|pg_catalog/;

async function send(
  world: World,
  request: { method: string; url: string; headers: Headers; payload: string | undefined },
  withinMs: number,
) {
  const { payload, ...head } = request;
  const asked = { ...head, ...(payload !== undefined && { payload }) } as InjectOptions;
  const response = await withinPatience(world.app.inject(asked), withinMs);
  const status = response.statusCode;
  const text = response.body;
  assert.ok(status < 500, `${status} ${text}`);
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  if (text === '' || (status < 400 && !isJson)) return status;
  const body = JSON.parse(text);
  if (status >= 400) {
    assertEnvelope(body);
    assert.doesNotMatch(text, inside);
  }
  // Without a body to read, its type is refused before the route is asked.
  if (status === 415) return status;
  assertDocumented(world.app, request.method, request.url, { status, body, headers: response.headers });
  return status;
}

async function withinPatience<T>(answer: Promise<T>, withinMs: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${withinMs} ms`)), withinMs);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

function assertEnvelope(body: {
  error: { code: string; message: string; details?: object };
  requestId: string;
}) {
  assert.deepEqual(Object.keys(body).sort(), ['error', 'requestId']);
  const { code, message, details, ...more } = body.error;
  assert.match(code, /^[A-Z_]+$/);
  assert.ok(message.length > 0 && body.requestId.length > 0);
  assert.deepEqual(more, {});
  for (const messages of Object.values(details ?? {})) {
    assert.ok(Array.isArray(messages) && messages.every((entry) => typeof entry === 'string'));
  }
}
