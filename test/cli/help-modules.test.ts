import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';

const listLoaded = `
  const { parentPort, workerData } = require('node:worker_threads');
  const loaded = [];
  require('node:module').registerHooks({
    load: (url, context, next) => {
      if (!url.startsWith('node:')) loaded.push(url.slice(workerData.length));
      return next(url, context);
    },
  });
  (async () => {
    await import(workerData + 'src/cli/run.ts');
    await import(workerData + 'src/cli/help.ts');
    const { commands } = await import(workerData + 'src/cli/commands.ts');
    for (const { load } of Object.values(commands)) await load();
    parentPort.postMessage(loaded);
  })();`;

const { wordLists } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  wordLists: string;
};
const light = [
  /^(?:package\.json$|sdk\/|src\/cli\/|packages\/docs-drafts\/)/,
  /^src\/platform\/(?:(?:tar|process-limits)\/)?[^/]+\.ts$/,
  new RegExp(wordLists),
];
/** All commands together. One that loaded the server would add 1,300. */
const loadedMax = 260;

test('the help of a command loads neither the server nor a module of the domain', async () => {
  const thread = new Worker(listLoaded, {
    eval: true,
    workerData: new URL('../../', import.meta.url).href,
  });
  const loaded = await new Promise<string[]>((resolve, reject) =>
    thread.once('message', resolve).once('error', reject),
  );
  await thread.terminate();
  assert.ok(loaded.includes('src/cli/user-list.ts'));
  assert.deepEqual(
    loaded.filter((file) => !light.some((pattern) => pattern.test(file))),
    [],
    'import them in the function that runs the command, not at the top of its file',
  );
  assert.ok(loaded.length <= loadedMax, `${loaded.length} modules`);
});
