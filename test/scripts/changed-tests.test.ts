import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import test from 'node:test';
import { selectAffected } from '../../scripts/test/changed-tests.ts';

const files = globSync(['{src,packages,sdk,web}/**/*.test.ts', 'test/**/*.test.ts']);
const select = (...changed: string[]) => new Set(selectAffected(files, changed));

test('a change runs the tests that import it, directly or by other files, and no others', () => {
  const affected = select('src/platform/edit-distance.ts');
  for (const file of ['src/platform/edit-distance.test.ts', 'src/search/search-routes.test.ts'])
    assert.ok(affected.has(file), file);
  assert.ok(!affected.has('web/agents/agent-now.test.ts'));
});

test('a change of the web app runs the tests in the browser and no routes', () => {
  const affected = select('web/agents/agent-now.ts');
  for (const file of ['web/agents/agent-now.test.ts', 'test/web/board.test.ts'])
    assert.ok(affected.has(file), file);
  assert.ok(!affected.has('src/search/search-routes.test.ts'));
});

test('a change of the server runs the tests that start it as a program', () => {
  assert.ok(select('src/cli/serve.ts').has('test/cli/listen.test.ts'));
});

test('a change of a document runs the tests that read documents', () => {
  const affected = select('docs/operations/faults.md');
  assert.ok(affected.has('test/scripts/doc-links.test.ts'));
  assert.ok(affected.size < files.length / 4, `${affected.size} files`);
});

test('a change of a file that no test names, such as a migration, runs every test', () => {
  assert.equal(select('migrations/0001-accounts.sql').size, files.length);
});

test('without a change no test runs', () => {
  assert.equal(select().size, 0);
});
