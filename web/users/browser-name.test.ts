import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOfBrowser } from './browser-name.ts';

test('browser and system are named from the User-Agent', () => {
  const names = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox, Linux',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0':
      'Edge, Windows',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1':
      'Safari, iOS',
    'curl/8.5.0': 'curl',
  };
  for (const [userAgent, name] of Object.entries(names)) assert.equal(nameOfBrowser(userAgent), name);
});

test('what is not known has no name', () => {
  assert.deepEqual(
    [nameOfBrowser(null), nameOfBrowser(''), nameOfBrowser('<b>')],
    [undefined, undefined, undefined],
  );
});
