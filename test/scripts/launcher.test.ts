import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';

const launcher = path.resolve(import.meta.dirname, '../../bin/docket.js');

test('an older Node is told in one sentence what to do instead', () => {
  const pretend = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'20.20.2'}})`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--import', pretend, launcher], {
    encoding: 'utf8',
  });
  assert.equal(status, 78);
  assert.equal(stdout, '');
  assert.match(stderr, /^Docket needs Node 26 and this is 20\.20\.2: .*npm start.*\n$/);
});
