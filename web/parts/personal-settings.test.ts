import assert from 'node:assert/strict';
import { test } from 'node:test';
import { merge, withAllLists } from './personal-settings.ts';

const none = {
  starredProjects: [],
  recentSearches: [],
  seenTickets: [],
  toggledGroups: [],
  defaultDisplays: [],
};

test('a change is merged as on the server: what is added comes first, once, and the oldest are dropped', () => {
  const before = { ...none, density: 'compact' as const, recentSearches: ['a', 'b'] };
  const merged = merge(before, { recentSearches: { add: ['b', 'c'] } });
  assert.deepEqual([merged.recentSearches, merged.density], [['c', 'b', 'a'], 'compact']);
  const many = Array.from({ length: 12 }, (_, i) => `s${i}`);
  assert.equal(merge(merged, { recentSearches: { add: many } }).recentSearches.length, 10);
  assert.deepEqual(merge(merged, { recentSearches: { remove: ['b'] } }).recentSearches, ['c', 'a']);
  assert.deepEqual(merge(merged, { density: 'comfortable' }).recentSearches, ['c', 'b', 'a']);
});

test('settings of an earlier version of the server have all lists', () => {
  const { defaultDisplays: _, ...earlier } = { ...none, starredProjects: ['a'] };
  const known = withAllLists(earlier);
  assert.deepEqual(known, { ...none, starredProjects: ['a'] });
  assert.deepEqual(merge(known, { defaultDisplays: { add: ['p.list '] } }).defaultDisplays, ['p.list ']);
});
