import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hueOf, initialsOf, isOwnPicture } from './display/initials.ts';
import { findRefusal, sentenceOf } from './forms/refusal.ts';
import { keyText } from './keys/key-text.ts';
import { matchOptions } from './popups/picker-match.ts';

test('initials are those of the first and the last word', () => {
  assert.equal(initialsOf('Ada Lovelace'), 'AL');
  assert.equal(initialsOf('grace brewster hopper'), 'GH');
  assert.equal(initialsOf('Plato'), 'P');
  assert.equal(initialsOf('  '), '?');
  assert.equal(initialsOf('🦊 fox'), '🦊F');
});

test('hues are stable and all eight are used', () => {
  assert.equal(hueOf('0190b5c2-0000-7000-8000-000000000001'), hueOf('0190b5c2-0000-7000-8000-000000000001'));
  const used = new Set(Array.from({ length: 200 }, (_, index) => hueOf(`person-${index}`)));
  assert.equal(used.size, 8);
});

test('only pictures of the same host are shown', () => {
  const origin = 'https://docket.example';
  assert.ok(isOwnPicture('/api/pictures/1', origin));
  assert.ok(isOwnPicture('https://docket.example/a.png', origin));
  for (const address of [
    'https://elsewhere.example/a.png',
    '//elsewhere.example/a.png',
    'data:image/png;base64,x',
    'javascript:1',
  ]) {
    assert.ok(!isOwnPicture(address, origin), address);
  }
});

test('keys are written as the system names them', () => {
  assert.deepEqual(keyText('Mod+k', true), ['⌘', 'K']);
  assert.deepEqual(keyText('Mod+k', false), ['Ctrl', 'K']);
  assert.deepEqual(keyText('g b', false), ['G', 'B']);
  assert.deepEqual(keyText('Shift+ArrowRight', false), ['⇧', '→']);
  assert.deepEqual(keyText('+', false), ['+']);
});

test('options are found by every word, without accents, best first', () => {
  const options = [
    { label: 'Backlog' },
    { label: 'Jürgen Weiß', keywords: 'jw@example.org' },
    { label: 'Ann Back' },
    { label: 'Throwback' },
  ];
  const found = (text: string) => matchOptions(options, text).map(({ label }) => label);
  assert.deepEqual(found('back'), ['Backlog', 'Ann Back', 'Throwback']);
  assert.deepEqual(found('jurgen'), ['Jürgen Weiß']);
  assert.deepEqual(found('example weiß'), ['Jürgen Weiß']);
  assert.deepEqual(found('x y'), []);
  assert.equal(matchOptions(options, ' '), options);
});

test('a refusal is recognised by its shape, anything else is a failure or a lost connection', () => {
  const error = Object.assign(new Error('The key is taken.'), {
    status: 409,
    code: 'conflict',
    details: { key: ['The key is taken.'] },
    requestId: 'r1',
  });
  assert.deepEqual(findRefusal(error)?.details, { key: ['The key is taken.'] });
  assert.equal(sentenceOf(error), 'The key is taken.');
  assert.match(sentenceOf(new TypeError('Failed to fetch')), /could not be reached/);
  assert.match(sentenceOf(Object.assign(new Error('x'), { status: 503, code: 'unavailable' })), /server/);
  assert.match(sentenceOf('nonsense'), /went wrong/);
  assert.equal(
    findRefusal({ message: 'x', status: 400, code: 'y', details: { a: 'b' } })?.details,
    undefined,
  );
});
