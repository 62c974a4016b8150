import { mkdirSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unpackDebianChromium } from './chromium/debian.ts';
import { holdLock } from './chromium/hold-lock.ts';
import { listInstalledBrowsers } from './chromium/installed.ts';
import { unpackNpmChromium } from './chromium/npm.ts';
import { downloadPlaywrightChromium } from './chromium/playwright.ts';
import { startsAndRenders } from './chromium/starts-and-renders.ts';

/** Returns the path of an executable, or throws when this way is not possible here. */
type Source = (folder: string) => Promise<string>;

const cacheFolder = path.resolve(import.meta.dirname, '../../../node_modules/.cache/docket/chromium');
const remembered = path.join(cacheFolder, 'found.json');
const sources: Record<string, Source> = {
  'the npm package': unpackNpmChromium,
  'the download of playwright-core': downloadPlaywrightChromium,
  'the packages of Debian': unpackDebianChromium,
};

/**
 * Returns the path of a Chromium that starts on this machine: `CHROMIUM`, else an installed browser, else one that is
 * fetched once into a cache folder. Processes that ask at the same time wait for one of them.
 */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  mkdirSync(cacheFolder, { recursive: true });
  return (await readRemembered()) ?? holdLock(path.join(cacheFolder, 'lock'), find);
}

async function find(): Promise<string> {
  const earlier = await readRemembered();
  if (earlier) return earlier;
  for (const file of listInstalledBrowsers()) {
    if (await startsAndRenders(file)) return remember(file);
  }
  const failures: string[] = [];
  for (const [name, fetchFrom] of Object.entries(sources)) {
    try {
      return await remember(await fetchFrom(cacheFolder));
    } catch (error) {
      failures.push(`${name}: ${(error as Error).message.trim().split('\n')[0]}`);
    }
  }
  throw new Error(
    `The tests in test/web need a browser: install Chromium or Google Chrome, or set CHROMIUM to its path (${failures.join('; ')}).`,
  );
}

/** A file that was replaced since, for example by an update, is checked again. */
async function readRemembered(): Promise<string | undefined> {
  try {
    const { file, fingerprint } = JSON.parse(await readFile(remembered, 'utf8'));
    return (await fingerprintOf(file)) === fingerprint ? file : undefined;
  } catch {
    return undefined;
  }
}

async function remember(file: string): Promise<string> {
  await writeFile(remembered, JSON.stringify({ file, fingerprint: await fingerprintOf(file) }));
  return file;
}

async function fingerprintOf(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file);
  return `${mtimeMs} ${size}`;
}
