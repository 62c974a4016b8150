import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keepLastBuild } from './build-web/publish-build.ts';
import { listMaterials } from './release/bill-of-materials.ts';
import { cutVersion, readChangelog } from './release/changelog.ts';
import { vendorPackages } from './release/vendor-packages.ts';

/**
 * `npm run release -- VERSION` moves what is unreleased in CHANGELOG.md under that version and today's date, and sets the version
 * of Docket. Commit that. Then `npm run release -- [--to FOLDER]` writes what an installation needs into an archive: the server,
 * the web app as it was built with the packages that it serves, and the list of packages. `npm ci --omit=dev` in the unpacked folder installs those. Beside the archive it writes
 * its SHA-256 and the software bill of materials (CycloneDX). With `--vendor` it also writes the packages of npm as an archive that is
 * unpacked at the same place, for images that are built without network (ops/docker/Containerfile).
 */
const root = path.resolve(import.meta.dirname, '..');
const contents = [
  'bin',
  'docs',
  'migrations',
  'openapi',
  'ops',
  'packages',
  'scripts/prepare.js',
  'sdk',
  'skills',
  'src',
  'web/dist',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'package-lock.json',
  'package.json',
];
const isForDevelopment = /\.(?:test|support)\.ts$/;

const { values, positionals } = parseArgs({
  options: {
    to: { type: 'string', default: path.join(root, 'release') },
    vendor: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
if (positionals[0] !== undefined) process.exit(setVersion(positionals[0]));
const folder = path.resolve(values.to);
const { version } = readJson<{ version: string }>('package.json');
if (readChangelog(readText('CHANGELOG.md'))[1]?.version !== version)
  throw new Error(`CHANGELOG.md does not tell version ${version}. Run \`npm run release -- VERSION\` first.`);
const name = `docket-${version}`;
const staging = mkdtempSync(path.join(tmpdir(), 'docket-release-'));
try {
  run(process.execPath, ['scripts/build-web.ts', '--if-stale']);
  for (const entry of contents) {
    const target = path.join(staging, name, entry);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(path.join(root, entry), target, {
      recursive: true,
      filter: (file) => !isForDevelopment.test(file),
    });
  }
  await keepLastBuild(path.join(staging, name));
  const materials = `${JSON.stringify(listMaterials(readJson('package-lock.json')), undefined, 2)}\n`;
  writeFileSync(path.join(staging, name, 'sbom.cdx.json'), materials);
  mkdirSync(folder, { recursive: true });
  const archive = path.join(folder, `${name}.tar.gz`);
  const bytes = execFileSync('gzip', ['-9n'], { input: pack(name), maxBuffer: 2 ** 30 });
  writeWithChecksum(archive, bytes);
  writeFileSync(path.join(folder, `${name}.sbom.cdx.json`), materials);
  console.log(`${archive} (${(bytes.length / 2 ** 20).toFixed(1)} MB)`);
  if (values.vendor) {
    const vendored = path.join(staging, name, 'vendor');
    mkdirSync(vendored);
    const { packages } = readJson<{ packages: Parameters<typeof vendorPackages>[0] }>('package-lock.json');
    await vendorPackages(packages, {
      cache: run('npm', ['config', 'get', 'cache']).trim(),
      folder: vendored,
    });
    writeWithChecksum(path.join(folder, `${name}-packages.tar`), pack(`${name}/vendor`));
  }
} finally {
  rmSync(staging, { recursive: true });
}

/** The same sources give the same bytes: sorted, without the names and the times of this machine. */
function pack(entry: string): Buffer {
  const sameBytes = [
    '--sort=name',
    `--mtime=@${timeOfSources()}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ];
  return execFileSync('tar', [...sameBytes, '--mode=go-w', '-c', entry], {
    cwd: staging,
    maxBuffer: 2 ** 30,
  });
}

function writeWithChecksum(file: string, bytes: Buffer): void {
  writeFileSync(file, bytes);
  const digest = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(`${file}.sha256`, `${digest}  ${path.basename(file)}\n`);
}

/** Returns the exit code. */
function setVersion(version: string): number {
  const today = new Date().toISOString().slice(0, 10);
  try {
    const changelog = cutVersion(readText('CHANGELOG.md'), version, today);
    run('npm', ['version', version, '--no-git-tag-version', '--ignore-scripts']);
    writeFileSync(path.join(root, 'CHANGELOG.md'), changelog);
    run(process.execPath, ['scripts/generate.ts']);
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
  console.log(
    `Version ${version}. Commit it, tag it v${version}, then run \`npm run release\` for the archive.`,
  );
  return 0;
}

function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

function readJson<T>(file: string): T {
  return JSON.parse(readText(file));
}

function run(program: string, args: string[]): string {
  return execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The time of the last commit, in seconds; 0 without a repository. */
function timeOfSources(): string {
  if (!existsSync(path.join(root, '.git'))) return '0';
  return run('git', ['log', '-1', '--format=%ct']).trim();
}
