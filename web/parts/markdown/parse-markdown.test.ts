import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { threadMs } from '../../../test/support/processor-time.ts';
import { isSafeLink, parseMarkdown } from './parse-markdown.ts';
import { canToggleTasks, toggleTask } from './toggle-task.ts';

const paragraph = (text: string) => {
  const [block] = parseMarkdown(text);
  assert.equal(block?.kind, 'paragraph');
  return block.kind === 'paragraph' ? block.children : [];
};

describe('markdown', () => {
  test('keys of tickets and mentions are found in text, not in code, links or words', () => {
    assert.deepEqual(paragraph('See PAY-12 and @ada.lovelace, thanks'), [
      'See ',
      { kind: 'ticket', key: 'PAY-12' },
      ' and ',
      { kind: 'mention', name: 'ada.lovelace' },
      ', thanks',
    ]);
    assert.deepEqual(paragraph('`PAY-12`'), [{ kind: 'code', text: 'PAY-12' }]);
    for (const text of ['XPAY-12x', 'a/PAY-12', 'PAY-0', 'mail@', 'p@q']) {
      assert.deepEqual(paragraph(text), [text], text);
    }
    assert.deepEqual(paragraph('[PAY-1](/t/PAY-1)'), [
      { kind: 'link', href: '/t/PAY-1', external: false, children: ['PAY-1'] },
    ]);
  });

  test('raw HTML stays text, comments are left out, entities are decoded once', () => {
    assert.deepEqual(paragraph('a <script>alert(1)</script> &amp;lt; &#128640;'), [
      'a ',
      '<script>',
      'alert(1)',
      '</script>',
      ' &lt; 🚀',
    ]);
    assert.deepEqual(parseMarkdown('<img src=x onerror=alert(1)>'), [
      { kind: 'paragraph', children: ['<img src=x onerror=alert(1)>'] },
    ]);
    assert.deepEqual(parseMarkdown('<!-- hidden -->'), []);
  });

  test('only web, mail and own addresses become links', () => {
    for (const href of ['https://a.example', 'HTTP://a.example', 'mailto:a@b.example', '/t/PAY-1', '#top']) {
      assert.ok(isSafeLink(href), href);
    }
    for (const href of [
      'javascript:alert(1)',
      ' javascript:1',
      'data:text/html,x',
      '//evil.example',
      '/\\evil.example',
      'vbscript:x',
      'file:///etc',
      'docs/a.md',
    ]) {
      assert.ok(!isSafeLink(href), href);
    }
    assert.deepEqual(paragraph('[click](javascript:alert(1))'), ['click']);
    assert.deepEqual(paragraph('[click](</\t/host>)'), ['click'], 'browsers drop the tab');
    assert.deepEqual(paragraph('[click](java&#115;cript:alert)'), ['click']);
  });

  test('tables, tasks, strikethrough, line breaks and code with its language are understood', () => {
    const [list, table, code] = parseMarkdown(
      '- [x] one\n- [ ] two\n  - [ ] three\n\n| a | b |\n|---|--:|\n| ~~c~~ | d |\n\n```ts title="x"\nlet a;\n```',
    );
    assert.equal(
      list?.kind === 'list' && list.items.map(({ checked, task }) => `${checked} ${task}`).join(),
      'true 0,false 1',
    );
    assert.deepEqual(table?.kind === 'table' && table.rows[0]?.[0]?.children, [
      { kind: 'deleted', children: ['c'] },
    ]);
    assert.deepEqual(code, { kind: 'code', language: 'ts', text: 'let a;' });
    assert.deepEqual(paragraph('a\nb'), ['a', { kind: 'break' }, 'b']);
  });

  const ranksOf = (text: string) =>
    parseMarkdown(text).map((block) => block.kind === 'heading' && block.rank);

  test('headings never skip a level in the outline', () => {
    assert.deepEqual(ranksOf('### a\n\n# b\n\n#### c\n\n## d'), [1, 1, 2, 2]);
  });

  test('headings of one depth below the same heading have the same rank', () => {
    assert.deepEqual(ranksOf('## a\n\n## b\n\n### c\n\n### d\n\n## e'), [1, 1, 2, 2, 1]);
    assert.deepEqual(ranksOf('# a\n\n### b\n\n### c\n\n## d'), [1, 2, 2, 2]);
  });

  test('a task is ticked in the text where it stands', () => {
    const text = '- [ ] one\n\n```\n- [ ] not a task\n```\n\n> 1. [x] two\n\n* [ ] three';
    assert.ok(canToggleTasks(text, parseMarkdown(text)));
    assert.equal(toggleTask(text, 1, false), text.replace('[x] two', '[ ] two'));
    assert.equal(toggleTask(text, 2, true), text.replace('[ ] three', '[x] three'));
    assert.equal(toggleTask(text, 3, true), undefined);
  });
});

/** Texts that are small to write and costly to parse; without bounds several take minutes. */
const hostile: Record<string, (length: number) => string> = {
  'nested quotes': (length) => '>'.repeat(length),
  'nested lists in one line': (length) => '1. '.repeat(length / 3),
  'nested lists by indentation': (length) =>
    Array.from({ length: Math.floor(Math.sqrt(length)) }, (_, index) => `${' '.repeat(index * 2)}- a`).join(
      '\n',
    ),
  'opening brackets': (length) => '['.repeat(length),
  'opening pictures': (length) => '!['.repeat(length / 2),
  'opening strong': (length) => '__a'.repeat(length / 3),
  'mixed emphasis': (length) => '*_'.repeat(length / 2),
  'half an e-mail address': (length) => `${'a'.repeat(length)}@`,
  backticks: (length) => '` '.repeat(length / 2),
  'angle brackets': (length) => '<'.repeat(length),
  'alternating quotes': (length) => '> a\n>> b\n'.repeat(length / 9),
  'link definitions': (length) => '[a]:b\n'.repeat(length / 6),
  'table cells': (length) => `a|b\n-|-\n${'|a'.repeat(length / 2)}`,
};

describe('hostile markdown', () => {
  for (const [name, make] of Object.entries(hostile)) {
    test(`100 kB of ${name} is parsed with less than two seconds of processor time`, async () => {
      const ms = await threadMs(() => parseMarkdown(make(100_000)));
      assert.ok(ms < 2000, `took ${Math.round(ms)} ms`);
    });
  }
});
