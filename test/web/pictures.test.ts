import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { sizeOfPng, toPalettePng } from '../../scripts/screenshots/palette-png.ts';
import {
  fingerprint,
  openPicture,
  openScene,
  pictureFile,
  pictures,
  type Scene,
} from '../../scripts/screenshots/pictures.ts';
import { eventually } from '../support/eventually.ts';
import { isDue } from '../support/rotation.ts';
import { openBrowser } from './support/browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'docs/guide/images');
const howToRefresh = 'Run `npm run screenshots` and look at what changed.';

/** The share of the words of a screen that may differ from those of its picture. */
const toleratedShare = 0.15;

const described: Record<string, string[]> = JSON.parse(
  readFileSync(path.join(folder, 'pictures.json'), 'utf8'),
);

test('every picture is in a page, and every page but the contents shows pictures that the script makes', () => {
  const pages = [path.join(root, 'README.md'), ...globSync(path.join(root, 'docs/guide/*.md'))];
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/images\/([\w-]+)-(?:light|dark)\.png\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const names = pictures.map(({ name }) => name).sort();
  assert.deepEqual([...new Set(named)].sort(), names);
  const bare = pages.filter((page) => !readFileSync(page, 'utf8').includes('images/'));
  assert.deepEqual(
    bare.map((page) => path.relative(root, page)),
    ['docs/guide/README.md'],
  );
  assert.deepEqual(Object.keys(described).sort(), names, howToRefresh);
  const files = names.flatMap((name) => [pictureFile(name, true), pictureFile(name, false)]);
  assert.deepEqual(globSync('*.png', { cwd: folder }).sort(), files.sort(), howToRefresh);
});

test('pictures are small', () => {
  const files = globSync(path.join(folder, '*'));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(bytes < 4_000_000, `${bytes} bytes`);
  for (const file of files.filter((name) => name.endsWith('.png'))) {
    const { width } = sizeOfPng(readFileSync(file));
    assert.ok(width <= 1_280, `${path.basename(file)} is ${width} px wide`);
  }
});

test('a picture keeps its size and its colours when it is made smaller', () => {
  // Two rows of a grey and a red pixel, the first with the filter Sub, the second with Up.
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGNsaGiob2hgYgADAB+gAwODmj1jAAAAAElFTkSuQmCC',
    'base64',
  );
  const small = toPalettePng(png);
  assert.deepEqual(sizeOfPng(small), { width: 2, height: 2 });
  const at = (type: string) => small.indexOf(type) + 4;
  const palette = small.subarray(at('PLTE'), at('PLTE') + 6);
  const rows = inflateSync(small.subarray(at('IDAT')));
  const colors = [1, 2, 4, 5].map((place) => {
    const index = (rows[place] as number) * 3;
    return palette.subarray(index, index + 3).toString('hex');
  });
  assert.deepEqual(colors, ['808080', 'ff0000', '808080', 'ff0000']);
});

describe('pictures of the guide', () => {
  let scene: Scene;
  let browser: Browser;
  before(async () => {
    [scene, browser] = await Promise.all([openScene(), openBrowser()]);
  });
  after(async () => {
    await Promise.all([scene?.server.close(), browser?.close()]);
  });

  for (const picture of pictures.filter((_, index) => isDue(index)))
    test(`the picture “${picture.name}” shows what its screen has`, async () => {
      const { page, close } = await openPicture(browser, scene, picture, false);
      // Some of a screen comes late on a busy machine.
      await eventually(async () => compare(described[picture.name] ?? [], await fingerprint(page)));
      await close();
    });
});

function compare(before: string[], now: string[]): void {
  const gone = before.filter((words) => !now.includes(words));
  const added = now.filter((words) => !before.includes(words));
  const share = (gone.length + added.length) / (before.length + added.length);
  const say = (words: string[]) => words.map((each) => `\n  ${each}`).join('');
  assert.ok(
    share <= toleratedShare,
    `${Math.round(share * 100)} % differ. Gone:${say(gone)}\nNew:${say(added)}\n${howToRefresh}`,
  );
}
