import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { newFolder, startDocket } from './docket.ts';

test('a server that crashes ends with 1, and its last words are a line of its JSON log', async () => {
  const crashOnSignal = 'process.on("SIGUSR2",()=>{throw new Error("unforeseen")})';
  const child = startDocket(['serve'], {
    DATA_DIR: newFolder(),
    PORT: '0',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crashOnSignal)}`,
  });
  assert.ok(child.stdout && child.stderr);
  const log = text(child.stderr);
  await once(child.stdout, 'data');
  child.kill('SIGUSR2');
  const [code] = await once(child, 'exit');
  assert.equal(code, 1);
  const lines = (await log).trim().split('\n');
  const last = JSON.parse(lines.at(-1) ?? '') as { level: number; msg: string; err: { stack: string } };
  assert.equal(last.level, 60);
  assert.match(last.err.stack, /unforeseen\n\s+at /);
});
