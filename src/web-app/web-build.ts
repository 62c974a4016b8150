import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Appearance } from './appearance.ts';
import {
  type BuildManifest,
  type BuiltFile,
  distFolder,
  type Encoding,
  encodingSuffixes,
} from './build-manifest.ts';
import { helpFilesPath } from './help-files.ts';
import { serviceWorkerPath } from './service-worker.ts';

const compress = { br: (page: string) => brotliCompressSync(page), gzip: (page: string) => gzipSync(page) };

/** The app asks for it as soon as its script runs; with this the browser asks for it together with the script. */
const bootLink = '<link rel="preload" href="/api/boot" as="fetch" crossorigin="anonymous" />\n    ';

/** The service worker keeps the pages of the help by itself, if the reader may read them. */
const notKept = ['/downloads/', helpFilesPath];

/** A build of the web app. Files are read when they are first requested, in the requested encoding, and then kept. */
export class WebBuild {
  readonly id: string;
  /** The paths of all files that pages of this build may load, which browsers keep for offline use. */
  readonly addresses: readonly string[];
  readonly #root: string;
  readonly #page: string;
  readonly #preloads: { path: RegExp; link: string }[];
  readonly #files: Map<string, BuiltFile>;
  readonly #contents = new Map<string, Promise<Buffer>>();
  readonly #pages = new Map<string, Buffer>();

  constructor(root: string, { id, page, files, preloads, earlierFiles }: BuildManifest) {
    this.id = id;
    this.addresses = files
      .map(({ address }) => `/${address}`)
      .filter((path) => path !== serviceWorkerPath && !notKept.some((start) => path.startsWith(start)));
    this.#root = root;
    this.#page = page;
    this.#preloads = preloads.map(({ path, link }) => ({ path: new RegExp(path), link }));
    this.#files = new Map([...earlierFiles, ...files].map((file) => [`/${file.address}`, file]));
  }

  /** Only an address of the manifest is ever read from disk, so no path can lead out of the folder. */
  findFile(address: string): BuiltFile | undefined {
    return this.#files.get(address);
  }

  readFile({ address }: BuiltFile, encoding: Encoding | undefined): Promise<Buffer> {
    const file = path.join(distFolder(this.#root), address) + (encoding ? encodingSuffixes[encoding] : '');
    const known = this.#contents.get(file);
    if (known) return known;
    const content = readFile(file);
    this.#contents.set(file, content);
    content.catch(() => this.#contents.delete(file));
    return content;
  }

  /** The `Link` header of a page that has more to load than every page. */
  findPreloads(path: string): string | undefined {
    return this.#preloads.find((preload) => preload.path.test(path))?.link;
  }

  /** index.html with theme and language, so that the first paint has them without a script, and whether somebody is signed in. */
  page(
    { theme, language, signedIn }: Appearance,
    encoding: Encoding | undefined,
  ): { content: Buffer; etag: string } {
    const session = signedIn ? 'open' : 'none';
    const etag = `"${[this.id, theme, language, session, encoding ?? 'identity'].join('.')}"`;
    const known = this.#pages.get(etag);
    if (known) return { content: known, etag };
    const page = this.#page
      .replace(/<html[^>]*>/, `<html lang="${language}" class="${theme}" data-session="${session}">`)
      .replace(
        '<title>',
        `<meta name="docket-build" content="${this.id}" />\n    ${signedIn ? bootLink : ''}<title>`,
      );
    const content = encoding ? compress[encoding](page) : Buffer.from(page);
    this.#pages.set(etag, content);
    return { content, etag };
  }
}
