import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { falseSentences, foundSentences, saidFalse } from './false-sentences.support.ts';
import { readQuotes } from './read-quotes.ts';

const cli = { 'package.json': '{"name":"acme"}', 'src/cli.js': "program.option('--max-age <n>');\n" };
const cliGone = { 'package.json': '{"name":"acme"}', 'src/cli.js': 'const x = 1;\n' };
const sentence = 'Set `--max-age 5`.';
const found = async (text: string, path = 'use.md') =>
  saidFalse({ ...cli, [path]: text }, { ...cliGone, [path]: text });

// Loads the parsers, which is not part of the measured time.
before(() => found(sentence));

const long = 200_000;
const hostile: [title: string, text: string][] = [
  ['nested quotes', `${'> '.repeat(long)}x`],
  ['nested lists', Array.from({ length: 900 }, (_, depth) => `${' '.repeat(depth)}- x`).join('\n')],
  ['open brackets', '['.repeat(long)],
  ['open links', '[x]('.repeat(long / 4)],
  ['open code spans', Array.from({ length: 900 }, (_, length) => '`'.repeat(length + 1)).join(' ')],
  ['backticks without end', '`'.repeat(long)],
  ['emphasis', '*a_'.repeat(long / 3)],
  ['open HTML comments', '<!--'.repeat(long / 4)],
  ['tags', '<code>'.repeat(long / 6)],
  ['nested MDX expressions', `{${'{('.repeat(long / 2)}`],
  ['table cells', '|'.repeat(long)],
  ['dashes', '--'.repeat(long / 2)],
  ['short dashes', `\`${'--a '.repeat(900)}\`\n`.repeat(50)],
  ['slashes', `\`${'/a'.repeat(1_900)}\`\n`.repeat(50)],
  ['dots', `\`${'a.'.repeat(1_900)}\`\n`.repeat(50)],
  ['control characters', '\0\u0007\u202e'.repeat(20_000)],
];

for (const [title, text] of hostile)
  test(`a page of ${title} is read in less than two seconds`, async () => {
    const startedAt = performance.now();
    await found(`${text}\n\n`);
    assert.ok(performance.now() - startedAt < 2_000);
  });

for (const [title, text] of hostile.filter(
  ([name]) => !name.includes('comments') && !name.includes('control'),
))
  test(`a sentence below ${title} is still found`, async () => {
    assert.equal((await found(`${text}\n\n${sentence}\n`)).length, 1);
  });

test('an unclosed fence quotes nothing and hides what stands in it', async () => {
  assert.deepEqual(await found(`\`\`\`sh\nacme --max-age 5\n\n${sentence}\n`), []);
});

test('a fence of tildes or of more backticks ends where its own mark stands', async () => {
  assert.deepEqual(await found(`~~~~sh\n\`\`\`\n~~~\nacme --max-age 5\n~~~~\n`), [
    'flag --max-age in use.md:4, was src/cli.js:1',
  ]);
});

test('MDX with imports, expressions and components is read', async () => {
  const text = `import { A } from './a'\n\n<Tabs items={['a', "b"]}>\n  {list.map((one) => <A key={one} />)}\n\n${sentence}\n\n</Tabs>\n`;
  assert.deepEqual(await found(text, 'use.mdx'), ['flag --max-age in use.mdx:6, was src/cli.js:1']);
});

for (const [name, end] of [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
] as const)
  test(`lines that end with ${name} are counted and read alike`, async () => {
    const text = [
      '---',
      'title: x',
      '---',
      '',
      '# Use',
      '',
      sentence,
      '',
      '```sh',
      'acme --max-age 5',
      '```',
      '',
    ].join(end);
    assert.deepEqual(await found(text), [
      'flag --max-age in use.md:7, was src/cli.js:1',
      'flag --max-age in use.md:10, was src/cli.js:1',
    ]);
  });

test('a line that is too long is left out and the others are read', () => {
  const quotes = readQuotes(`${'x '.repeat(5_000)}\`a\`\n\n\`b\`\n`);
  assert.deepEqual(
    quotes.filter(({ form }) => form === 'span').map(({ text, line }) => `${text} ${line}`),
    ['b 3'],
  );
});

test('limits bound the pages, their sizes and the findings; the first in the order of paths stay', async () => {
  const pages = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.md`, `${sentence}\n`]));
  const check = async (limits: object) =>
    (await falseSentences({ ...cli, ...pages }, { ...cliGone, ...pages }, limits)).map(({ file }) => file);
  assert.deepEqual(await check({}), ['a.md', 'b.md', 'c.md']);
  assert.deepEqual(await check({ pagesMax: 2 }), ['a.md', 'b.md']);
  assert.deepEqual(await check({ pagesBytesMax: sentence.length + 1 }), ['a.md']);
  assert.deepEqual(await check({ pageBytesMax: 5 }), []);
  assert.deepEqual(await check({ findingsMax: 1 }), ['a.md']);
  // Without a search of all sources nothing is certain.
  assert.deepEqual(await check({ sourcesMax: 1 }), []);
  assert.deepEqual(await check({ sourcesBytesMax: 10 }), []);
});

test('what the limits left out is told', async () => {
  const pages = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.md`, `${sentence}\n`]));
  const told = async (limits: object) =>
    (await foundSentences({ ...cli, ...pages }, { ...cliGone, ...pages }, limits)).leftOut;
  assert.equal(await told({}), undefined);
  assert.match((await told({ pagesMax: 2 })) ?? '', /^Of 3 pages of documentation, 2 were searched/);
  assert.match((await told({ pageBytesMax: 5 })) ?? '', /^Of 3 pages of documentation, 0 were searched/);
  assert.match((await told({ sourcesMax: 1 })) ?? '', /^The sources are too large to search/);
});

test('a pattern of .gitignore with many wildcards is compared in less than a second', async () => {
  const folder = 'a'.repeat(200);
  const hostileIgnore = { '.gitignore': `${'*a'.repeat(90)}b\n`.repeat(300) };
  const before = { ...hostileIgnore, [`docs/${folder}/x.js`]: 'x\n', 'use.md': `[x](docs/${folder}/x.js)\n` };
  const now = { ...hostileIgnore, 'use.md': before['use.md'] as string };
  const startedAt = performance.now();
  assert.equal((await falseSentences(before, now)).length, 1);
  assert.ok(performance.now() - startedAt < 1_000);
});
