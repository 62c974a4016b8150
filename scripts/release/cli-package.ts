import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { readPackageFile, writePackageFile } from './npm-package.ts';

const shebang = '#!/usr/bin/env node\n';

/** Libraries that the bundle contains, in files that only the commands load that need them. */
const libraries = ['@agentclientprotocol/sdk', 'zod', 'yaml'];

/** The commands that talk to a server over HTTP, bundled for Node 20 without dependencies. */
export async function writeCliPackage(root: string, to: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: 'src/cli/client/main.ts',
      target: 'node20',
      outDir: path.join(to, 'bin'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'docket.js', chunkFileNames: '[name].js' } },
    },
  });
  const program = path.join(to, 'bin/docket.js');
  writeFileSync(program, shebang + readFileSync(program, 'utf8'));
  chmodSync(program, 0o755);
  cpSync(path.join(root, 'LICENSE'), path.join(to, 'LICENSE'));
  writeFileSync(path.join(to, 'THIRD-PARTY-LICENSES.txt'), libraries.map(readLicence(root)).join('\n'));
  cpSync(path.join(root, 'docs/command-line.md'), path.join(to, 'README.md'));
  const { version, license, type, engines, bin } = readPackageFile(root);
  const manifest = {
    name: 'docket-cli',
    version,
    description: 'Command line for Docket, a self-hosted ticket tracker: tickets, agents, MCP, webhooks',
    ...{ license, type, engines, bin },
  };
  writePackageFile(to, manifest);
}

const readLicence = (root: string) => (name: string) => {
  const folder = path.join(root, 'node_modules', name);
  const { version, license } = readPackageFile(folder);
  return `${name} ${version}, ${license}\n\n${readFileSync(path.join(folder, 'LICENSE'), 'utf8')}`;
};
