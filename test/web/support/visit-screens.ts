import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertNoClippedText,
  assertNoSidewaysScroll,
  takeScreenshot,
} from './inspect-page.ts';
import type { Journey } from './journey.ts';
import { listScreens } from './screens.ts';
import { settle } from './settle.ts';

/** Visits all screens and reports all faults at once: one run shows everything that is to be done. */
export async function visitScreens(
  { open, team }: Journey,
  options: { phone: boolean },
  visit: (page: Page, name: string) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  const signedIn = await open('ada', options);
  const signedOut = await open(undefined, options);
  for (const { name, address, person } of await listScreens(team)) {
    const { page, problems } = person ? signedIn : signedOut;
    try {
      await page.goto(address);
      await settle(page);
      await visit(page, name);
      problems.assertNone();
    } catch (error) {
      faults.push(`${address}: ${(error as Error).message}`);
      problems.clear();
    }
  }
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
}

export async function inspectScreen(page: Page, name: string): Promise<void> {
  await takeScreenshot(page, name);
  await assertNoSidewaysScroll(page);
  await assertNoClippedText(page);
  await assertAccessible(page);
}
