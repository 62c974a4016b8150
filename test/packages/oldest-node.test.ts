import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { writeCliPackage } from '../../scripts/release/cli-package.ts';
import { readPackageFile } from '../../scripts/release/npm-package.ts';
import { writeSdkPackage } from '../../scripts/release/sdk-package.ts';
import { newBrokenCheckout } from '../cli/checkout.ts';
import { findOldestNode, withoutOldestNode } from '../support/oldest-node.ts';

const root = path.resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const oldestNode = findOldestNode();

suite('on the oldest Node that package.json allows', { skip: oldestNode ? false : withoutOldestNode }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-oldest-node-'));
  const sdk = path.join(folder, 'sdk');
  const cli = path.join(folder, 'cli');
  before(async () => {
    await writeSdkPackage(root, sdk);
    await writeCliPackage(root, cli);
  });
  after(() => rmSync(folder, { recursive: true }));

  async function follow({ signal }: TestContext, way: string): Promise<unknown> {
    const program = path.join(import.meta.dirname, 'follow-events-on-oldest-node.js');
    const entry = pathToFileURL(path.join(sdk, 'index.js')).href;
    const args = ['--expose-gc', program, entry, way];
    const { stdout } = await run(String(oldestNode), args, { signal });
    return JSON.parse(stdout);
  }

  test('followEvents ends on abort after a garbage collection', async (t) => {
    assert.deepEqual(await follow(t, 'abort'), { done: true });
  });

  test('followEvents replaces a silent connection after a garbage collection', async (t) => {
    assert.deepEqual(await follow(t, 'silence'), { position: '7-1' });
  });

  test('followEvents replaces a connection that is never answered', async (t) => {
    assert.deepEqual(await follow(t, 'no answer'), { position: null });
  });

  test('docket-sdk and docket-cli have the engines of Docket, and use nothing that this Node lacks', async () => {
    const listNames = async (node: string) => {
      const program = path.join(import.meta.dirname, 'list-names.js');
      const { stdout } = await run(node, ['--no-warnings', program], { maxBuffer: 2 ** 24 });
      return JSON.parse(stdout) as Names;
    };
    const [oldest, newest] = await Promise.all([listNames(String(oldestNode)), listNames(process.execPath)]);
    for (const place of [sdk, cli]) {
      const { engines, dependencies } = readPackageFile(place);
      assert.deepEqual(engines, readPackageFile(root).engines);
      assert.equal(dependencies, undefined);
      for (const file of globSync('**/*.js', { cwd: place })) {
        const text = readFileSync(path.join(place, file), 'utf8');
        assert.deepEqual(findLacking(text, oldest, newest), [], file);
      }
    }
    const { stdout } = await run(String(oldestNode), [path.join(cli, 'bin/docket.js'), '--version']);
    assert.equal(stdout, `docket ${readPackageFile(root).version}\n`);
  });

  test('docket agent run talks to an agent of the Agent Client Protocol', async () => {
    const agent = `${process.execPath} ${path.join(root, 'test/agents/acp-agent.ts')} old`;
    const args = [path.join(cli, 'bin/docket.js'), 'agent', 'run', '--acp', agent, '--sandbox', 'off'];
    const env = { ...process.env, DOCKET_URL: 'http://127.0.0.1:9', DOCKET_API_KEY: 'dkt_x' };
    const refused = run(String(oldestNode), args, { env });
    await assert.rejects(
      refused,
      /The agent speaks version 0 of the Agent Client Protocol, docket version 1/,
    );
  });

  test('docket docs check finds a break', async () => {
    const { folder: repository } = newBrokenCheckout();
    const args = [path.join(cli, 'bin/docket.js'), 'docs', 'check', '--repository', repository, '--json'];
    const { code, stdout } = await run(String(oldestNode), args).catch((error) => error);
    assert.equal(code, 3, stdout);
    assert.equal(JSON.parse(stdout).verdict.bump, 'major');
  });

  test('a name that only newer versions of Node have is found', async () => {
    const oldest = {
      globals: ['Set'],
      statics: [],
      methods: ['map'],
      iterator: [],
      modules: { fs: ['open'] },
    };
    const newest = {
      globals: ['Set', 'Iterator'],
      statics: ['Promise.try'],
      methods: ['map', 'union', 'intersection'],
      iterator: ['map'],
      modules: {},
    };
    const text = `import { globSync, open as o } from "node:fs"; import { backup } from 'node:sqlite';
      new Iterator(); Promise.try(x); a.union(b); a.values().map(f); [].map(f);
      class Own {
        intersection(other) {
          return this.intersection(other); } }`;
    assert.deepEqual(findLacking(text, oldest, newest), [
      'globSync of node:fs',
      'backup of node:sqlite',
      'Iterator',
      'Promise.try',
      '.union',
      '.values().map',
    ]);
  });
});

interface Names {
  globals: string[];
  statics: string[];
  /** Of the prototypes of all global constructors. */
  methods: string[];
  iterator: string[];
  modules: Record<string, string[]>;
}

/** Uses of names that the newest Node has and the oldest has not, by their spelling. */
function findLacking(text: string, oldest: Names, newest: Names): string[] {
  const added = (kind: 'globals' | 'statics' | 'methods' | 'iterator') => {
    const known = new Set(oldest[kind]);
    return [...new Set(newest[kind])].filter((name) => !known.has(name));
  };
  const imports = text.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*["']node:([\w/]+)["']/g);
  const imported = [...imports].flatMap(([, list = '', module = '']) =>
    list
      .split(',')
      .map((entry) => entry.trim().split(/\s+as\s+/)[0] as string)
      .filter((name) => name !== '' && !oldest.modules[module]?.includes(name))
      .map((name) => `${name} of node:${module}`),
  );
  const uses = (pattern: string) => new RegExp(pattern).test(text);
  /** A class of the file, or an object, has a method of its own by that name. */
  const defines = (name: string) => new RegExp(`^\\s+(?:async )?${name}\\([^()]*\\) \\{$`, 'm').test(text);
  /** The file brings it along: `define(Map, { groupBy(` (src/cli/client/docs-check/newer-built-ins.ts). */
  const polyfills = (name: string) => uses(`\\bdefine\\(${name.replace('.', ', \\{\\s*')}\\(`);
  return [
    ...imported,
    ...added('globals').filter((name) => uses(`\\b(?:new|instanceof)\\s+${name}\\b`)),
    ...added('statics').filter((name) => uses(`\\b${name.replace('.', '\\.')}\\b`) && !polyfills(name)),
    ...added('methods')
      // WebSocket has it since Node 22, child processes always had it.
      .filter((name) => name !== 'send')
      .map((name) => `.${name}`)
      .filter((name) => uses(`\\${name}\\(`) && !defines(name.slice(1))),
    ...added('iterator').flatMap((name) =>
      ['values', 'keys', 'entries']
        .filter((source) => uses(`\\.${source}\\(\\)\\s*\\.${name}\\(`))
        .map((source) => `.${source}().${name}`),
    ),
  ];
}
