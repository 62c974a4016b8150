import { chmodSync, cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Rolldown } from 'vite';
import { codeLanguageNames, codeLanguages } from '../../packages/docs-drafts/surface/code/code-languages.ts';
import { renameImported } from './compile.ts';
import { readPackageFile, writePackageFile } from './npm-package.ts';

const shebang = '#!/usr/bin/env node\n';

/** Libraries that the bundle contains, in files that only the commands load that need them. */
const libraries = ['@agentclientprotocol/sdk', 'zod', 'yaml', '@babel/parser', '@vscode/tree-sitter-wasm'];

/** The program, and what it starts as a process or thread of its own. */
const entries = {
  docket: 'src/cli/client/main.ts',
  'check-process': 'src/cli/client/docs-check/check-process.ts',
  'watchdog-thread': 'src/platform/process-limits/watchdog-thread.ts',
};

/** Parsers for `docket docs check`. The library loads WebAssembly from its own folder, so it stays a file of its own. */
const parsers = '@vscode/tree-sitter-wasm';
const grammars = ['python', 'go', ...codeLanguageNames.flatMap((name) => codeLanguages[name].grammar ?? [])];
const parserFiles = {
  'tree-sitter.js': 'tree-sitter.cjs',
  'tree-sitter.wasm': 'tree-sitter.wasm',
  ...Object.fromEntries(grammars.map((name) => [`tree-sitter-${name}.wasm`, `tree-sitter-${name}.wasm`])),
};

/**
 * The commands that talk to a server over HTTP, bundled for Node 20 without dependencies. Returns the files of Docket in the
 * bundle.
 */
export async function writeCliPackage(root: string, to: string): Promise<string[]> {
  const bundle = (await build({
    root,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [parsers] },
    build: {
      ssr: true,
      target: 'node20',
      outDir: path.join(to, 'bin'),
      emptyOutDir: true,
      minify: false,
      rolldownOptions: {
        input: entries,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })) as Rolldown.RolldownOutput;
  for (const [name, own] of Object.entries(parserFiles))
    cpSync(path.join(root, 'node_modules', parsers, 'wasm', name), path.join(to, 'bin', own));
  for (const file of globSync('bin/*.js', { cwd: to }).map((name) => path.join(to, name))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(parsers, './tree-sitter.cjs'));
    renameImported(file);
  }
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
  return listSources(root, bundle);
}

const listSources = (root: string, { output }: Rolldown.RolldownOutput): string[] =>
  output
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .map((id) => path.relative(root, id).replaceAll(path.sep, '/'))
    .filter((file) => /^(?:src|sdk|packages)\//.test(file));

const readLicence = (root: string) => (name: string) => {
  const folder = path.join(root, 'node_modules', name);
  const { version, license } = readPackageFile(folder);
  return `${name} ${version}, ${license}\n\n${readFileSync(path.join(folder, 'LICENSE'), 'utf8')}`;
};
