// Unpacks the packages of `vendor` into `node_modules`, without npm and without network: `node ops/docker/install-packages.js`.
// Each must have the SHA-512 that package-lock.json says. No script of a package is run.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
let count = 0;
for (const [place, { integrity, dev, optional, devOptional }] of Object.entries(packages)) {
  if (place === '' || dev || optional || devOptional) continue;
  const hex = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  const file = `vendor/${hex.slice(0, 32)}.tgz`;
  const bytes = readFileSync(file);
  if (createHash('sha512').update(bytes).digest('hex') !== hex)
    throw new Error(`${file} is not the ${place} of package-lock.json.`);
  mkdirSync(place, { recursive: true });
  execFileSync('tar', ['-xzf', '-', '--strip-components=1', '--no-same-owner', '-C', place], {
    input: bytes,
  });
  count++;
}
console.log(`${count} packages`);
