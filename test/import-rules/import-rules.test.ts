import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { findImportViolations, importRules, roomsFromTheGroundUp } from '../../scripts/check-imports.ts';
import { findPlaceViolations, placeRules } from '../../scripts/check-places.ts';

const root = path.resolve(import.meta.dirname, '../..');
const fixtures = path.join(import.meta.dirname, 'fixtures');

/** The places of each fixture that break its rule; every one must be found. */
const expected: Record<string, string[]> = {
  'no-cycles': ['src/tickets/close-ticket.ts'],
  'down-only': ['src/users/user.ts'],
  'undeclared-room': ['src/helpers'],
  'code-hosts-on-platform-alone': ['src/code-hosts/open-pull-request.ts'],
  'db-below-http': ['src/platform/db/postgres-engine.ts'],
  'front-door': [
    'src/platform/http/data-envelope.ts',
    'src/stats/count-labels.ts',
    'src/stats/count-labels.ts',
    'src/tickets/assign-ticket.ts',
    'src/users/present-user.ts',
  ],
  'routes-call-verbs': ['src/tickets/ticket-routes.ts'],
  'indexing-below-query': ['src/search/indexing/index-tickets.ts'],
  'use-cases-know-no-http': ['src/tickets/close-ticket.ts'],
  'reactions-by-events': ['src/tickets/close-ticket.ts'],
  environment: ['src/tickets/ticket.ts:1'],
  clock: ['src/tickets/ticket.ts:1', 'src/tickets/ticket.ts:2'],
  randomness: ['src/tickets/ticket.ts:1', 'src/tickets/ticket.ts:3'],
  engine: ['src/tickets/ticket.ts:1'],
  'outbound-http': ['src/tickets/ticket.ts:1', 'src/tickets/ticket.ts:3'],
  'status-codes': ['src/tickets/ticket.ts:1'],
  'http-framework': ['src/tickets/close-ticket.ts:1', 'src/tickets/close-ticket.ts:3'],
  sql: ['src/tickets/assign-ticket.ts:3'],
};

test('every rule has a case that must fail', () => {
  const rules = [...importRules, ...placeRules].sort();
  assert.deepEqual(Object.keys(expected).sort(), rules);
  assert.deepEqual(readdirSync(fixtures).sort(), rules);
});

for (const rule of importRules) {
  test(`the import rule "${rule}" fires`, async () => {
    assert.deepEqual(placesOf(rule, await findImportViolations(path.join(fixtures, rule))), expected[rule]);
  });
}

for (const rule of placeRules) {
  test(`the rule of one place "${rule}" fires`, () => {
    assert.deepEqual(placesOf(rule, findPlaceViolations(path.join(fixtures, rule))), expected[rule]);
  });
}

test('no room imports the one above it, from the ground to the roof', async (t) => {
  const house = mkdtempSync(path.join(tmpdir(), 'docket-rooms-'));
  t.after(() => rmSync(house, { recursive: true }));
  const doors = roomsFromTheGroundUp.map((room) => `src/${room.endsWith('.ts') ? room : `${room}/index.ts`}`);
  for (const [floor, door] of doors.entries()) {
    const above = doors[floor + 1];
    const specifier = above && path.posix.relative(path.posix.dirname(door), above);
    mkdirSync(path.dirname(path.join(house, door)), { recursive: true });
    writeFileSync(path.join(house, door), above ? `import './${specifier}';\n` : '');
  }
  const found = placesOf('down-only', await findImportViolations(house));
  assert.deepEqual(found, doors.slice(0, -1).sort());
});

test('a tree of which nothing is seen is not called clean', async () => {
  await assert.rejects(findImportViolations(import.meta.dirname));
  assert.throws(() => findPlaceViolations(import.meta.dirname));
});

test('the house itself keeps the rules', async () => {
  assert.deepEqual(await findImportViolations(root), []);
  assert.deepEqual(findPlaceViolations(root), []);
});

function placesOf(rule: string, violations: { rule: string; place: string }[]): string[] {
  return violations
    .filter((violation) => violation.rule === rule)
    .map(({ place }) => place)
    .sort();
}
