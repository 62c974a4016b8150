import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeyPress, KeyRegistry, nameOfPress } from './key-registry.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});

test('a press is named as bindings are written', () => {
  const names = [
    press('c'),
    press('?', { shiftKey: true }),
    press('E', { shiftKey: true }),
    press('k', { metaKey: true }),
    press('K', { ctrlKey: true, shiftKey: true }),
    press('ArrowRight', { shiftKey: true }),
    press(' '),
    press('Escape'),
    press('¥', { altKey: true, code: 'KeyY' }),
  ].map(nameOfPress);
  assert.deepEqual(names, [
    'c',
    '?',
    'Shift+e',
    'Mod+k',
    'Mod+Shift+k',
    'Shift+ArrowRight',
    'Space',
    'Escape',
    'Alt+y',
  ]);
});

test('two keys run a chord only within 1.5 seconds, and a single key still works after a chord that nobody has', () => {
  const registry = new KeyRegistry();
  const bindings = ['g b', 'b'].map((keys) => ({ keys, run() {} }));
  registry.add(bindings);
  assert.equal(registry.press(press('g'), false, 0), undefined);
  assert.equal(registry.press(press('b'), false, 1_400), bindings[0]);
  assert.equal(registry.press(press('g'), false, 2_000), undefined);
  assert.equal(registry.press(press('b'), false, 3_600), bindings[1]);
  assert.equal(registry.press(press('b'), false, 3_700), bindings[1]);
});

test('in text only bindings made for it run', () => {
  const registry = new KeyRegistry();
  const [plain, send] = [
    { keys: 'c', run() {} },
    { keys: 'Mod+Enter', inText: true, run() {} },
  ];
  registry.add([plain, send]);
  assert.equal(registry.press(press('c'), true, 0), undefined);
  assert.equal(registry.press(press('Enter', { ctrlKey: true }), true, 0), send);
});

test('single keys can be switched off, while combinations and arrows stay', () => {
  const registry = new KeyRegistry();
  const bindings = ['c', 'Shift+e', 'g b', 'Mod+k', 'Shift+ArrowUp', 'Escape'].map((keys) => ({
    keys,
    run() {},
  }));
  registry.add(bindings);
  registry.singleKeys = false;
  const run = (...presses: KeyPress[]) => presses.map((one) => registry.press(one, false, 0)?.keys);
  assert.deepEqual(run(press('c'), press('E', { shiftKey: true }), press('g'), press('b')), [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  assert.deepEqual(
    run(press('k', { metaKey: true }), press('ArrowUp', { shiftKey: true }), press('Escape')),
    ['Mod+k', 'Shift+ArrowUp', 'Escape'],
  );
});

test('the keys of a later layer come first, and those of a removed layer are gone', () => {
  const registry = new KeyRegistry();
  const [below, above] = [
    { keys: 'Escape', run() {} },
    { keys: 'Escape', run() {} },
  ];
  registry.add([below]);
  const layer = registry.add([above]);
  assert.equal(registry.press(press('Escape'), false, 0), above);
  layer.remove();
  assert.equal(registry.press(press('Escape'), false, 0), below);
});
