import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { findImportViolations, importRules, modulesInOrder } from '../../scripts/check-imports.ts';
import { findRestrictedCode, restrictionRules } from '../../scripts/check-restricted-code.ts';
import { isDue, runsAll } from '../support/rotation.ts';

const root = path.resolve(import.meta.dirname, '../..');
const fixtures = path.join(import.meta.dirname, 'fixtures');

/** The files of each fixture that break its rule. */
const expected: Record<string, string[]> = {
  'no-cycles': ['src/tickets/close-ticket.ts'],
  'down-only': ['src/users/user.ts'],
  'undeclared-module': ['src/helpers'],
  'code-hosts-on-platform-alone': ['src/code-hosts/open-pull-request.ts'],
  'db-below-http': ['src/platform/db/postgres-engine.ts'],
  'only-through-index': [
    'src/platform/http/data-envelope.ts',
    'src/stats/count-labels.ts',
    'src/stats/count-labels.ts',
    'src/tickets/assign-ticket.ts',
    'src/users/present-user.ts',
  ],
  'routes-call-use-cases': ['src/tickets/ticket-routes.ts'],
  'indexing-below-query': ['src/search/indexing/index-tickets.ts'],
  'use-cases-know-no-http': ['src/tickets/close-ticket.ts'],
  'tickets-know-no-reactions': ['src/tickets/close-ticket.ts'],
  'packages-stand-alone': ['packages/docs-drafts/draft-changelog.ts'],
  'packages-through-entries': ['src/docs-generation/generate-docs.ts'],
  'server-and-web-apart': ['src/users/index.ts', 'web/tickets/status-picker.tsx'],
  'web-parts-know-no-data': ['web/parts/avatar.tsx'],
  'web-calls-through-api': ['web/tickets/move-ticket.ts'],
  'web-only-through-index': ['web/stats/chart.tsx'],
  'web-shell-on-top': ['web/tickets/ticket-list.tsx'],
  environment: ['src/config/variables.ts:1', 'src/tickets/ticket.ts:1'],
  clock: ['src/tickets/ticket.ts:1', 'src/tickets/ticket.ts:2'],
  randomness: ['src/tickets/ticket.ts:1', 'src/tickets/ticket.ts:3'],
  engine: ['src/tickets/ticket.ts:1'],
  'outbound-http': ['src/tickets/ticket.ts:1', 'src/tickets/ticket.ts:3'],
  'status-codes': ['src/tickets/ticket.ts:1'],
  'http-framework': ['src/tickets/close-ticket.ts:1', 'src/tickets/close-ticket.ts:3'],
  sql: ['src/tickets/assign-ticket.ts:3', 'src/tickets/assign-ticket.ts:4'],
  'driver-internals': ['src/platform/db/postgres/engine.ts:2'],
  'web-colours': ['web/tickets/ticket-row.css:2', 'web/tickets/ticket-row.css:3'],
  'web-html': ['web/tickets/description.tsx:2'],
};

test('every import rule has a fixture that breaks it', () => {
  const rules = [...importRules, ...restrictionRules].sort();
  assert.deepEqual(Object.keys(expected).sort(), rules);
  assert.deepEqual(readdirSync(fixtures).sort(), rules);
});

for (const [index, rule] of importRules.entries()) {
  if (!isDue(index)) continue;
  test(`the import rule "${rule}" finds its fixture`, async () => {
    assert.deepEqual(
      locationsOf(rule, await findImportViolations(path.join(fixtures, rule))),
      expected[rule],
    );
  });
}

for (const rule of restrictionRules) {
  test(`the restriction "${rule}" finds its fixture`, () => {
    assert.deepEqual(locationsOf(rule, findRestrictedCode(path.join(fixtures, rule))), expected[rule]);
  });
}

test('every module is refused an import of the next higher one', async (t) => {
  const tree = mkdtempSync(path.join(tmpdir(), 'docket-modules-'));
  t.after(() => rmSync(tree, { recursive: true }));
  const files = modulesInOrder.map((name) => `src/${name.endsWith('.ts') ? name : `${name}/index.ts`}`);
  for (const [index, file] of files.entries()) {
    const next = files[index + 1];
    const specifier = next && path.posix.relative(path.posix.dirname(file), next);
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), next ? `import './${specifier}';\n` : '');
  }
  const found = locationsOf('down-only', await findImportViolations(tree));
  assert.deepEqual(found, files.slice(0, -1).sort());
});

test('a tree without source files is an error, not a pass', async () => {
  await assert.rejects(findImportViolations(import.meta.dirname));
  assert.throws(() => findRestrictedCode(import.meta.dirname));
});

// `npm run check` does the same.
test('the source of Docket breaks no import rule', { skip: !runsAll }, async () => {
  assert.deepEqual(await findImportViolations(root), []);
  assert.deepEqual(findRestrictedCode(root), []);
});

function locationsOf(rule: string, violations: { rule: string; location: string }[]): string[] {
  return violations
    .filter((violation) => violation.rule === rule)
    .map(({ location }) => location)
    .sort();
}
