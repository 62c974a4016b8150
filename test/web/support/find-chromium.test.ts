import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser } from './browser.ts';
import { listInstalledBrowsers } from './chromium/installed.ts';
import { findChromium } from './find-chromium.ts';

test('a browser is found, starts and draws text', async () => {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.setContent('<p>Größe ändern</p>');
    const box = await page.getByText('Größe ändern').boundingBox();
    assert.ok(box && box.height > 10);
  } finally {
    await browser.close();
  }
});

test('processes that ask for the browser at the same time get the same one', async () => {
  const found = await Promise.all([findChromium(), findChromium(), findChromium()]);
  assert.equal(new Set(found).size, 1);
});

test('only programs that exist count as installed browsers', () => {
  assert.deepEqual(listInstalledBrowsers('linux', { PATH: '/nowhere' }), listInstalledBrowsers('linux', {}));
  assert.deepEqual(listInstalledBrowsers('win32', { PROGRAMFILES: 'C:\\Program Files' }), []);
});
