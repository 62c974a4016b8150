import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growthOf } from '../../../test/support/growth.ts';
import { matchMentions, mentionsMax, parseMentions } from './mention.ts';

const named = (...texts: string[]) => parseMentions(texts.join('\n'));

test('a mention is a name after an @ at the start of a word', () => {
  assert.deepEqual(named('@ada, could (@Ben) look? @李明! @ada'), ['ada', 'ben', '李明']);
  assert.deepEqual(named('@ada@example.org and @o.connor-smith+x'), ['ada@example.org', 'o.connor-smith+x']);
  assert.deepEqual(named('mail ada@example.org, see a/@b and \\@carl and @@dan and @ and @-x'), []);
});

test('text inside Markdown code mentions nobody', () => {
  assert.deepEqual(named('`@ada` ``x ` @ben`` @carl'), ['carl']);
  assert.deepEqual(named('`never closed @ada', '', 'and `@ben`'), ['ada']);
  assert.deepEqual(named('\\`@ada\\` `\\` @ben'), ['ada', 'ben']);
  assert.deepEqual(named('```js', '@ada', '```', '@ben', '~~~~', '@carl', '~~~', '@carl', '~~~~', '@dan'), [
    'ben',
    'dan',
  ]);
  assert.deepEqual(named('- ```', '  @ada', '  ```', '> ```', '> @ben', '> ```', '@carl'), ['carl']);
  assert.deepEqual(named('@ada', '', '    @ben', '', 'text', '    @carl'), ['ada', 'carl']);
  assert.deepEqual(
    named('- item', '', '    @ada'),
    ['ada'],
    'the second paragraph of a list item is no code',
  );
  assert.deepEqual(named('```', '@ada never ends'), []);
});

test('a text mentions at most 50 people', () => {
  assert.equal(named(Array.from({ length: 80 }, (_, i) => `@p${i}`).join(' ')).length, mentionsMax);
});

test('parsing mentions takes linear time, even for hostile text', () => {
  const hostile = ['` '.repeat(50_000), ' '.repeat(100_000), '@a.'.repeat(33_000), '>'.repeat(100_000)];
  for (const text of hostile) assert.ok(parseMentions(`${text} @ada`).length <= mentionsMax);
});

test('a mention matches one user by e-mail address, by its local part or by name, and nobody if it is ambiguous', () => {
  const people = [
    { id: '1', name: 'Ada Lovelace', email: 'ada@example.org' },
    { id: '2', name: 'Ada', email: 'countess@example.org' },
    { id: '3', name: 'Ben', email: 'b@example.org' },
    { id: '4', name: 'ben', email: 'ben2@example.org' },
    { id: '5', name: 'Éva Nagy', email: 'eva@example.org' },
  ];
  const meant = (...names: string[]) => matchMentions(names, people).map(({ id }) => id);
  assert.deepEqual(meant('ada'), ['1'], 'an e-mail match precedes a name match');
  assert.deepEqual(meant('adalovelace', 'countess@example.org', 'évanagy.'), ['1', '2', '5']);
  assert.deepEqual(meant('ben', 'nobody'), []);
  assert.deepEqual(meant('b', 'ben2', 'ben2@example.org'), ['3', '4']);
});

test('a mention longer than an e-mail address names nobody and is matched in linear time', async () => {
  assert.deepEqual(parseMentions(`@a${'.'.repeat(320)}`), []);
  const people = [{ id: '1', name: 'Ada', email: 'ada@example.org' }];
  const mention = (size: number) => matchMentions(parseMentions(`@a${'.'.repeat(size)}b`), people);
  assert.ok((await growthOf(mention, 20_000)) < 3);
});
