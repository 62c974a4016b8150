import {
  type Browser,
  type BrowserContext,
  chromium,
  devices,
  type Page,
  type Request,
} from 'playwright-core';
import { launchArguments } from './chromium/launch-arguments.ts';
import { findChromium } from './find-chromium.ts';
import { ProblemLog } from './problem-log.ts';
import type { Person } from './server.ts';

export interface WindowOptions {
  dark?: boolean;
  /** 360 × 740 px with touch, the smallest phone that Docket supports. */
  phone?: boolean;
  /** Whether the service worker may keep the app; most tests would only be slower for it. */
  offlineStart?: boolean;
  /** A window without it is signed out. */
  person?: Person | undefined;
  width?: number;
  height?: number;
}

/** A browser window with its own cookies and storage. */
export interface BrowserWindow {
  page: Page;
  context: BrowserContext;
  problems: ProblemLog;
  /** Waits until the changes of the page have been sent, so that the next test finds what this one has left. */
  settle(): Promise<void>;
  /** Leaves the app and removes what it has stored. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

export const openBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findChromium(), args: launchArguments });

/** A browser that keeps what it loads in this folder, as that of a person does. */
export const openBrowserWithProfile = async (
  folder: string,
  options: { baseURL: string; viewport: { width: number; height: number } },
): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    ...{ executablePath: await findChromium(), args: launchArguments },
    ...options,
  });

export async function openWindow(
  browser: Browser,
  baseURL: string,
  {
    dark = false,
    phone = false,
    offlineStart = false,
    person,
    width = 1440,
    height = 900,
  }: WindowOptions = {},
): Promise<BrowserWindow> {
  const { userAgent } = devices['Pixel 7'] ?? {};
  const context = await browser.newContext({
    baseURL,
    viewport: phone ? { width: 360, height: 740 } : { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    serviceWorkers: offlineStart ? 'allow' : 'block',
    ...(phone && { hasTouch: true, isMobile: true, deviceScaleFactor: 2, ...(userAgent && { userAgent }) }),
  });
  context.setDefaultTimeout(30_000);
  if (person) await context.addCookies([{ ...person.session, url: baseURL }]);
  const problems = new ProblemLog(context);
  const page = await context.newPage();
  const settle = waitForChanges(page);
  const empty = async () => {
    // A document of the same origin that is not the app.
    await page.goto('/build.json');
    await page.evaluate('sessionStorage.clear()');
    const devtools = await context.newCDPSession(page);
    const storageTypes = 'indexeddb,local_storage,cache_storage';
    await devtools.send('Storage.clearDataForOrigin', { origin: baseURL, storageTypes });
    await devtools.detach();
    problems.reset();
  };
  return { page, context, problems, settle, empty, close: () => context.close() };
}

const settleMsMax = 5_000;

function waitForChanges(page: Page): () => Promise<void> {
  const sending = new Set<Request>();
  page.on('request', (request) => void (request.method() === 'GET' || sending.add(request)));
  page.on('requestfinished', (request) => void sending.delete(request));
  page.on('requestfailed', (request) => void sending.delete(request));
  return async () => {
    if (page.isClosed()) return;
    const giveUpAt = Date.now() + settleMsMax;
    let wasSending: boolean;
    do {
      wasSending = sending.size > 0;
      // The page acts on an answer after it has arrived, and a change that waited for another one is sent only then.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 10)));
    } while ((wasSending || sending.size > 0) && Date.now() < giveUpAt);
  };
}
