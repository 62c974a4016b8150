import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate } from '@mdx-js/mdx';
import fc from 'fast-check';
import remarkGfm from 'remark-gfm';
import { type Block, type Page, readSources, writeMarkdown, writeMdx } from './mdx.ts';

interface Rendered {
  /** The text of each element, in the order in which the elements end; empty for containers. */
  texts: [element: string, text: string][];
  links: string[];
}

/** Compiles and runs a page; fails if it exports anything but its component. */
async function render(mdx: string): Promise<Rendered> {
  const texts: Rendered['texts'] = [];
  const links: string[] = [];
  const jsx = (type: unknown, props: { children?: unknown; href?: string }): unknown => {
    if (typeof type === 'function') return type(props);
    if (props.href !== undefined) links.push(props.href);
    const text = flat(props.children);
    texts.push([String(type), /^(?:pre|ul|ol|li)$/.test(String(type)) ? '' : text.trim()]);
    return text;
  };
  const module = await evaluate(mdx.replace(/^---\n[\s\S]*?\n---\n/, ''), {
    Fragment: 'fragment',
    jsx,
    jsxs: jsx,
    remarkPlugins: [remarkGfm],
    baseUrl: 'file:///nowhere/',
  } as unknown as Parameters<typeof evaluate>[1]);
  assert.deepEqual(Object.keys(module), ['default'], 'a text became an export');
  (module.default as (props: object) => unknown)({});
  return { texts, links };
}

const flat = (part: unknown): string =>
  Array.isArray(part) ? part.map(flat).join('') : typeof part === 'string' ? part : '';

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
  'C #',
  'x ## #',
  'a [#anchor]',
  '`a``{globalThis.wasRun = true}`',
  '``` {globalThis.wasRun = true}',
  'body\n```\n</code>\n\nimport "data:text/javascript,globalThis.wasRun=true"\n```',
  '~~~\n{globalThis.wasRun = true}\n~~~',
  'title"\n---\n\nimport x from "y"\n\n---',
  '&anchor *alias !!js/function "x" <<: *x',
  '%YAML 1.2',
  '? key\n: value',
  "it's # not a comment: \"quoted\" 'twice'",
  'yes',
  '0x1F',
  '2026-01-01',
  '[x](data:text/html,<script>1</script>)',
  '<https://example.org>',
  '[^note] and [^1]: text',
  ':icon[label]{onclick=globalThis.wasRun=true} ::leaf :::container',
  'a:b std::vector 10:30',
  'www.example.org ftp://example.org xmpp:a@b.example',
  '\u061c\u2066hidden\u2069 \u00adsoft \u{e0049}\u{e006e}tags',
  '\ufffe\uffff',
  '\udc00 other half \ud83d',
  '\r\rcarriage',
  'a\u0085b\u00a0c\u3000d',
  '<!--*/}{globalThis.wasRun = true}{/*-->',
  '$'.concat('{globalThis.wasRun = true} `$', '{1}`'),
  '</p></li><script>globalThis.wasRun = true</script>',
  'w'.repeat(10_000),
  '\\'.repeat(1_000),
  '`'.repeat(1_000),
  '*_'.repeat(1_000),
];

/** A text without invisible characters. */
const visible = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    .replace(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')
    .replace(
      /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e007f}]/gu,
      (char) => (char === '\ufffc' || char === '\ufffd' ? char : ''),
    );

/** A text as one line without invisible characters. */
const seen = (text: string) => visible(text).replace(/\s+/g, ' ').trim();

const inFence = (text: string) =>
  text
    .split('\n')
    .map((line) => visible(line).trimEnd())
    .join('\n')
    .trim();

