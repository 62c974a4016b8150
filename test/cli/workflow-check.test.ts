import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { docket, newFolder } from './docket.ts';

test('docket workflow check names each problem with its line without a server, and exits with 1', async () => {
  const file = path.join(newFolder(), 'WORKFLOW.md');
  writeFileSync(file, '---\nstart:\n  - status: tod\n---\nFix {{ ticket.titel }}\n');
  const wrong = await docket(['workflow', 'check', file], {});
  assert.deepEqual(wrong, {
    code: 1,
    stdout: `${file}:3:13: status cannot be "tod". Write todo.\n${file}:5:5: There is no field "ticket.titel". Write ticket.title.\n`,
    stderr: '',
  });
  const asJson = await docket(['workflow', 'check', file, '--json'], {});
  const { valid, problems } = JSON.parse(asJson.stdout);
  assert.deepEqual(
    [asJson.code, valid, problems[0]],
    [1, false, { line: 3, column: 13, message: 'status cannot be "tod"', instead: 'todo' }],
  );

  writeFileSync(file, '---\nstart: [todo]\n---\nFix {{ ticket.title }}\n');
  const right = await docket(['workflow', 'check', file], {});
  assert.deepEqual([right.code, right.stderr], [0, '']);
  assert.match(right.stdout, /valid: 1 start rule, .* a template of 22 characters/);
  assert.equal(JSON.parse((await docket(['workflow', 'check', file, '--json'], {})).stdout).valid, true);
  assert.equal((await docket(['workflow', 'check', `${file}.none`], {})).code, 2);
});
