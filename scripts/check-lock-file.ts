import { readFileSync } from 'node:fs';
import path from 'node:path';
import { report, type Violation } from './violation.ts';

interface LockFile {
  packages: Record<string, { link?: boolean; inBundle?: boolean; integrity?: string; engines?: object }>;
}

const file = 'package-lock.json';
const strongHash = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Without a hash npm installs whatever the registry sends under the name and version. The root, links to folders of this
 * repository and parts of another package's archive are not downloaded.
 */
export function findUnverifiedPackages(root: string): Violation[] {
  return readPackages(root)
    .filter(([name, { link, inBundle, integrity }]) => {
      return name !== '' && !link && !inBundle && !strongHash.test(integrity ?? '');
    })
    .map(([name, { integrity }]) => ({
      rule: 'lock-file-integrity',
      location: `${file}: ${name}`,
      problem: `${integrity ? 'has a weak hash' : 'has no "integrity"'}. Copy the sha512 of "npm view NAME@VERSION dist.integrity".`,
    }));
}

/**
 * Dependencies run on the Node that the lock file itself installs, whatever Node runs npm. npm cannot know that: if the
 * lock file states their engines, `npm ci` with an older Node warns of each.
 */
export function findStatedEngines(root: string): Violation[] {
  return readPackages(root)
    .filter(([name, { engines }]) => name !== '' && engines)
    .map(([name]) => ({
      rule: 'lock-file-engines',
      location: `${file}: ${name}`,
      problem: 'states "engines". Remove them: it runs on the Node that package.json installs.',
    }));
}

const readPackages = (root: string) =>
  Object.entries((JSON.parse(readFileSync(path.join(root, file), 'utf8')) as LockFile).packages);

if (import.meta.main) {
  const root = process.cwd();
  report([...findUnverifiedPackages(root), ...findStatedEngines(root)]);
}
