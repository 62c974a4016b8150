import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CodeHost } from '../../code-hosts/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { findFalseNow } from './find-false-now.ts';

type ReadBlobs = CodeHost['readBlobs'];

/** A host of a page that links to a file which the head lacks. */
const search = (
  readBlobs: ReadBlobs,
  timeoutMs = 60_000,
  signal = new AbortController().signal,
  { hostKind = 'local' as const, pages = 1 }: { hostKind?: 'local' | 'github'; pages?: number } = {},
) => {
  const host = {
    listFiles: async () =>
      new Map(Array.from({ length: pages }, (_, at) => [`docs/page${at}.md`, `page${at}`])),
    readBlobs,
    links: { issue: () => undefined, pull: () => undefined, commit: () => undefined },
  } as unknown as CodeHost;
  const head = { sha: 'a'.repeat(40), committedAt: '2026-09-21T00:00:00Z' };
  const removed = { kind: 'removed', path: 'docs/x.md', before: 'x', isSubmodule: false } as const;
  const change = { files: [removed], surface: [], notes: [], commits: [] };
  const facts = { defaultBranch: 'main', webUrl: undefined };
  return findFalseNow(
    host,
    { hostKind, repo: { owner: 'acme', name: 'site' }, facts, timeoutMs, head, change },
    signal,
  );
};

const page: ReadBlobs = async (_, ids, __, ___, onBlob) => {
  for (const id of ids) if (id.startsWith('page')) onBlob(id, Buffer.from('See [x](x.md).\n'));
};

/** Waits until it is aborted, as a request does. */
const stuck: ReadBlobs = (_, __, ___, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
  });

test('sentences that are false now are found', async () => {
  const { falseNow, leftOut } = await search(page);
  assert.deepEqual([falseNow.map(({ quote }) => quote), leftOut], [['x.md'], undefined]);
});

test('no more than 400 pages are requested from the API of a code host', async () => {
  let requested = 0;
  const counted: ReadBlobs = (repo, ids, bytesMax, signal, onBlob) => {
    requested += ids.filter((id) => id.startsWith('page')).length;
    return page(repo, ids, bytesMax, signal, onBlob);
  };
  const none = new AbortController().signal;
  const { leftOut } = await search(counted, 60_000, none, { hostKind: 'github', pages: 500 });
  assert.equal(requested, 400);
  assert.match(leftOut ?? '', /^Of 500 pages of documentation, 400 were searched/);
  assert.equal((await search(page, 60_000, none, { pages: 500 })).leftOut, undefined);
});

test('a search that takes too long, or that the host refuses, ends alone and is told', async () => {
  const none = { falseNow: [], mayBeFalse: [] };
  const said = 'The documentation was not searched for sentences that are false now:';
  assert.deepEqual(await search(stuck, 5), { ...none, leftOut: `${said} the search took too long.` });
  assert.deepEqual(await search(stuck, -1), { ...none, leftOut: `${said} the search took too long.` });
  const refused: ReadBlobs = async () => {
    throw new Refusal('RATE_LIMITED', 'GitHub takes no more requests');
  };
  assert.deepEqual(await search(refused), { ...none, leftOut: `${said} GitHub takes no more requests.` });
});

test('a cancelled task and a mistake of the program are no refusals', async () => {
  const cancel = new AbortController();
  const cancelled = search(stuck, 60_000, cancel.signal);
  cancel.abort(new Error('cancelled'));
  await assert.rejects(cancelled, /cancelled/);
  const broken: ReadBlobs = async () => {
    throw new TypeError('broken');
  };
  await assert.rejects(search(broken), /broken/);
});
