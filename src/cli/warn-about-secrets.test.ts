import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config/index.ts';
import { newLogger } from '../platform/logger.ts';
import { warnAboutShortSecrets } from './warn-about-secrets.ts';

test('the start of the server warns of short secrets of inbound webhooks, by name and without their text', () => {
  const warned: unknown[] = [];
  const logger = Object.assign(newLogger('silent'), {
    warn: (...given: unknown[]) => void warned.push(given),
  });
  const warnings = (settings: Record<string, string>) => {
    warned.length = 0;
    warnAboutShortSecrets({ config: readConfig(settings), logger });
    return JSON.stringify(warned);
  };
  assert.equal(warnings({}), '[]');
  assert.equal(warnings({ GITHUB_WEBHOOK_SECRET: 'sixteen letters!' }), '[]');
  const text = warnings({ GITHUB_WEBHOOK_SECRET: 'fifteen letters', GENERIC_WEBHOOK_TOKEN: 'short' });
  assert.match(text, /GITHUB_WEBHOOK_SECRET.*GENERIC_WEBHOOK_TOKEN/);
  assert.doesNotMatch(text, /fifteen letters|short"/);
});
