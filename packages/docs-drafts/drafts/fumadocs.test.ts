import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { evaluate } from '@mdx-js/mdx';
import { frontmatter } from 'fumadocs-core/content/md/frontmatter';
import { mdxPreset } from 'fumadocs-core/content/mdx/preset-bundler';
import { pageSchema } from 'fumadocs-core/source/schema';
import type { ChangeAnalysis } from '../analysis/analyze-change.ts';
import { parseCommitMessage } from '../analysis/commit-message.ts';
import type { SurfaceChange } from '../analysis/surface-change.ts';
import { draftDocs } from './draft-docs.ts';
import { writeMdx } from './mdx.ts';

declare global {
  var wasRunByFumadocs: boolean | undefined;
}

/** Compiles a page as Fumadocs does, with its front matter schema and plugins, but without syntax highlighting. */
async function readAsFumadocs(mdx: string) {
  const { data, content } = frontmatter(mdx);
  const page = pageSchema.parse(data);
  const preset = await mdxPreset({ rehypeCodeOptions: false, remarkImageOptions: false });
  const elements = new Set<string>();
  const jsx = (type: unknown, props: { children?: unknown }): unknown => {
    if (typeof type === 'function') return type(props);
    elements.add(String(type));
    return flat(props.children);
  };
  const module = (await evaluate(content, {
    ...preset,
    ...{ Fragment: 'fragment', jsx, jsxs: jsx, baseUrl: 'file:///nowhere/' },
  } as unknown as Parameters<typeof evaluate>[1])) as unknown as {
    default: (props: object) => unknown;
    toc: { title: unknown }[];
    structuredData: { headings: { content: string }[] };
  };
  const text = flat(module.default({}));
  return { page, data: data as Record<string, unknown>, module, text, elements };
}

const flat = (part: unknown): string =>
  Array.isArray(part) ? part.map(flat).join('') : typeof part === 'string' ? part : '';

const allowedElements = ['fragment', 'p', 'ul', 'ol', 'li', 'code', 'pre', 'h2', 'h3', 'strong', 'a'];

test('Fumadocs accepts the examples in docs', async () => {
  const folder = path.resolve(import.meta.dirname, '../../../docs/examples');
  const files = globSync('content/docs/**/*.mdx', { cwd: folder });
  assert.equal(files.length, 3);
  for (const file of files) {
    const { page, data, module, elements } = await readAsFumadocs(
      readFileSync(path.join(folder, file), 'utf8'),
    );
    assert.match(page.title, /docket\/docket/);
    assert.deepEqual(
      [typeof page.description, typeof data.date, typeof data.headCommit],
      ['string', 'string', 'string'],
    );
    assert.ok(module.toc.length > 0 && module.structuredData.headings.length === module.toc.length, file);
    assert.deepEqual(Object.keys(module).sort(), ['default', 'structuredData', 'toc']);
    assert.deepEqual(
      [...elements].filter((name) => !allowedElements.includes(name)),
      [],
      file,
    );
  }
});

const hostile = [
  'import "data:text/javascript,globalThis.wasRunByFumadocs=true"',
  'export const x = (globalThis.wasRunByFumadocs = true)',
  '{globalThis.wasRunByFumadocs = true}',
  '<script>globalThis.wasRunByFumadocs = true</script>',
  '*/}{globalThis.wasRunByFumadocs = true}{/*',
  '```npm\nnpm i x\n```',
  '```ts tab="x"\n1\n```',
  ':::note\nx\n:::',
  '[!code highlight]',
  '![x](https://example.org/x.png)',
  'title: x\n---\n# y [#top]',
  '!!js/function "x" &a *a <<: *a',
  '\u0000\u2028\ud800',
];

test('Fumadocs shows hostile text of commits, files, tickets and pull requests as inert text', async () => {
  for (const text of hostile) {
    const line = text.replaceAll('\n', ' ');
    const sources = [{ path: text, id: text }];
    const messages = [
      `feat(${line.replace(/[()]/g, '')}): ${line}`,
      `${line}`,
      `fix!: x\n\nBREAKING CHANGE: ${text}`,
    ];
    const surface = (
      ['export', 'route', 'config', 'flag', 'schema', 'dependency', 'operation'] as const
    ).flatMap((area) =>
      (['added', 'removed', 'changed', 'deprecated'] as const).map(
        (kind): SurfaceChange => ({
          ...{ area, change: kind, name: text, path: text, before: text, after: `${text} more`, sources },
          ...{ isBreaking: kind === 'removed', isInternal: false, reason: text },
          grade: kind === 'removed' ? 'breaks' : kind === 'changed' ? 'may break' : 'changed',
        }),
      ),
    );
    const change: ChangeAnalysis = {
      mergeBase: undefined,
      commits: messages.map((message, index) => ({
        ...parseCommitMessage(message),
        ...{ sha: `${index}`.repeat(40), isMerge: false, author: text, touchesProduct: true, sources },
        ...{ touchesTests: false, touchesManifest: true, touchesChangelog: false, details: [text] },
      })),
      files: [
        { kind: 'renamed', path: text, previousPath: text, before: text, after: text, isSubmodule: false },
        { kind: 'added', path: text, isSubmodule: true },
      ],
      surface,
      notes: [
        {
          ...{ section: text, type: undefined, scope: line, text: line, isBreaking: true, numbers: [] },
          ...{ securityIds: [], source: { path: text, id: text } },
        },
      ],
      unread: 1,
      tooDeep: ['src/deep.ts'],
      unreadPulls: 2,
      commitsCount: 4,
    };
    const pages = draftDocs(
      {
        repo: 'acme/site',
        base: { ref: text, sha: text },
        head: { ref: text, sha: text, committedAt: '2026-11-01T00:00:00Z' },
        change,
        ticket: { key: text, title: text, url: text },
        pull: { number: 7, title: text, url: text },
        tickets: {},
        links: { issue: text, pull: text, commit: text },
      },
      'both',
    );
    for (const { page } of pages) {
      globalThis.wasRunByFumadocs = undefined;
      const mdx = writeMdx(page);
      const read = await readAsFumadocs(mdx).catch((error: unknown) => {
        throw new Error(`${JSON.stringify(text)}: ${error}\n${mdx}`);
      });
      assert.equal(globalThis.wasRunByFumadocs, undefined, `${JSON.stringify(text)} ran`);
      assert.deepEqual(Object.keys(read.module).sort(), ['default', 'structuredData', 'toc']);
      assert.deepEqual(
        [...read.elements].filter((name) => !allowedElements.includes(name)),
        [],
        JSON.stringify(text),
      );
      assert.deepEqual(Object.keys(read.data), Object.keys(page.frontMatter), 'exactly the expected fields');
      assert.equal(read.data.generator, 'docket');
      const lettersOf = (value: string) => value.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
      assert.ok(
        lettersOf(read.text).includes(lettersOf(line.toWellFormed())),
        `${JSON.stringify(text)} is missing`,
      );
    }
  }
});

test('the Fumadocs check rejects a page without a title or with invalid markup', async () => {
  await assert.rejects(readAsFumadocs('---\ndescription: "x"\n---\n\nwords\n'), /title/);
  await assert.rejects(readAsFumadocs('---\ntitle: "x"\n---\n\n{words\n'), /acorn|expression/i);
});
