import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, type Rolldown } from 'vite';
import { readManifest } from '../src/web-app/build-manifest.ts';
import { computeStamp, isFresh } from '../src/web-app/source-stamp.ts';
import { checkOutput, type OutputFile } from './build-web/check-output.ts';
import { prepareDownloads } from './build-web/downloads.ts';
import {
  checkFirstMessages,
  chunksOfLanguage,
  findFirstLoads,
  preloadsOf,
  stylesOf,
} from './build-web/first-load.ts';
import { packHelp } from './build-web/help-files.ts';
import { publishBuild } from './build-web/publish-build.ts';

/** Builds the web app of the Docket in `root` into its web/dist. */
async function buildWeb(root: string): Promise<string> {
  // Computed first: a file that changes during the build makes the build stale.
  const stamp = await computeStamp(root);
  const { built: builtDownloads, pack: packDownloads } = await prepareDownloads(root);
  // Another thread compresses the packages while Vite builds the app.
  const [{ output, firstLoads, ofLanguages }, downloads, help] = await Promise.all([
    bundle(root),
    packDownloads(),
    packHelp(root),
  ]);
  await checkFirstMessages(root, firstLoads);
  const built = output.find(({ name }) => name === 'index.html')?.content.toString();
  if (built === undefined) throw new Error('Vite wrote no index.html');
  const withFont = preloadFont(built, output);
  // The small apps that tests build have no screens.
  const page = firstLoads.length > 0 ? runEarly(withFont, output) : withFont;
  const files = [...output.filter(({ name }) => name !== 'index.html'), ...downloads, ...help];
  await checkOutput(page, files);
  const { files: published } = await publishBuild(root, {
    ...{ stamp, downloads: builtDownloads, page, files },
    preloads: preloadsOf(firstLoads, page),
  });
  const kilobytes = (isCounted: (address: string) => boolean) =>
    published
      .filter(({ address }) => isCounted(address))
      .reduce((sum, { bytes }) => sum + (bytes.br ?? bytes.identity) / 1000, 0)
      .toFixed(1);
  const first = firstLoads.map(({ screen, chunks }) => {
    const scripts = new Set(chunks.map(({ fileName }) => fileName));
    const styles = new Set(stylesOf(chunks));
    return `${screen} ${kilobytes((name) => scripts.has(name))} (styles ${kilobytes((name) => styles.has(name))})`;
  });
  const all = Object.keys(ofLanguages).map((language) => {
    const others = new Set(
      Object.entries(ofLanguages).flatMap(([other, own]) => (other === language ? [] : own)),
    );
    return `${language} ${kilobytes((name) => name.endsWith('.js') && !others.has(name))}`;
  });
  return `${published.length} files; kB of JavaScript with Brotli for all screens: ${all.join(', ')}; first load: ${first.join(', ')}`;
}

/** The font of most texts: asked for only when the first text is drawn, all of them would be laid out twice. */
function preloadFont(page: string, output: OutputFile[]): string {
  const font = output.find(({ name }) => /inter-latin-wght-normal.*\.woff2$/.test(name));
  if (!font) return page;
  const link = `<link rel="preload" href="/${font.name}" as="font" type="font/woff2" crossorigin />`;
  return page.replace('</head>', `  ${link}\n  </head>`);
}

/**
 * web/replica/storage/early-read.ts runs as soon as it is there, and not only when the whole app is. Its preload stays: browsers ask
 * for asynchronous scripts last.
 */
function runEarly(page: string, output: OutputFile[]): string {
  const early = output.find(({ name }) => /\/early-[^/]+\.js$/.test(name));
  if (!early) throw new Error('The build has no chunk of web/replica/storage/early-read.ts');
  const script = `<script type="module" async crossorigin src="/${early.name}"></script>`;
  return page.replace('<script', `${script}\n    <script`);
}

/** Runs Vite without letting it write: web/dist must never hold half a build. */
async function bundle(root: string) {
  const { output } = (await build({
    configFile: path.join(root, 'web/vite.config.ts'),
    configLoader: 'native',
    mode: 'production',
    logLevel: 'warn',
    build: { write: false },
  })) as Rolldown.RolldownOutput;
  const bundled = output.map((file) => ({
    name: file.fileName,
    content: Buffer.from(file.type === 'chunk' ? file.code : file.source),
  }));
  return {
    output: [...bundled, ...(await readPublicFiles(root))],
    firstLoads: findFirstLoads(output),
    ofLanguages: { en: chunksOfLanguage(output, 'en'), de: chunksOfLanguage(output, 'de') },
  };
}

/** Files with a fixed address, which Vite copies only when it writes. */
async function readPublicFiles(root: string): Promise<OutputFile[]> {
  const folder = path.join(root, 'web/public');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file) => ({
      name: path.relative(folder, file).replaceAll(path.sep, '/'),
      content: await readFile(file),
    })),
  );
}

const { values } = parseArgs({ options: { root: { type: 'string' }, 'if-stale': { type: 'boolean' } } });
const root = path.resolve(values.root ?? path.join(import.meta.dirname, '..'));
const before = values['if-stale'] && (await readManifest(root));
if (!before || !(await isFresh(root, before))) {
  const startedAt = performance.now();
  const result = await buildWeb(root);
  console.log(`Web app built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${result}`);
}
