import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** The first module of each band, lowest band first; the order of modules is in .dependency-cruiser.cjs. */
const bands: [title: string, first: string][] = [
  ['Ground', 'platform'],
  ['People', 'events'],
  ['Work', 'tickets'],
  ['Edges', 'live'],
  ['Start', 'config'],
];
const width = 900;
const left = 132;
const right = 10;
const columns = 5;
const box = { width: (width - left - right) / columns - 8, height: 36 };
const rowHeight = box.height + 8;

interface Module {
  name: string;
  files: number;
  /** How many other modules import it. */
  importers: number;
}

interface Band {
  title: string;
  modules: Module[];
}

/** A picture of the modules of `src/`: bands in the order of imports, and how many imports go from band to band. Numbers are rounded. */
export function drawModuleMap(root: string): string {
  const { modules: order } = createRequire(import.meta.url)(path.join(root, '.dependency-cruiser.cjs')) as {
    modules: string[];
  };
  // The files of composition/ have places of their own in the order; the last one is drawn.
  const names = [...new Set(order.map((entry) => entry.split('/')[0] as string).reverse())].reverse();
  const imports = readImports(root, names);
  const drawn = bands.map(([title, first], index): Band => {
    const next = bands[index + 1];
    const members = names.slice(names.indexOf(first), next ? names.indexOf(next[1]) : undefined);
    return { title, modules: members.map((name) => describeModule(name, imports)) };
  });
  return draw(drawn, imports, countFiles(root));
}

interface Import {
  from: string;
  to: string;
  file: string;
}

const isTest = /\.(?:test|support)\.tsx?$/;
const importedPath = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

function readImports(root: string, names: string[]): Import[] {
  const moduleOf = (file: string) => file.split('/')[1] as string;
  const files = globSync('src/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !isTest.test(file) && names.includes(moduleOf(file)))
    .sort();
  return files.flatMap((file) => [
    { from: moduleOf(file), to: moduleOf(file), file },
    ...Array.from(readFileSync(path.join(root, file), 'utf8').matchAll(importedPath), ([, target = '']) => ({
      from: moduleOf(file),
      to: moduleOf(path.posix.join(path.posix.dirname(file), target)),
      file,
    })),
  ]);
}

function describeModule(name: string, imports: Import[]): Module {
  const files = new Set(imports.filter(({ from }) => from === name).map(({ file }) => file));
  const importers = new Set(
    imports.filter(({ from, to }) => to === name && from !== name).map(({ from }) => from),
  );
  return { name, files: files.size, importers: importers.size };
}

const countFiles = (root: string) => (pattern: string) =>
  globSync(pattern, { cwd: root }).filter((file) => !isTest.test(file) && !file.includes('node_modules'))
    .length;

/** Highest band first, because readers begin where a request arrives. */
function draw(bands: Band[], imports: Import[], count: (pattern: string) => number): string {
  const parts: string[] = [];
  let y = 92;
  for (const band of bands.toReversed()) {
    const lower = bands.slice(0, bands.indexOf(band)).reverse();
    const links = lower.map(({ title, modules }): [string, number] => [
      title,
      imports.filter(({ from, to }) => has(band.modules, from) && has(modules, to)).length,
    ]);
    const rows = Math.ceil(band.modules.length / columns);
    const height = Math.max(rows * rowHeight - 8, 24 + links.length * 14);
    parts.push(...drawBand(band, links, y, height));
    y += height + 26;
  }
  const height = y - 10;
  const third = (width - left - right - 24) / 3;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">
<title id="title">The modules of Docket in the order of their imports, which go down</title>
<style>
:root { --text: #1f2328; --quiet: #59636e; --box: #ddf4ff; --line: #54aeff; --page: #ffffff; --band: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --text: #f0f6fc; --quiet: #b1bac4; --box: #0c2d6b; --line: #388bfd; --page: #0d1117; --band: #161b22; } }
text { font: 13px system-ui, sans-serif; fill: var(--text); } .quiet { font-size: 11px; fill: var(--quiet); }
.box { fill: var(--box); stroke: var(--line); } .band { fill: var(--band); }
</style>
<rect width="${width}" height="${height}" fill="var(--page)"/>
<text x="12" y="34">Apart</text><text class="quiet" x="12" y="50">no import of src/</text>
${drawBox(left, 20, 'web', `${roughly(count('web/**/*.{ts,tsx}'))} files, in the browser, on top of sdk`, third)}
${drawBox(left + third + 8, 20, 'sdk', 'client of the API, from the routes', third)}
${drawBox(left + 2 * (third + 8), 20, 'packages/docs-drafts', `${roughly(count('packages/docs-drafts/**/*.ts'))} files, no import of Docket`, third)}
${parts.join('\n')}
</svg>
`;
}

const has = (modules: Module[], name: string) => modules.some((module) => module.name === name);

function drawBand(
  { title, modules }: Band,
  links: [title: string, count: number][],
  top: number,
  height: number,
): string[] {
  return [
    `<rect class="band" x="4" y="${top - 9}" width="${width - 8}" height="${height + 18}" rx="6"/>`,
    `<text x="12" y="${top + 14}">${title}</text>`,
    ...links.map(
      ([lower, count], index) =>
        `<text class="quiet" x="12" y="${top + 30 + 14 * index}">↓ ${lower} ${roughly(count)}</text>`,
    ),
    ...modules.map(({ name, files, importers }, index) =>
      drawBox(
        left + (index % columns) * (box.width + 8),
        top + Math.floor(index / columns) * rowHeight,
        name,
        `${files === 1 ? '1 file' : `${roughly(files)} files`}, used by ${roughly(importers)}`,
      ),
    ),
  ];
}

const drawBox = (x: number, y: number, name: string, words: string, wide = box.width) =>
  `<rect class="box" x="${x}" y="${y}" width="${wide}" height="${box.height}" rx="4"/>` +
  `<text x="${x + 7}" y="${y + 15}">${name}</text><text class="quiet" x="${x + 7}" y="${y + 29}">${words}</text>`;

/** Exact numbers would make the picture stale with every new file; to the eye these are the same. */
function roughly(count: number): number {
  if (count < 10) return count;
  const power = 10 ** Math.floor(Math.log10(count));
  const steps = [1, 1.5, 2, 3, 5, 7, 10].map((step) => step * power);
  return steps.reduce((best, step) => (Math.abs(step - count) < Math.abs(best - count) ? step : best));
}
