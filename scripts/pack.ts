import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeCliPackage } from './release/cli-package.ts';
import { packFolder, readPackageFile } from './release/npm-package.ts';
import { writeSdkPackage } from './release/sdk-package.ts';
import { writeServerPackage } from './release/server-package.ts';

/**
 * `npm run pack -- [--to FOLDER]` writes the packages for npm: `docket` (the server with the web app), `docket-cli`
 * (commands that talk to a server) and `docket-sdk` (the client). They are compiled, because Node strips no types below node_modules.
 */
const root = path.resolve(import.meta.dirname, '..');
const packages = { docket: writeServerPackage, 'docket-cli': writeCliPackage, 'docket-sdk': writeSdkPackage };

const { values } = parseArgs({ options: { to: { type: 'string', default: path.join(root, 'release') } } });
const folder = path.resolve(values.to);
mkdirSync(folder, { recursive: true });
execFileSync(process.execPath, ['scripts/build-web.ts', '--if-stale'], { cwd: root, stdio: 'inherit' });
for (const [name, write] of Object.entries(packages)) {
  const staging = mkdtempSync(path.join(tmpdir(), `${name}-package-`));
  try {
    await write(root, staging);
    const content = await packFolder(staging);
    const file = path.join(folder, `${name}-${readPackageFile(root).version}.tgz`);
    writeFileSync(file, content);
    console.log(`${file} (${(content.length / 2 ** 20).toFixed(2)} MB)`);
  } finally {
    rmSync(staging, { recursive: true });
  }
}
