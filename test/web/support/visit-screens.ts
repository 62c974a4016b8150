import type { Page } from 'playwright-core';
import { isDue } from '../../support/rotation.ts';
import {
  assertAccessible,
  assertNoClippedText,
  assertNoSidewaysScroll,
  takeScreenshot,
} from './inspect-page.ts';
import type { Journey } from './journey.ts';
import { listScreens } from './screens.ts';
import { settle } from './settle.ts';

/**
 * Visits the screens that are due and reports all faults at once, with a picture of each: one run shows everything that is to be done.
 * Only the first screen is loaded; the others are gone to within the app, which is quicker.
 */
export async function visitScreens(
  { open, team }: Journey,
  options: { phone: boolean },
  visit: (page: Page) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const signedIn = await open('ada', options);
  const signedOut = await open(undefined, options);
  const screens = (await listScreens(team)).filter((_, index) => isDue(index));
  for (const { name, address, person } of screens) {
    const { page, problems } = person ? signedIn : signedOut;
    try {
      if (page.url().startsWith('http') && !isOfMails(address)) await goTo(page, address);
      else await page.goto(address);
      await settle(page);
      await visit(page);
      problems.assertNone();
    } catch (error) {
      const picture = await takeScreenshot(page, `${name}${options.phone ? '-phone' : ''}`);
      faults.push(`${address}: ${(error as Error).message}\n${picture}`);
      problems.clear();
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
}

/** They lead elsewhere, and are only ever loaded. */
const isOfMails = (address: string) => /^\/(?:projects|tickets)\/./.test(address);

/** As a link within the app does it, without loading the page again. */
const goTo = (page: Page, address: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

export async function inspectScreen(page: Page): Promise<void> {
  await assertNoSidewaysScroll(page);
  await assertNoClippedText(page);
  await assertAccessible(page);
}
