import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile } from './compile.ts';
import { readPackageFile, writePackageFile } from './npm-package.ts';

const copied = [
  'bin',
  'docs',
  'migrations',
  'openapi',
  'ops',
  'skills',
  'web/dist',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
];

/** Only to build the web app, which the package has built. */
const bundler = 'vite';

const compiledForm = `export const extension = '.js';\nexport const format = 'module';\n`;

/** The server with the web app and every command, in the layout of the sources. */
export async function writeServerPackage(root: string, to: string): Promise<void> {
  const sources = globSync('{src,packages}/**/*.ts', { cwd: root, exclude: ['**/*.{test,support}.ts'] });
  await compile({ root, files: sources, rootDir: root, to, target: 'esnext' });
  for (const entry of copied) cpSync(path.join(root, entry), path.join(to, entry), { recursive: true });
  for (const page of globSync('src/**/*.html', { cwd: root }))
    cpSync(path.join(root, page), path.join(to, page));
  writeFileSync(path.join(to, 'bin/source-form.js'), compiledForm);

  const text = sources.map((file) => readFileSync(path.join(root, file), 'utf8')).join('\n');
  const isUsed = ([name]: [string, string]) =>
    name !== bundler && (text.includes(`'${name}'`) || text.includes(`'${name}/`));
  const { name, version, description, license, type, engines, bin, dependencies, optionalDependencies } =
    readPackageFile(root);
  const manifest = {
    ...{ name, version, description, license, type, engines, bin },
    dependencies: Object.fromEntries(Object.entries(dependencies ?? {}).filter(isUsed)),
    optionalDependencies,
  };
  writePackageFile(to, manifest);
}
