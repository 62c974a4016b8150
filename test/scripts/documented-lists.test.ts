import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { importProducts } from '../../src/imports/products.ts';

/** A line of Markdown is about a line of the help in a window of 1200 × 800. */
const linesOfScreen = 40;

interface Schema {
  properties: object;
}
interface Operation {
  parameters: { name: string; in: string; schema: { enum?: string[] } }[];
  requestBody: { content: { 'application/json': { schema: Schema } } };
}
const openapi = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')) as {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, Operation>>;
};
const tickets = openapi.paths['/api/tickets'] as { get: Operation; post: Operation };
const query = tickets.get.parameters.filter((parameter) => parameter.in === 'query');
const rowFields = Object.keys(openapi.components.schemas.TicketRow?.properties ?? {});
const inputFields = Object.keys(tickets.post.requestBody.content['application/json'].schema.properties);

/** Lists that pages of the documentation have in full. */
const lists: [list: string, page: string, names: string[]][] = [
  ['fields of a compact row', 'docs/api/tickets.md#Compact rows', rowFields],
  ['fields of a new ticket', 'docs/api/tickets.md#Create and update', inputFields],
  ['parameters of the ticket list', 'docs/api/tickets.md', query.map(({ name }) => name)],
  [
    'orders of the ticket list',
    'docs/api/tickets.md',
    query.find(({ name }) => name === 'sort')?.schema.enum ?? [],
  ],
];

for (const [list, page, names] of lists) {
  test(`the ${list} are all in ${page}`, () => {
    const [file = '', heading] = page.split('#');
    const text = readFileSync(file, 'utf8');
    const section = heading ? (text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '') : text;
    assert.ok(names.length > 5);
    assert.deepEqual(
      names.filter((name) => !section.includes(`\`${name}`)),
      [],
    );
  });
}

test('documented commands run TypeScript with the Node that npm installed', () => {
  const pages = globSync('**/*.md', { exclude: ['**/node_modules/**', 'CHANGELOG.md'] });
  const commands = pages.flatMap(
    (page) => readFileSync(page, 'utf8').match(/.{4}node [\w/.-]+\.ts\b/g) ?? [],
  );
  assert.ok(commands.length > 3);
  assert.deepEqual(
    commands.filter((command) => !command.startsWith('npx ')),
    [],
  );
});

test('docs/compare.md says of every product which version was looked at, when, and what it does better', () => {
  const table = readFileSync('docs/compare.md', 'utf8').split('## Ten products')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| ([^|-][^|]*) \| (.+) \| (.+) \| (.+) \|$/gm)].slice(1);
  assert.equal(rows.length, 10);
  for (const [row, , lookedAt = '', better = '', docket = ''] of rows) {
    assert.match(lookedAt, /2026/, row);
    assert.match(lookedAt, /\d\.\d|service|Cloud|github\.com|documentation|sources at/, row);
    assert.ok(better.length > 20 && docket.length > 20, row);
  }
});

test('README.md and docs/compare.md count the products whose exports Docket reads', () => {
  const numerals = ['four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
  const others = importProducts.filter((product) => product !== 'csv' && product !== 'docket');
  const count = `${numerals[others.length - 4]} products`;
  assert.ok(readFileSync('README.md', 'utf8').includes(`Imports from ${count} and CSV files`));
  assert.ok(readFileSync('docs/compare.md', 'utf8').includes(`${count}, CSV and archives of another Docket`));
});

test('a page of the guide has two screens at most', () => {
  const tooLong = globSync('docs/guide/*.md').filter(
    (page) => readFileSync(page, 'utf8').split('\n').length > 2 * linesOfScreen,
  );
  assert.deepEqual(tooLong, []);
});
