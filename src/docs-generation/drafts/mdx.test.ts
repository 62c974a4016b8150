import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate } from '@mdx-js/mdx';
import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import { type Block, type Page, readSources, writeMdx } from './mdx.ts';

/** Renders to text, and fails where anything but our own few elements comes out. */
async function render(mdx: string): Promise<{ text: string; elements: Set<string>; links: string[] }> {
  const body = mdx.replace(/^---\n[\s\S]*?\n---\n/, '');
  const elements = new Set<string>();
  const links: string[] = [];
  const jsx = (type: unknown, props: { children?: unknown; href?: string }): unknown => {
    if (typeof type === 'function') return type(props);
    if (typeof type === 'string') elements.add(type);
    if (props.href !== undefined) links.push(props.href);
    return props.children ?? null;
  };
  const module = await evaluate(body, {
    Fragment: 'fragment',
    jsx,
    jsxs: jsx,
    remarkPlugins: [remarkGfm],
    baseUrl: 'file:///nowhere/',
  } as unknown as Parameters<typeof evaluate>[1]);
  assert.deepEqual(Object.keys(module), ['default'], 'a text exported something');
  const content = (module.default as (props: object) => unknown)({});
  const flat = (part: unknown): string =>
    Array.isArray(part) ? part.map(flat).join('') : typeof part === 'string' ? part : '';
  return { text: flat(content), elements, links };
}

const page = (...blocks: Block[]): Page => ({ frontMatter: { title: 'T' }, blocks });

declare global {
  var wasRun: boolean | undefined;
}

const hostile = [
  'import "data:text/javascript,globalThis.wasRun=true"',
  'export const x = (globalThis.wasRun = true)',
  'export default () => 1',
  'import x from "y"',
  '{globalThis.wasRun = true}',
  '{/* never closed',
  '*/} {globalThis.wasRun = true} {/*',
  '<script>globalThis.wasRun = true</script>',
  '<Unknown prop={1} />',
  '<img src=x onerror=alert(1)>',
  '<!-- comment -->',
  '[click](javascript:alert(1))',
  '![image](https://example.org/x.png)',
  '[ref]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '---\ntitle: other\n---',
  '# heading',
  '> quote',
  '- item',
  '+ item',
  '1. item',
  '1) item',
  '===',
  '~~~js',
  '```js\ncode\n```',
  '`code` and ``more``',
  'a `{globalThis.wasRun = true}',
  '&lt;b&gt; &#123;x&#125; &nbsp;',
  '\\{globalThis.wasRun = true\\}',
  '\\',
  'a\\',
  '| a | b |',
  'a | b\n--- | ---',
  '*bold* _em_ ~~gone~~ **x**',
  'snake_case_word __init__',
  '$math$ $$x$$',
  ':::note\nx\n:::',
  '[^1]: note',
  '\u0000\u0007\u001b[31m red',
  'line\u2028import "data:text/javascript,globalThis.wasRun=true"',
  '\u202egnp.exe',
  '\ud800 lone',
  '{'.repeat(500),
  '<'.repeat(500),
  '    indented code',
  '\timport x',
  'https://example.org/a_b*c',
  'user@example.org',
  '',
];

/** As the text is read: one line, without what is invisible. */
const seen = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const ours = new Set(['fragment', 'p', 'ul', 'ol', 'li', 'code', 'pre', 'h2', 'strong', 'a']);

async function assertInert(text: string): Promise<void> {
  const sources = [{ path: text || 'x', id: '0123456789abcdef' }];
  const mdx = writeMdx({
    frontMatter: { title: text, description: text },
    blocks: [
      { heading: 2, of: [text || 'x'] },
      { paragraph: [text], sources },
      { paragraph: [{ prose: text }, ' end'] },
      {
        list: [
          { of: [{ prose: text }], sources, blocks: [{ code: text, language: 'ts' }] },
          { of: [{ strong: text || 'x' }] },
        ],
      },
      { list: [{ of: [text, { code: text }, { link: text, of: 'x' }] }], isOrdered: true },
      { code: text, language: 'ts' },
    ],
  });
  globalThis.wasRun = undefined;
  const { elements, links } = await render(mdx).catch((error: unknown) => {
    throw new Error(`${JSON.stringify(text)} does not compile: ${error}\n${mdx}`);
  });
  assert.equal(globalThis.wasRun, undefined, `${JSON.stringify(text)} ran`);
  assert.deepEqual(
    [...elements].filter((name) => !ours.has(name)),
    [],
    `${JSON.stringify(text)} made elements`,
  );
  for (const link of links) assert.match(link, /^(?:https?:\/\/|mailto:)/, JSON.stringify(text));
  assert.deepEqual(readSources(mdx)[0]?.path, (text || 'x').toWellFormed(), 'a source reads back as it was');
  const [, title] = /^---\ntitle: (.*)\n/.exec(mdx) as unknown as [string, string];
  assert.equal(JSON.parse(title), seen(text));
}

test('hostile texts compile, run nothing, and make no element of their own', async () => {
  for (const text of hostile) await assertInert(text);
});

test('a text is rendered as it was written', async () => {
  for (const text of hostile.filter((one) => seen(one) !== '')) {
    const { text: shown } = await render(writeMdx(page({ paragraph: [text] })));
    assert.equal(shown.trim(), seen(text), JSON.stringify(text));
  }
});

test('whatever is thrown together of hostile pieces stays inert', async () => {
  const pieces = fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string(), fc.string({ unit: 'binary' })), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(pieces, (parts) => assertInert(parts.join(''))),
    { seed: 20261115, numRuns: 150 },
  );
});

test('front matter is one line of JSON a field, whatever stands in it', () => {
  const mdx = writeMdx({
    frontMatter: { title: 'a: "b"\n---\nx: y', number: 42, none: undefined },
    blocks: [],
  });
  assert.equal(mdx, '---\ntitle: "a: \\"b\\" --- x: y"\nnumber: 42\n---\n\n\n');
});

test('only http and https become links', async () => {
  const link = async (address: string) =>
    (await render(writeMdx(page({ paragraph: [{ link: address, of: 'x' }] })))).links;
  assert.deepEqual(await link('https://example.org/a)b{c}?d=<e>'), [
    'https://example.org/a%29b%7Bc%7D?d=%3Ce%3E',
  ]);
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', ' javascript:x', 'http://', '//example.org'])
    assert.deepEqual(await link(bad), [], bad);
});
