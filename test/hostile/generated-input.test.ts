import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { indexNextTickets } from '../../src/search/indexing/index-tickets.ts';
import { onEveryEngine } from '../support/engines.ts';
import { formHeaders } from '../support/form.ts';
import { newRepositories } from '../support/git-history.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { notifyAll } from '../support/notifying.ts';
import { startOidcProvider, type TestProvider } from '../support/oidc-provider.ts';
import { assertDocumented } from '../support/openapi-contract.ts';
import { processMs } from '../support/processor-time.ts';
import { isDue, runsAll } from '../support/rotation.ts';
import {
  baseUrl,
  fieldsOf,
  type Headers,
  isStream,
  itemTypesOf,
  listOperations,
  makeValidInput,
  newScene,
  type Operation,
  type Scene,
  takesFiles,
  type ValidInput,
} from '../support/valid-input.ts';
import { openWorld, type World } from '../support/world.ts';
import { oddBody, oddCredential, oddForm, oddHeaders, oddQuery, oddSegment } from './odd-input.ts';
import { assertLinear } from './text-growth.ts';

const seed = Number(process.env.HOSTILE_SEED ?? 20261115);
const runs = Number(process.env.HOSTILE_RUNS ?? 60);
// Most wrong input is refused before the database is queried, so the second engine gets a third of the runs.
const shareOfRuns = { sqlite: 1, postgres: process.env.HOSTILE_RUNS ? 1 : 1 / 3 };
// signUp, signIn and the changes of a password hash a password, which is slow on purpose. createInvitation and
// setCodeHost need two valid fields at once; the password of the second factor is one of many odd ones. generateDocs starts a thread and runs git a dozen times.
// createTicket, createField and reports of agents have so many fields that few odd requests are valid in all of them.
const runsOf: Record<string, number> = {
  ...{
    signUp: 40,
    completeAgentTask: 200,
    askAboutAgentTask: 200,
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
    createField: 200,
    addAgentTaskArtifact: 150,
    addAgentTaskEvidence: 800,
    addCriterion: 150,
    generateDocs: 150,
    decideDocsEntry: 150,
  },
  setCodeHost: 200,
};
// Processor time of all threads, not time by the clock, which depends on what else the machine does.
const processorMsMax = 2_000;
// They write some 400 changes.
const processorMsMaxOf: Record<string, number> = { createDemo: 20_000, removeDemo: 20_000 };
// Local repositories, which the scene has, have no pull requests. Its own tests have code hosts.
const needsPullRequests = ['openAgentTaskPullRequest'];
// Ends a test that hangs.
const timeoutMs = 120_000;

// One definition answers PUT and PATCH (src/platform/http/route.ts), and with one seed each would get the same requests, so
// about every second one is a PATCH.
const operations = (await listOperations()).filter(
  ({ method, operation }) => method !== 'PATCH' && !isStream(operation),
);
const methodsOf = (method: string) => (method === 'PUT' ? ['PUT', 'PATCH'] : [method]);
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

  for (const [index, { method, path, operation }] of operations.entries()) {
    if (!isDue(index)) continue;
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
      // Some succeed only with what earlier operations made, such as an account.
      if (runsAll && shareOfRuns[engine] === 1 && !needsPullRequests.includes(operation.operationId))
        assert.ok(Math.min(...statuses) < 400, 'no request succeeded');
    });
  }

  for (const [index, { method, path, operation }] of operations.entries()) {
    const texts = textFieldsOf(operation);
    // The text is judged before the database is asked, so one engine tells.
    if (texts.length === 0 || engine !== 'sqlite' || !isDue(index)) continue;
    test(`the time of ${operation.operationId} does not grow faster than its texts`, async () => {
      const valid = await makeValidInput(sceneFor(method), path, operation);
      const [headers] = valid.credentials as [Headers];
      const ids = itemTypesOf(path).map((type) => valid.items[type]?.[0] ?? 'unknown');
      const url = path.replace(/\{\w+\}/g, () => ids.shift() as string);
      const example = operation.requestBody?.content['application/json']?.example;
      const methods = methodsOf(method);
      for (const [n, { name, lengthMax }] of texts.entries()) {
        const work = (text: string) => {
          const payload = {
            ...example,
            labelIds: [],
            groupId: null,
            milestoneId: null,
            ...valid.fields,
            [name]: text,
          };
          const request = { method: methods[n % methods.length], url, headers, payload };
          return world.app.inject(request as InjectOptions);
        };
        await assertLinear(work, lengthMax, `${operation.operationId}.${name}`);
      }
    });
  }

  for (const [index, { method, path, operation }] of operations.entries()) {
    // Errors are written before or beside the database, so one engine tells.
    if (engine !== 'sqlite' || !isDue(index)) continue;
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
      const methods = methodsOf(method);
      for (const [n, { url: address, payload }] of requests.entries())
        for (const prefer of address.includes(`?${longName}`) || payload.startsWith(`{"${longName}`)
          ? ['handling=strict', '']
          : ['']) {
          const answer = await world.app.inject({
            ...{ method: methods[n % methods.length], url: address },
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

function oddRequest(method: string, path: string, operation: Operation, valid: ValidInput) {
  const { credentials, items } = valid;
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const queryNames = parameters.map(({ name }) => name);
  // Without what is required a request is refused before the route runs, so most have it.
  const pairs = parameters
    .filter(({ name, required }) => required || name in valid.query)
    .map(
      ({ name, schema }) =>
        `${name}=${encodeURIComponent(valid.query[name] ?? String(schema?.examples?.[0]))}`,
    );
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
    method: fc.constantFrom(...methodsOf(method)),
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
