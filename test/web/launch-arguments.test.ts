import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { launchArguments } from './support/chromium/launch-arguments.ts';
import { findChromium } from './support/find-chromium.ts';

const listDisabled = (args: readonly string[]): string[] =>
  args
    .findLast((arg) => arg.startsWith('--disable-features='))
    ?.split(/[=,]/)
    .slice(1) ?? [];

test('the browser of the tests switches off every feature that Playwright switches off', async () => {
  const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] });
  try {
    const devtools = await browser.newBrowserCDPSession();
    const { commandLine } = await devtools.send('SystemInfo.getInfo');
    const byPlaywright = listDisabled(commandLine.split(' '));
    assert.ok(byPlaywright.length > 0);
    const ours = new Set(listDisabled(launchArguments));
    assert.deepEqual(
      byPlaywright.filter((feature) => !ours.has(feature)),
      [],
    );
  } finally {
    await browser.close();
  }
});
