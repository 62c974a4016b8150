import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsSections } from './settings-pages.ts';

const nothing = {
  manageTriggers: false,
  manageAccessTokens: false,
  createWebhook: false,
  edit: false,
  delete: false,
};
const pagesOf = (...given: Parameters<typeof settingsSections>) =>
  settingsSections(...given).flatMap(({ pages }) => pages.map(({ page }) => page));

test('somebody who only reads a public project sees no page that is refused', () => {
  assert.deepEqual(pagesOf(nothing, false), [
    'general',
    'members',
    'labels',
    'groups',
    'fields',
    'workflow',
    'templates',
    'repositories',
  ]);
});

test('a viewer can leave the project', () => {
  assert.ok(pagesOf(nothing, true).includes('danger'));
});

test('an admin sees triggers, tokens and inbound deliveries', () => {
  const pages = pagesOf({ ...nothing, manageTriggers: true, manageAccessTokens: true, edit: true }, true);
  for (const page of ['triggers', 'tokens', 'inbound'] as const) assert.ok(pages.includes(page));
});
