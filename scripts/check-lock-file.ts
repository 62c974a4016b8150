import { readFileSync } from 'node:fs';
import path from 'node:path';
import { report, type Violation } from './violation.ts';

interface LockFile {
  packages: Record<string, { link?: boolean; inBundle?: boolean; integrity?: string }>;
}

const strongHash = /^sha512-[A-Za-z0-9+/]{86}==$/;

/**
 * Without a hash npm installs whatever the registry sends under the name and version. The root, links to folders of this
 * repository and parts of another package's archive are not downloaded.
 */
export function findUnverifiedPackages(root: string): Violation[] {
  const file = 'package-lock.json';
  const { packages } = JSON.parse(readFileSync(path.join(root, file), 'utf8')) as LockFile;
  return Object.entries(packages)
    .filter(([name, { link, inBundle, integrity }]) => {
      return name !== '' && !link && !inBundle && !strongHash.test(integrity ?? '');
    })
    .map(([name, { integrity }]) => ({
      rule: 'lock-file-integrity',
      location: `${file}: ${name}`,
      problem: `${integrity ? 'has a weak hash' : 'has no "integrity"'}. Copy the sha512 of "npm view NAME@VERSION dist.integrity".`,
    }));
}

if (import.meta.main) report(findUnverifiedPackages(process.cwd()));
