import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Edit } from '../../../packages/text-edits/index.ts';
import { changeBetween, TextModel, transformChanges } from './text-model.ts';

/** Repeatable numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const pieces = ['a', 'b', ' ', '\n', '**', '`', '- ', '# ', '|', 'ä', '😀', '[x](y)'];
const applyChange = (text: string, { from, to, insert }: Edit) =>
  text.slice(0, from) + insert + text.slice(to);

function randomText(random: () => number, length: number): string {
  return Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
}

function randomChange(random: () => number, text: string): Edit {
  const from = Math.floor(random() * (text.length + 1));
  const to = Math.min(text.length, from + (random() < 0.5 ? 0 : Math.floor(random() * 6)));
  return { from, to, insert: random() < 0.3 ? '' : randomText(random, 1 + Math.floor(random() * 3)) };
}

test('an edit is the same as the operation on the string, and undo and redo go through every state', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomFrom(seed);
    const model = new TextModel(randomText(random, 12));
    const states = [model.text];
    for (let step = 0; step < 8; step++) {
      const change = randomChange(random, model.text);
      const expected = applyChange(model.text, change);
      model.edit(change);
      assert.equal(model.text, expected);
      if (change.from !== change.to || change.insert !== '') states.push(expected);
    }
    const last = states.length - 1;
    for (let at = last - 1; at >= 0; at--) {
      assert.equal(model.undo(), true);
      assert.equal(model.text, states[at], `seed ${seed}`);
    }
    assert.equal(model.undo(), false);
    for (let at = 1; at <= last; at++) {
      assert.equal(model.redo(), true);
      assert.equal(model.text, states[at]);
    }
  }
});

test('typing without a pause is one step of undo, a pause or another place begins the next', () => {
  let now = 0;
  const model = new TextModel('', () => now);
  const type = (text: string) => {
    for (const letter of text) {
      const at = model.end;
      model.edit(
        { from: at, to: at, insert: letter },
        { isTyping: true, selection: { anchor: at + 1, head: at + 1 } },
      );
      now += 10;
    }
  };
  type('hello');
  now += 5000;
  type(' world');
  model.select(0);
  type('> ');
  assert.equal(model.text, '> hello world');
  assert.ok(model.undo());
  assert.equal(model.text, 'hello world');
  assert.deepEqual(model.selection, { anchor: 0, head: 0 });
  assert.ok(model.undo());
  assert.equal(model.text, 'hello');
  assert.ok(model.undo());
  assert.equal(model.text, '');
});

test('changes of others keep the caret, and undo takes back only what this person wrote', () => {
  const model = new TextModel('one two three');
  model.edit({ from: 4, to: 7, insert: 'TWO' }, { selection: { anchor: 7, head: 7 } });
  model.apply([
    { from: 0, to: 0, insert: '>> ' },
    { from: 16, to: 16, insert: '!' },
  ]);
  assert.equal(model.text, '>> one TWO three!');
  assert.deepEqual(model.selection, { anchor: 10, head: 10 });
  model.undo();
  assert.equal(model.text, '>> one two three!');
  model.redo();
  assert.equal(model.text, '>> one TWO three!');
});

test('the progress of an upload is no step of undo and moves those that are', () => {
  const model = new TextModel('a');
  model.edit({ from: 1, to: 1, insert: 'b' });
  model.edit({ from: 0, to: 0, insert: '10 % ' }, { isSilent: true });
  assert.equal(model.text, '10 % ab');
  model.undo();
  assert.equal(model.text, '10 % a');
  assert.equal(model.undo(), false);
});

test('undo after any changes of others leaves what they inserted and takes back what was typed', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const random = randomFrom(seed);
    const model = new TextModel(randomText(random, 10));
    for (let step = 0; step < 3; step++) {
      const at = Math.floor(random() * (model.text.length + 1));
      model.edit({ from: at, to: at, insert: 'MMM' });
    }
    for (let step = 0; step < 3; step++) {
      const at = Math.floor(random() * (model.text.length + 1));
      model.apply([{ from: at, to: at, insert: 'R' }]);
    }
    while (model.undo());
    assert.equal(model.text.match(/R/g)?.length, 3, `seed ${seed}: ${model.text}`);
    assert.equal(model.text.includes('M'), false, `seed ${seed}: ${model.text}`);
  }
});

test('listeners get every change with its origin, from which the text can be followed', () => {
  for (let seed = 1; seed <= 50; seed++) {
    const random = randomFrom(seed);
    const model = new TextModel(randomText(random, 8));
    let followed = model.text;
    const origins = new Set<string>();
    model.subscribe((change, origin) => {
      followed = applyChange(followed, change);
      origins.add(origin);
    });
    model.edit(randomChange(random, model.text));
    model.apply([randomChange(random, model.text)]);
    model.edit({ from: 0, to: 0, insert: 'x' }, { isSilent: true });
    model.undo();
    model.redo();
    model.reset(randomText(random, 5));
    assert.equal(followed, model.text);
    assert.ok(origins.has('local') && origins.has('reset'));
  }
});

test('the change between two texts is the smallest, at the caret', () => {
  assert.deepEqual(changeBetween('aaa', 'aaaa', 2), { from: 1, to: 1, insert: 'a' });
  assert.deepEqual(changeBetween('aaa', 'aaaa', 4), { from: 3, to: 3, insert: 'a' });
  assert.deepEqual(changeBetween('abc', 'abxc'), { from: 2, to: 2, insert: 'x' });
  assert.deepEqual(changeBetween('aa', 'aaa'), { from: 2, to: 2, insert: 'a' });
  assert.deepEqual(changeBetween('abc', 'abc'), { from: 3, to: 3, insert: '' });
  assert.deepEqual(changeBetween('a**b**', 'ab'), { from: 1, to: 6, insert: 'b' });
  for (let seed = 1; seed <= 200; seed++) {
    const random = randomFrom(seed);
    const before = randomText(random, 6);
    const change = randomChange(random, before);
    const after = applyChange(before, change);
    const found = changeBetween(before, after, change.from + change.insert.length);
    assert.equal(applyChange(before, found), after);
  }
});

test('two people who change one text at once get the same text in either order', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = randomFrom(seed);
    const text = randomText(random, 8);
    const sequence = () => {
      const changes: Edit[] = [];
      let now = text;
      for (let step = 0; step < 3; step++) {
        const change = randomChange(random, now);
        changes.push(change);
        now = applyChange(now, change);
      }
      return changes;
    };
    const [mine, theirs] = [sequence(), sequence()];
    const [mineAfter, theirsAfter] = transformChanges(mine, theirs);
    const theirsFirst = [...theirs, ...mineAfter].reduce(applyChange, text);
    assert.equal(theirsFirst, [...mine, ...theirsAfter].reduce(applyChange, text), `seed ${seed}`);
  }
});
