import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser, openWindow } from './support/browser.ts';
import { assertAccessible, assertNoClippedText, assertNoSidewaysScroll } from './support/inspect-page.ts';
import { settle } from './support/settle.ts';
import { openTeam, type PersonName } from './support/team.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    as: { type: 'string', default: 'ada' },
    dark: { type: 'boolean', default: false },
    phone: { type: 'boolean', default: false },
    german: { type: 'boolean', default: false },
    size: { type: 'string', default: '1440x900' },
    keys: { type: 'string', default: '' },
    click: { type: 'string', multiple: true, default: [] },
    out: { type: 'string', default: 'look.png' },
    check: { type: 'boolean', default: false },
    serve: { type: 'boolean', default: false },
    'no-build': { type: 'boolean', default: false },
  },
});
const root = path.resolve(import.meta.dirname, '../..');
if (!values['no-build'])
  execFileSync('npm', ['run', '--silent', 'web:build'], { cwd: root, stdio: 'inherit' });

const [team, browser] = await Promise.all([openTeam(), openBrowser()]);
try {
  const person = values.as === 'nobody' ? undefined : team.people[values.as as PersonName];
  if (values.german) await person?.api.updatePreferences({ body: { language: 'de' } });
  const [width, height] = values.size.split('x').map(Number);
  const { page, problems } = await openWindow(browser, team.server.url, {
    ...(person && { person }),
    dark: values.dark,
    phone: values.phone,
    ...(width && height && { width, height }),
  });
  await page.goto(positionals[0] ?? '/');
  await page.waitForLoadState('load');
  await settle(page).catch(() => console.log('problem: the page has no heading'));
  for (const key of values.keys.split(' ').filter(Boolean)) await page.keyboard.press(key);
  for (const name of values.click) await clickNamed(page, name);
  await settle(page);
  await page.screenshot({ path: values.out });
  console.log(`${values.out}: ${page.url()}, “${await page.title()}”`);
  if (values.check) {
    for (const check of [assertAccessible, assertNoClippedText, assertNoSidewaysScroll])
      await check(page).catch((error: Error) => console.log(`problem: ${error.message}`));
  }
  for (const problem of problems.list()) console.log(`problem: ${problem}`);
  if (values.serve) {
    const { name, value } = team.people.ada.session;
    console.log(`${team.server.url} with the cookie ${name}=${value}; Ctrl-C ends it`);
    await once(process, 'SIGINT');
  }
} finally {
  await browser.close();
  await team.close();
}

async function clickNamed(page: Page, name: string): Promise<void> {
  const roles = [
    'button',
    'link',
    'menuitem',
    'tab',
    'option',
    'combobox',
    'textbox',
    'checkbox',
    'row',
  ] as const;
  const candidates = roles.map((role) => page.getByRole(role, { name }));
  const [first, ...others] = candidates;
  if (first)
    await others
      .reduce((all, one) => all.or(one), first)
      .first()
      .click();
}
