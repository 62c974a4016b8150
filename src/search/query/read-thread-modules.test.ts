import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { countByFacets } from './count-by-facets.ts';
import { cutSnippets } from './cut-snippets.ts';
import { findTickets } from './find-tickets.ts';
import { listIdsByIndex } from './list-by-index.ts';

const listLoaded = `
  const { parentPort, workerData } = require('node:worker_threads');
  const loaded = [];
  require('node:module').registerHooks({
    load: (url, context, next) => {
      loaded.push(url);
      return next(url, context);
    },
  });
  import(workerData).then(() => parentPort.postMessage(loaded));`;

for (const { name, module } of [findTickets, listIdsByIndex, countByFacets, cutSnippets])
  test(`a read thread loads only the search and the platform for ${name}, not the 500 modules of tickets`, async () => {
    const thread = new Worker(listLoaded, { eval: true, workerData: module });
    const loaded = await new Promise<string[]>((resolve, reject) =>
      thread.once('message', resolve).once('error', reject),
    );
    await thread.terminate();
    const own = loaded.flatMap((url) => /\/src\/(.+)$/.exec(url)?.[1] ?? []);
    assert.ok(own.some((file) => file.startsWith('search/query/')));
    assert.deepEqual(
      own.filter((file) => !/^(?:search|platform)\//.test(file)),
      [],
      'what they know about tickets is passed along in the input',
    );
  });