/** Inserts a text in every position of a page, and checks that it renders as itself and runs no code. */
async function assertInert(text: string): Promise<void> {
  const shown = seen(text) || 'x';
  const some = seen(text) === '' ? 'x' : text;
  const sources = [{ path: some, id: some }];
  const mdx = writeMdx({
    frontMatter: { title: text, description: text },
    blocks: [
      { heading: 2, of: [some] },
      { paragraph: [some], sources },
      { list: [{ of: [{ prose: some }], sources, blocks: [{ code: some, language: 'ts' }] }] },
      { list: [{ of: [{ strong: some }, ' ', { code: some }, { code: some }] }], isOrdered: true },
      { paragraph: [{ link: some, of: some }] },
      { code: some, language: 'ts' },
    ],
  });
  globalThis.wasRun = undefined;
  const name = JSON.stringify(text).slice(0, 200);
  const { texts, links } = await render(mdx).catch((error: unknown) => {
    throw new Error(`${name} does not compile: ${error}\n${mdx}`);
  });
  assert.equal(globalThis.wasRun, undefined, `${name} ran`);
  const fence = ['code', inFence(some)];
  const code = ['code', visible(some).trim()];
  assert.deepEqual(
    texts.filter(([element]) => element !== 'fragment' && element !== 'a'),
    [
      ...[
        ['h2', shown],
        ['p', shown],
      ],
      ...[['p', shown], fence, ['pre', ''], ['li', ''], ['ul', '']],
      ...[['strong', shown], code, code, ['li', ''], ['ol', '']],
      ...[['p', shown], fence, ['pre', '']],
    ],
    name,
  );
  // GFM links bare URLs; those links must lead to the text that they show.
  for (const address of links) assert.match(address, /^(?:https?:\/\/|mailto:|xmpp:)/, name);
  for (const [element, words] of texts) assert.ok(element !== 'a' || shown.includes(words), name);
  assert.equal(readSources(mdx)[0]?.path, some.toWellFormed(), 'a source path survives a round trip');
  const [, title] = /^---\ntitle: (.*)\n/.exec(mdx) as unknown as [string, string];
  assert.equal(JSON.parse(title), seen(text));
}

test('hostile text renders as itself and runs no code in every position of a page', async () => {
  assert.ok(hostile.length > 80);
  for (const text of hostile) await assertInert(text);
});

test('random combinations of hostile texts stay inert', async () => {
  // The unit "binary" of fast-check would first build a list of all of Unicode, without lone surrogates.
  const unit = fc
    .oneof(fc.nat({ max: 0xffff }), fc.nat({ max: 0x10ffff }))
    .map((at) => String.fromCodePoint(at));
  const pieces = fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string(), fc.string({ unit })), {
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(pieces, (parts) => assertInert(parts.join(''))),
    { seed: 20261115, numRuns: 60 },
  );
});

test('each front matter field is one line of JSON, whatever it contains', () => {
  const mdx = writeMdx({
    frontMatter: { title: 'a: "b"\n---\nx: y', number: 42, none: undefined },
    blocks: [],
  });
  assert.equal(mdx, '---\ntitle: "a: \\"b\\" --- x: y"\nnumber: 42\n---\n\n\n');
});

test('only http and https URLs become links', async () => {
  const link = async (address: string) =>
    (await render(writeMdx(page({ paragraph: [{ link: address, of: 'x' }] })))).links;
  assert.deepEqual(await link('https://example.org/a)b{c}?d=<e>'), [
    'https://example.org/a%29b%7Bc%7D?d=%3Ce%3E',
  ]);
  for (const bad of ['javascript:alert(1)', 'data:text/html,x', ' javascript:x', 'http://', '//example.org'])
    assert.deepEqual(await link(bad), [], bad);
});

test('Markdown for a code host mentions nobody, refers to nothing, orders nothing and has no sources', () => {
  const sources = [{ path: 'a.ts', id: '1'.repeat(40) }];
  const text = '/close @mona, acme/app#12, !7 <b> ![x](y) `@ada`';
  assert.equal(
    writeMarkdown([
      { paragraph: [text], sources },
      { list: [{ of: [{ prose: text }, { code: '@mona #12' }], sources }] },
      { paragraph: [{ link: 'https://example.org/a#L3', of: 'a.ts:3' }] },
    ]),
    [
      '\\/close @&#8203;mona, acme/app#&#8203;12, !&#8203;7 \\<b\\> !\\[x\\](y) \\`\\@&#8203;ada\\`',
      '- \\/close @&#8203;mona, acme/app#&#8203;12, !&#8203;7 \\<b\\> !\\[x\\](y) \\`\\@&#8203;ada\\` `@mona #12`',
      '[a.ts:3](https://example.org/a#L3)',
      '',
    ]
      .join('\n\n')
      .replace(/\n\n$/, '\n'),
  );
});
