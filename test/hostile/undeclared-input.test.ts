import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { InjectOptions } from 'fastify';
import { dumpTables, listColumns, type Row } from '../support/dump-tables.ts';
import { type EngineName, onEngineOfToday } from '../support/engines.ts';
import { newRepositories } from '../support/git-history.ts';
import { dueRuns, isDue } from '../support/rotation.ts';
import {
  apiDocument,
  baseUrl,
  buildRequest,
  fieldsOf,
  isStream,
  itemTypesOf,
  listOperations,
  makeValidInput,
  newScene,
  type Operation,
} from '../support/valid-input.ts';
import { openWorld, type World } from '../support/world.ts';

/** Names with values that would give rights, take things over or move them. */
const tempting: Record<string, unknown> = {
  role: 'ADMIN',
  active: 1,
  verifiesEmail: false,
  emailVerified: true,
  emailProven: 1,
  wholeInstance: true,
  approved: true,
  state: 'approved',
  status: 'deleted',
  visibility: 'public',
  number: 1,
  version: 99,
  uses: 0,
  count: 99,
};

const operations = (await listOperations()).filter(
  ({ method, operation }, index) => method !== 'PATCH' && !isStream(operation) && isDue(index),
);

/** The delivery log of inbound webhooks keeps what was received, as bytes. */
const keepsRawBodies = /^inbound_(bodies\.body|deliveries\.bytes)$/;

/** Ids, times and random values differ between two runs; what else is stored must not. */
const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

onEngineOfToday('undeclared input', (engine) => {
  const repositories = newRepositories();
  before(() => {
    const commit = (message: string) => ({
      message,
      files: { 'index.ts': `export const a = '${message}';` },
    });
    repositories.add('acme/site', [commit('feat: one'), commit('feat: two')], { 'v1.0.0': 1 });
  });
  after(() => repositories.remove());

  test('every name of an internal type, sent to every operation, changes nothing that is stored', async () => {
    const openOne = () =>
      openWorld(engine, {
        RATE_LIMIT: 'off',
        SMTP_URL: 'smtp://127.0.0.1:9',
        BASE_URL: baseUrl,
        LOCAL_REPOSITORIES: repositories.root,
      });
    const plain = await openOne();
    const names = await internalNames(plain, engine);
    assert.ok(names.length > 500, `${names.length} names`);
    const [first, statuses] = await callEverything(plain, engine, () => []);
    const again = await openOne();
    const [second] = await callEverything(again, engine, () => []);
    const extended = await openOne();
    const [third, extendedStatuses] = await callEverything(extended, engine, (declared) =>
      names.filter((name) => !declared.has(name)),
    );
    await Promise.all([plain, again, extended].map((world) => world.close()));
    assert.deepEqual(extendedStatuses, statuses);
    const accepted = Object.values(statuses).filter((status) => status < 400).length;
    assert.ok(
      accepted > dueRuns(180),
      `only ${accepted} of ${operations.length} operations accepted their request`,
    );
    // Columns that differ between two runs of the same requests are random, such as hashes of tokens.
    const comparable = Object.keys(first).filter(
      (column) => !keepsRawBodies.test(column) && isDeepStrictEqual(first[column], second[column]),
    );
    const changed = comparable.filter((column) => !isDeepStrictEqual(third[column], first[column]));
    assert.deepEqual(changed, []);
    for (const column of [
      'users.role',
      'users.active',
      'projects.visibility',
      'tickets.status',
      'project_members.role',
    ])
      assert.deepEqual(first[column], second[column], `${column} must be the same in every run`);
  });
});

/** The columns of all tables, also in camel case, and every property of the OpenAPI document. */
async function internalNames(world: World, engine: EngineName): Promise<string[]> {
  const names = new Set(Object.keys(tempting));
  for (const { column } of await listColumns(world.db, engine)) {
    names.add(column);
    names.add(column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  }
  const collect = (schema: unknown) => {
    if (typeof schema !== 'object' || schema === null) return;
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'properties') for (const name of Object.keys(value)) names.add(name);
      collect(value);
    }
  };
  collect(await apiDocument());
  return [...names];
}

/** Calls each operation once as the owner of its items. Returns what is stored afterwards, and the statuses. */
async function callEverything(
  world: World,
  engine: EngineName,
  undeclared: (declared: Set<string>) => string[],
): Promise<[Record<string, string[]>, Record<string, number>]> {
  const statuses: Record<string, number> = {};
  const readOnly = newScene(world);
  for (const one of operations) {
    const { operation, method, path } = one;
    // An archive is a thread and a file; its route takes neither a body nor a parameter.
    if (/^(exportInstance|exportProject|createDemo|removeDemo)$/.test(operation.operationId)) continue;
    world.clock.advance(1_000);
    const scene = method === 'GET' ? readOnly : newScene(world);
    const valid = await makeValidInput(scene, path, operation);
    if (itemTypesOf(path).some((type) => !valid.items[type])) continue;
    const { pathname, query, headers, payload } = buildRequest(one, valid);
    const parameters = (operation.parameters ?? []).flatMap(({ name, in: place }) =>
      place === 'query' ? [name] : [],
    );
    const extraQuery = undeclared(new Set(parameters)).map(
      (name) => `${name}=${String(tempting[name] ?? 1)}`,
    );
    const isJson = payload !== undefined && !Buffer.isBuffer(payload);
    const search = [...query, ...extraQuery].join('&');
    const options = {
      method,
      url: search ? `${pathname}?${search}` : pathname,
      headers: { ...headers, ...valid.credentials[0] },
      ...(payload !== undefined && {
        payload: isJson ? { ...extraFields(operation, undeclared), ...payload } : payload,
      }),
    };
    statuses[operation.operationId] = (await world.app.inject(options as InjectOptions)).statusCode;
  }
  return [await storedValues(world, engine), statuses];
}

/** None where the body is free-form, as those of code hosts are. */
function extraFields(operation: Operation, undeclared: (declared: Set<string>) => string[]): Row {
  if (operation.requestBody?.content['application/json']?.schema.additionalProperties) return {};
  const names = undeclared(new Set(fieldsOf(operation)));
  return Object.fromEntries(names.map((name) => [name, tempting[name] ?? 'injected']));
}

/** The values of each column, sorted, with ids replaced by the time in them. */
async function storedValues(world: World, engine: EngineName): Promise<Record<string, string[]>> {
  const values: Record<string, string[]> = {};
  for (const [table, rows] of Object.entries(await dumpTables(world.db, engine)))
    for (const row of rows)
      for (const [column, value] of Object.entries(JSON.parse(row) as Row)) {
        const text = JSON.stringify(value).replace(idPattern, (id) => id.slice(0, 13));
        const list = values[`${table}.${column}`] ?? [];
        list.push(text);
        values[`${table}.${column}`] = list;
      }
  for (const list of Object.values(values)) list.sort();
  return values;
}
