import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from './compile.ts';
import type { PackageFile } from './npm-package.ts';

/** The entry points of the SDK, by the name that they are imported by. */
const entries = { '.': 'index', './webhooks': 'webhooks' };

/** The client with its types and without dependencies. */
export function writeSdkPackage(root: string, to: string): void {
  compile({
    root,
    files: Object.values(entries).map((name) => `sdk/${name}.ts`),
    rootDir: path.join(root, 'sdk'),
    to,
    target: 'es2022',
    declaration: true,
  });
  const readme = readFileSync(path.join(root, 'sdk/README.md'), 'utf8');
  writeFileSync(path.join(to, 'README.md'), readme);
  cpSync(path.join(root, 'LICENSE'), path.join(to, 'LICENSE'));
  const { version, license, type, engines } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  ) as PackageFile;
  const manifest = {
    name: 'docket-sdk',
    version,
    description: 'Typed client for the API of Docket, a self-hosted ticket tracker',
    ...{ license, type, engines },
    sideEffects: false,
    exports: Object.fromEntries(
      Object.entries(entries).map(([entry, name]) => [
        entry,
        { types: `./${name}.d.ts`, default: `./${name}.js` },
      ]),
    ),
  };
  writeFileSync(path.join(to, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
