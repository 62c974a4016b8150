import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openBrowser } from '../test/web/support/browser.ts';
import { toPalettePng } from './screenshots/palette-png.ts';
import {
  fingerprint,
  openPicture,
  openScene,
  type Picture,
  pictureFile,
  pictures,
} from './screenshots/pictures.ts';

/**
 * `npm run screenshots` writes the pictures of README.md and docs/guide, in both themes, and beside them what each shows
 * in words, with which a test finds stale ones. Names as arguments take only those pictures:
 * `npm run screenshots -- board timeline`.
 */
const folder = path.resolve(import.meta.dirname, '../docs/guide/images');
const fingerprintFile = path.join(folder, 'pictures.json');
/** A busy machine draws slowly. */
const screenshotTimeoutMs = 120_000;
const wanted = process.argv.slice(2);

mkdirSync(folder, { recursive: true });
const described: Record<string, string[]> = existsSync(fingerprintFile)
  ? JSON.parse(readFileSync(fingerprintFile, 'utf8'))
  : {};
const scene = await openScene();
const browser = await openBrowser();
try {
  for (const picture of pictures.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    for (const dark of [false, true]) await take(picture, dark);
    writeFingerprints();
  }
} finally {
  await browser.close();
  await scene.server.close();
}

async function take(picture: Picture, dark: boolean): Promise<void> {
  const { page, problems, close } = await openPicture(browser, scene, picture, dark);
  described[picture.name] = await fingerprint(page);
  const png = toPalettePng(await page.screenshot({ timeout: screenshotTimeoutMs }));
  const file = pictureFile(picture.name, dark);
  writeFileSync(path.join(folder, file), png);
  if (picture.name !== 'offline') problems.assertNone();
  await close();
  console.log(`${file} ${Math.round(png.length / 1000)} kB`);
}

/** After each picture, so that a run that fails can go on with the others by their names. */
function writeFingerprints(): void {
  const kept = pictures.flatMap(({ name }) => (described[name] ? [[name, described[name]] as const] : []));
  writeFileSync(fingerprintFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
