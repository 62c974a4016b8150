import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelColors, suggestColor } from './label-colors.ts';

test('a new label gets a colour that no label has', () => {
  assert.equal(suggestColor([]), labelColors.blue);
  assert.equal(suggestColor([labelColors.blue.toUpperCase(), labelColors.violet]), labelColors.pink);
});

test('a new label is grey when all colours are taken', () => {
  assert.equal(suggestColor(Object.values(labelColors)), labelColors.grey);
});
