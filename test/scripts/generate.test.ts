import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { writeClient } from '../../scripts/generate/client.ts';
import { addChecksums } from '../../scripts/generate/migration-checksums.ts';
import { drawModuleMap } from '../../scripts/generate/module-map.ts';
import { typeOf } from '../../scripts/generate/schema-type.ts';
import { replaceTaskFiles, tasks } from '../../scripts/generate/task-files.ts';
import { replaceVariablesTable } from '../../scripts/generate/variables-table.ts';

const root = path.resolve(import.meta.dirname, '../..');
const contributing = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

const oneLine = (text: string) => text.replace(/\s+/g, ' ');

test('a JSON schema becomes the TypeScript type of the same values', () => {
  assert.equal(typeOf({ $ref: '#/components/schemas/Ticket' }), 'Ticket');
  assert.equal(typeOf({ type: ['string', 'null'] }), 'string | null');
  assert.equal(typeOf({ type: ['string', 'null'], enum: ['a', null] }), '"a" | null');
  assert.equal(typeOf({ type: 'array', items: { enum: ['a', 'b'] } }), '("a" | "b")[]');
  assert.equal(typeOf({ type: 'array', items: { type: 'integer' } }), 'number[]');
  assert.equal(
    typeOf({ type: 'object', additionalProperties: { type: 'number' } }),
    'Record<string, number>',
  );
  assert.equal(typeOf({ anyOf: [{ $ref: '#/components/schemas/Group' }, { type: 'null' }] }), 'Group | null');
  assert.equal(typeOf({ allOf: [{ enum: [1, 2] }, { const: 1 }] }), '(1 | 2) & 1');
  assert.equal(typeOf({}), 'unknown');
  const object = {
    type: 'object',
    required: ['a'],
    properties: { a: {}, 'b-c': { description: 'Ends */ here' } },
  };
  assert.equal(oneLine(typeOf(object)), '{ a: unknown; /** Ends *∕ here */ "b-c"?: unknown; }');
});

test('an SDK operation has only the parts it needs, and PATCH is left out where PUT exists', () => {
  const put = {
    operationId: 'updateCard',
    summary: 'Change a card',
    parameters: [
      { name: 'id', in: 'path' as const, required: true, schema: { type: 'string' } },
      { name: 'dry', in: 'query' as const, required: false, schema: { type: 'boolean' } },
      { name: 'If-Match', in: 'header' as const, required: false, schema: { type: 'string' } },
    ],
    requestBody: { required: false, content: { 'application/json': { schema: { type: 'object' } } } },
    responses: { 200: { content: { 'application/json': { schema: { type: 'string' } } } }, 204: {}, 400: {} },
  };
  const paths = { '/cards/{id}': { put, patch: { ...put, operationId: 'patchCard' } } };
  const text = oneLine(writeClient({ paths, components: { schemas: { Card: { type: 'string' } } } }));
  assert.match(text, /export type Card = string;/);
  const fields =
    'params: { id: string; }; query?: { dry?: boolean | undefined; }; body?: Record<string, unknown>; response: string;';
  assert.ok(text.includes(`/** Change a card */ updateCard: { ${fields} };`), text);
  assert.match(text, /updateCard: \{ method: 'PUT', path: '\/cards\/\{id\}' \},/);
  assert.doesNotMatch(text, /patchCard/);
});

test('the table of variables is replaced between its marks, and missing marks are an error', () => {
  const variables = { PORT: { description: 'Where $1 listens.', allowed: '1 | 2', fallback: '1' } };
  const text = replaceVariablesTable('a\n<!-- variables -->\nold\n<!-- /variables -->\nb', variables);
  assert.match(
    text,
    /^a\n<!-- variables -->\n\| Variable .*\n\|---.*\n\| `PORT` \| Where \$1 listens\. \| 1 \\\| 2 \| 1 \|\n<!-- \/variables -->\nb$/,
  );
  assert.throws(() => replaceVariablesTable('nothing', variables), /marks/);
});

test('checksums of migrations are only added: a changed or missing migration is refused', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-test-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (file: string, sql: string) => writeFileSync(path.join(folder, file), sql);
  write('0001-one.sql', 'select 1');
  const first = addChecksums('', folder);
  assert.match(first, /^[0-9a-f]{64} {2}0001-one\.sql\n$/);
  write('0002-two.sql', 'select 2');
  const both = addChecksums(first, folder);
  assert.ok(both.startsWith(first));
  assert.equal(addChecksums(both, folder), both);
  write('0001-one.sql', 'select 3');
  assert.throws(() => addChecksums(both, folder), /0001-one\.sql has changed/);
  rmSync(path.join(folder, '0001-one.sql'));
  assert.throws(() => addChecksums(both, folder), /0001-one\.sql is missing/);
});

test('the files of each task in CONTRIBUTING.md are counted from the code, so a wrong count is stale', () => {
  assert.equal(replaceTaskFiles(contributing, root), contributing);
  const [line = '', count = ''] = /Files that name Bitbucket: (\d+)/.exec(contributing) ?? [];
  const wrong = contributing.replace(line, line.replace(count, String(Number(count) + 1)));
  assert.equal(replaceTaskFiles(wrong, root), contributing);
  const lists = [...contributing.matchAll(/Files that name [^:]+: (\d+), [^.]+\. (.*?)\.\n<!--/gs)];
  assert.equal(lists.length, Object.keys(tasks).length);
  for (const [whole, number, files = ''] of lists)
    assert.equal(files.split(',').length, Number(number), whole);
});

test('a task without its list of files is refused', () => {
  const without = contributing.replace('<!-- files: host -->', '');
  assert.throws(() => replaceTaskFiles(without, root), /no <!-- files: … --> for host/);
});

test('the map of the code is fresh, and has every module once, in both themes', () => {
  const map = drawModuleMap(root);
  assert.equal(map, readFileSync(path.join(root, 'docs/map.svg'), 'utf8'));
  const { modules } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    modules: string[];
  };
  for (const name of new Set(modules.map((entry) => entry.split('/')[0] as string)))
    assert.equal(map.split(`>${name}</text>`).length, 2, name);
  assert.match(map, /prefers-color-scheme: dark/);
  assert.doesNotMatch(map, /NaN|undefined/);
});
