import { chromium } from 'playwright-core';
import { launchArguments } from './launch-arguments.ts';

const timeoutMs = 20_000;

/** Whether the browser starts and draws text. A browser without a font starts too, but its text has no width. */
export async function startsAndRenders(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, args: launchArguments, timeout: timeoutMs });
    try {
      const page = await browser.newPage();
      await page.setContent('<span>Docket</span>', { timeout: timeoutMs });
      return ((await page.locator('span').boundingBox())?.width ?? 0) > 0;
    } finally {
      await browser.close();
    }
  } catch {
    return false;
  }
}
