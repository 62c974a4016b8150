import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { compile } from '@mdx-js/mdx';
import { docsSettings } from '../composition/docs-settings.ts';
import { readConfig } from '../config/index.ts';
import { draftWithoutAccount } from './index.ts';

const root = path.resolve(import.meta.dirname, '../..');
const examples = path.join(root, 'docs/examples');
const range = {
  base: '8f1920b3a03b',
  head: 'c8bea1552432',
};

test('the examples in docs compile and equal the drafts from the history of Docket', async (t) => {
  const pages = globSync('content/**/*.mdx', { cwd: examples }).sort();
  assert.equal(pages.length, 3);
  for (const page of pages) {
    const text = readFileSync(path.join(examples, page), 'utf8');
    assert.doesNotMatch(text, /\/(?:tmp|home|work|Users)\//);
    await compile(text.replace(/^---\n[\s\S]*?\n---\n/, ''));
  }

  const folder = mkdtempSync(path.join(tmpdir(), 'docket-golden-'));
  try {
    const clone = path.join(folder, 'docket/docket.git');
    spawnSync('git', ['clone', '--quiet', '--bare', '--shared', root, clone]);
    const isWhole =
      spawnSync('git', ['--git-dir', clone, 'rev-list', `${range.base}..${range.head}`]).status === 0;
    if (!isWhole) return t.diagnostic('this checkout lacks the history, so the examples were only compiled');
    const settings = docsSettings(readConfig({ LOCAL_REPOSITORIES: folder, PATH: process.env.PATH }));
    const request = {
      repo: 'docket/docket',
      ...range,
      audience: 'both' as const,
      ticketId: undefined,
      prNumber: undefined,
    };
    const { docs } = await draftWithoutAccount(settings, request, () => {});
    for (const { path: page, content } of docs)
      assert.equal(
        content,
        readFileSync(path.join(examples, page), 'utf8'),
        `${page} differs from the current draft`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
