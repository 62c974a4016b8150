import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buildDocument } from '../../scripts/generate/document.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, unknown>;
}

const { paths } = (await buildDocument()) as unknown as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
/** What only the database or another field knows is no mistake of the example’s shape. */
const isReference = (problem: string) =>
  /does not exist|not exist|must be an existing|not members of|not found|no such|unknown|may not|is wrong|cannot be|not valid, has expired|has expired|already/i.test(
    problem,
  );

onEveryEngine('the OpenAPI document', (engine) => {
  let world: World;
  let ada: Person;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    ada = await world.person('Ada');
    await ada.post('/api/projects', { name: 'App', key: 'APP' });
  });
  after(() => world.close());

  const address = (path: string) =>
    path.replace('/api/project/{id}', '/api/project/APP').replace(/\{\w+\}/g, 'none');

  test('describes every status with which a body of another type is refused', async () => {
    const undescribed: string[] = [];
    for (const { path, method, operation } of operations.filter(({ method }) => method !== 'get')) {
      const { statusCode } = await world.app.inject({
        method: method.toUpperCase() as 'POST',
        url: address(path),
        headers: { 'content-type': 'application/xml' },
        payload: '<a/>',
      });
      if (!operation.responses[statusCode]) undescribed.push(`${operation.operationId} ${statusCode}`);
    }
    assert.deepEqual(undescribed, []);
  });

  test('has examples of requests whose shape the server accepts', async () => {
    const refused: string[] = [];
    for (const { path, method, operation } of operations) {
      const example = operation.requestBody?.content['application/json']?.example;
      if (example === undefined || /sign-out|delete-account/.test(path)) continue;
      const send = method as 'post' | 'put' | 'patch';
      const answer = await (send === 'post' ? ada.post : ada.put)(address(path), example as object);
      if (answer.status !== 400) continue;
      const { details = {}, message } = answer.body.error;
      const problems = Object.entries(details as Record<string, string[]>).flatMap(([field, all]) =>
        all.filter((problem) => !isReference(problem)).map((problem) => `${field}: ${problem}`),
      );
      if (problems.length > 0 || Object.keys(details).length === 0)
        refused.push(`${operation.operationId} ${problems.join('; ') || message}`);
    }
    assert.deepEqual(refused, []);
  });
});
