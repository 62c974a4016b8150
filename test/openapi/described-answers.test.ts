import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { InjectOptions } from 'fastify';
import { newId } from '../../src/platform/ids.ts';
import { onEngineOfToday } from '../support/engines.ts';
import { newRepositories } from '../support/git-history.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startOidcProvider, type TestProvider } from '../support/oidc-provider.ts';
import { closed, newCompiler } from '../support/openapi-contract.ts';
import {
  apiDocument,
  baseUrl,
  buildRequest,
  listOperations,
  makeValidInput,
  newScene,
  type Operation,
  type Scene,
} from '../support/valid-input.ts';
import { openWorld, type World } from '../support/world.ts';

const operations = await listOperations();

onEngineOfToday('the OpenAPI document', (engine) => {
  const repositories = newRepositories();
  let mailServer: MailServer;
  let provider: TestProvider;
  let world: World;

  before(async () => {
    const [page, index] = ['content/docs/user/pr-42.mdx', 'index.ts'];
    const first = { message: 'feat: one', files: { [index]: 'export const a = 1;' } };
    const second = { message: 'feat: two', files: { [index]: 'export const a = 2;', [page]: '# Two' } };
    repositories.add('acme/site', [first, second], { 'v1.0.0': 1 });
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
  });
  after(async () => {
    await world.close();
    await mailServer.close();
    await provider.close();
    repositories.remove();
  });

  test('describes every status with which a body of another type is refused', async () => {
    const undescribed: string[] = [];
    for (const { path, method, operation } of operations.filter(({ method }) => method !== 'GET')) {
      const { statusCode } = await world.app.inject({
        method: method as 'POST',
        url: path.replace(/\{\w+\}/g, 'none'),
        headers: { 'content-type': 'application/xml' },
        payload: '<a/>',
      });
      if (!operation.responses[statusCode]) undescribed.push(`${operation.operationId} ${statusCode}`);
    }
    assert.deepEqual(undescribed, []);
  });

  test('has examples of requests that the server accepts, once they refer to what exists', async () => {
    const refused: string[] = [];
    let scene = newScene(world);
    for (const one of operations) {
      const { method, path, operation } = one;
      const example = operation.requestBody?.content['application/json']?.example;
      // Local repositories, which the scene has, have no pull requests.
      if (example === undefined || operation.operationId === 'openAgentTaskPullRequest') continue;
      // PATCH follows PUT and changes the same items again.
      if (method !== 'PATCH') scene = newScene(world);
      const valid = await makeValidInput(scene, path, operation);
      const asking = valid.items['agent-tasks']?.[1];
      const ids = operation.operationId === 'answerAgentTask' && asking ? { 'agent-tasks': asking } : {};
      const answer = await world.app.inject({
        method,
        url: buildRequest(one, valid, ids).pathname,
        headers: valid.credentials[0],
        payload: await withReferences(example, {
          ...valid.fields,
          ...(await referencesOf(scene, operation)),
        }),
      } as InjectOptions);
      if (answer.statusCode >= 400)
        refused.push(`${operation.operationId} ${answer.statusCode} ${answer.body}`);
    }
    assert.deepEqual(refused, []);
  });

  /** What an example needs in place of its own values, by the name of the property: the ids of what exists in the scene. */
  async function referencesOf(scene: Scene, { operationId }: Operation): Promise<References> {
    const { id: projectId } = await scene.project();
    const owner = await scene.owner();
    const item = async (type: string) => (await scene.items[type]?.())?.[0];
    const group = (kind: string) => async () =>
      (await owner.post('/api/groups', { name: kind, projectId, kind })).body.data.id;
    const newTicket = async () =>
      (await owner.post('/api/tickets', { title: 'Other', projectId })).body.data.id;
    const labels = async () => [await item('labels')];
    const asItIs = (value: unknown) => value;
    return {
      // Only an id of today is accepted.
      id: () => newId(world.clock.now()),
      groupId: group('cycle'),
      milestoneId: group('milestone'),
      ownStatusId: () => null,
      parentId: operationId === 'addComment' ? () => item('comments') : newTicket,
      labelIds: labels,
      addLabels: labels,
      removeLabels: labels,
      agentId: () => item('agents'),
      assigneeId: scene.fields.assigneeId,
      leadId: () => owner.id,
      people: () => ({ 'ada-l': owner.email }),
      fields: async (value: unknown) => {
        await item('fields');
        return value;
      },
      // Scenes give these other values, which the examples need not have.
      ...{ logins: asItIs, paths: asItIs, ticket: undefined },
      ...(operationId === 'createField' && {
        name: (name: string) => (name === 'Customer' ? 'Client' : name),
      }),
      // The scene has a field with the name of the example, and the example of createProject has taken its key.
      ...(/Project$/.test(operationId) &&
        operationId !== 'createProject' && {
          key: () => `P${newId().slice(-6).toUpperCase()}`,
          repositories: () => [`acme/${newId()}`],
        }),
      // No test names a host to which the server might connect.
      ...(/Webhook$/.test(operationId) && { url: () => 'http://127.0.0.1:9/' }),
      apiUrl: () => 'http://127.0.0.1:9',
      target: () => '127.0.0.1:8080',
    };
  }
});

test('has examples that fit their schemas', async () => {
  const document = closed(await apiDocument()) as Tree;
  const compile = newCompiler(document);
  const wrong: string[] = [];
  const seen = new Set<string>();
  const check = (place: string[], schema: unknown, example: unknown) => {
    // Parameters and answers are repeated in many operations.
    const text = JSON.stringify([schema, example]);
    if (seen.has(text)) return;
    seen.add(text);
    const validate = compile(place);
    if (!validate(example))
      wrong.push(`${place.join(' ')}: ${JSON.stringify(example)} ${JSON.stringify(validate.errors)}`);
  };
  const visit = (node: unknown, place: string[], isNamed: boolean) => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, example, examples } = (isNamed ? {} : node) as Tree;
    if (schema && example !== undefined) {
      const inner = (schema as Tree).contentSchema;
      if (inner)
        check(
          [...place, 'schema', 'contentSchema'],
          inner,
          JSON.parse(String(example).slice('data: '.length)),
        );
      else check([...place, 'schema'], schema, example);
    }
    if (Array.isArray(examples)) for (const each of examples) check(place, node, each);
    for (const [name, part] of Object.entries(node))
      if (isNamed || !isValue.test(name))
        visit(part, [...place, name], !isNamed && /^(properties|patternProperties)$/.test(name));
  };
  visit(document, [], false);
  assert.ok(seen.size > 500, `${seen.size} examples`);
  assert.deepEqual(wrong, []);
});

type Tree = Record<string, unknown>;
/** Keywords whose values are no schemas. */
const isValue = /^(example|examples|default|const|enum)$/;

type References = Record<string, unknown>;

/** The example with the values of `references` at the properties of these names; null and all others stay. */
async function withReferences(value: unknown, references: References, name = ''): Promise<unknown> {
  const real = Object.hasOwn(references, name) ? references[name] : undefined;
  if (real !== undefined && value !== null) return typeof real === 'function' ? real(value) : real;
  if (Array.isArray(value)) return Promise.all(value.map((each) => withReferences(each, references)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(async ([key, part]) => [
    key,
    await withReferences(part, references, key),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}
