import { cpSync } from 'node:fs';
import path from 'node:path';
import { compile } from './compile.ts';
import { readPackageFile, writePackageFile } from './npm-package.ts';

/** The entry points of the SDK, by the name that they are imported by. */
const entries = { '.': 'index', './webhooks': 'webhooks' };

/** The client with its types and without dependencies. Returns its entry files. */
export async function writeSdkPackage(root: string, to: string): Promise<string[]> {
  const files = Object.values(entries).map((name) => `sdk/${name}.ts`);
  await compile({
    root,
    files,
    rootDir: path.join(root, 'sdk'),
    to,
    target: 'es2022',
    declaration: true,
  });
  cpSync(path.join(root, 'sdk/README.md'), path.join(to, 'README.md'));
  cpSync(path.join(root, 'LICENSE'), path.join(to, 'LICENSE'));
  const { version, license, type, engines } = readPackageFile(root);
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
  writePackageFile(to, manifest);
  return files;
}
