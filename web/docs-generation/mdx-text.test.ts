import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { writePersonText } from '../../packages/docs-drafts/index.ts';
import { toMarkdown, toTypedText } from './mdx-text.ts';

const shown = (...lines: string[]) =>
  toMarkdown(lines.join('\n'))
    .split('\n')
    .filter((line) => line !== '');

test('a callout is shown as a quote below its title, with lists and code in it', () => {
  assert.deepEqual(
    shown(
      '<Callout type="warn" title="Careful">',
      '  Run `<Move>` first.',
      '',
      '  - one',
      '',
      '  ```ts',
      "  import { a } from './a';",
      '  ```',
      '</Callout>',
      'After it.',
    ),
    [
      '> **Careful**',
      '>',
      '> Run `<Move>` first.',
      '>',
      '> - one',
      '>',
      '> ```ts',
      "> import { a } from './a';",
      '> ```',
      'After it.',
    ],
  );
  assert.deepEqual(shown('<Note>Short.</Note>'), ['> **Note**', '>', '> Short.']);
  assert.deepEqual(shown(':::tip Faster', 'Do less.', ':::'), ['> **Faster**', '>', '> Do less.']);
});

test('of other components the content stays, and an empty one is named', () => {
  assert.deepEqual(
    shown('<Tabs>', '  <Tab value="npm">', '    Run `npm ci`.', '  </Tab>', '</Tabs>', '<Chart of={all} />'),
    ['**Npm**', 'Run `npm ci`.', '`<Chart of={all} />`'],
  );
  assert.deepEqual(shown('Press <Kbd>K</Kbd>, not \\<Kbd\\> or `<Kbd>`.'), [
    'Press K, not \\<Kbd\\> or `<Kbd>`.',
  ]);
});

test('a sentence that nobody changed is written again as it was', () => {
  const pieces = ['`', '``', 'a', 'b ', '\\', '*', '**', '[', '](https://a.b/c)', ']', '{', '<', '_'];
  const more = ['import ', '&', '&#105;', '!', ':', '.', '1.', '-', '#', '(', ')', '~', '|'];
  const text = fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 12 });
  fc.assert(
    fc.property(text, (parts) => {
      const written = writePersonText(parts.join(''));
      assert.equal(writePersonText(toTypedText(written)), written);
    }),
    { numRuns: 3_000 },
  );
  assert.equal(
    toTypedText('Search \\{finds\\} `a\\{b`, \\*not\\* \\<c\\>'),
    'Search {finds} `a\\{b`, \\*not\\* <c>',
  );
});
