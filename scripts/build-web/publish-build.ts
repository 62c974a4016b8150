import { hash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import {
  type BuildManifest,
  type BuiltFile,
  distFolder,
  type Encoding,
  encodingSuffixes,
  encodings,
  manifestFile,
  readManifest,
} from '../../src/web-app/build-manifest.ts';
import type { OutputFile } from './check-output.ts';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const encode: Record<Encoding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) => brotli(content, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gzip: (content) => gzip(content, { level: 9 }),
};

export const hashContent = (content: Buffer) => hash('sha256', content, 'base64url').slice(0, 16);

/** Fonts and pictures are compressed already. */
const compressible = /\.(?:js|css|svg|json|webmanifest|html|txt|map)$/;

/** Another process may have written a file a moment ago whose manifest it has not written yet. */
const keptMs = 60 * 60_000;

/**
 * Writes a build into web/dist. Any number of processes may do so at once, and each may be killed at any moment: every
 * file is renamed into place, and the manifest, which names all others, is the last.
 */
export async function publishBuild(
  root: string,
  build: Pick<BuildManifest, 'stamp' | 'downloads' | 'page' | 'preloads'> & { files: OutputFile[] },
): Promise<BuildManifest> {
  const { stamp, downloads, page, preloads } = build;
  const before = await readManifest(root);
  const known = new Map(
    [...(before?.files ?? []), ...(before?.earlierFiles ?? [])].map((file) => [file.hash, file]),
  );
  await mkdir(distFolder(root), { recursive: true });
  const files = await Promise.all(build.files.map((file) => publishFile(root, file, known)));
  const addresses = new Set(files.map(({ address }) => address));
  const isSameBuild = before?.stamp === stamp;
  const earlier = isSameBuild ? before.earlierFiles : (before?.files ?? []);
  const manifest: BuildManifest = {
    format: 2,
    id: stamp.slice(0, 12),
    stamp,
    downloads,
    page,
    files,
    preloads,
    earlierFiles: earlier.filter(({ address }) => !addresses.has(address) && address.startsWith('assets/')),
  };
  await writeAtomically(manifestFile(root), JSON.stringify(manifest));
  await removeOthers(root, manifest);
  return manifest;
}

async function publishFile(
  root: string,
  file: OutputFile,
  known: Map<string, BuiltFile>,
): Promise<BuiltFile> {
  const { name, content } = file;
  const target = path.join(distFolder(root), name);
  const contentHash = hashContent(content);
  const earlier = known.get(contentHash);
  // Brotli takes most of the time of a build, and most files are those of the build before.
  if (earlier?.address === name && (await isComplete(target, earlier))) return earlier;

  await mkdir(path.dirname(target), { recursive: true });
  const built: BuiltFile = { address: name, hash: contentHash, bytes: { identity: content.length } };
  const compress = async (encoding: Encoding) => {
    const encoded = await encode[encoding](content);
    if (encoded.length >= content.length) return;
    built.bytes[encoding] = encoded.length;
    await writeAtomically(target + encodingSuffixes[encoding], encoded);
  };
  await Promise.all([
    writeAtomically(target, content),
    ...(compressible.test(name) ? encodings.map(compress) : []),
  ]);
  return built;
}

async function isComplete(target: string, { hash: expected, bytes }: BuiltFile): Promise<boolean> {
  try {
    const sizes = encodings
      .filter((encoding) => bytes[encoding] !== undefined)
      .map(async (encoding) => (await stat(target + encodingSuffixes[encoding])).size === bytes[encoding]);
    const content = await readFile(target);
    return hashContent(content) === expected && !(await Promise.all(sizes)).includes(false);
  } catch {
    return false;
  }
}

let temporaryFiles = 0;

async function writeAtomically(target: string, content: string | Buffer): Promise<void> {
  const temporary = `${target}.${process.pid}-${++temporaryFiles}.tmp`;
  await writeFile(temporary, content);
  await rename(temporary, target);
}

/** Leaves of web/dist the last build alone, so that a release depends on its sources and on no earlier build. */
export async function keepLastBuild(root: string): Promise<void> {
  const manifest = await readManifest(root);
  if (!manifest) throw new Error(`${distFolder(root)} has no build`);
  const alone: BuildManifest = { ...manifest, earlierFiles: [] };
  await writeAtomically(manifestFile(root), JSON.stringify(alone));
  await removeOthers(root, alone, 0);
}

/** Removes files of older builds, and temporary files of processes that were killed. */
async function removeOthers(
  root: string,
  { files, earlierFiles }: BuildManifest,
  minimumAgeMs = keptMs,
): Promise<void> {
  const folder = distFolder(root);
  const kept = new Set([manifestFile(root)]);
  for (const { address } of [...files, ...earlierFiles]) {
    const target = path.join(folder, address);
    for (const suffix of ['', ...Object.values(encodingSuffixes)]) kept.add(target + suffix);
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || kept.has(file)) continue;
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs >= minimumAgeMs) await rm(file, { force: true });
  }
}
