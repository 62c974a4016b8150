import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startServer } from '../durability/running-server.ts';
import { readSnippets, toolsInAll } from '../support/agent-snippets.ts';

const root = path.resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** The programs of the system, without the Node that npm installed beside Docket. */
const systemPath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(path.delimiter);
// The rest of the environment may say how npm reaches its registry.
const environment: NodeJS.ProcessEnv = { ...process.env, PATH: systemPath };
const systemNode = execFileSync('sh', ['-c', 'command -v node'], {
  encoding: 'utf8',
  env: environment,
}).trim();

/** Starts what docs/agents.md tells the clients to start, as they do, with the installed package on the PATH. */
async function assertProgramsOfDocsStart(programs: string, url: string, apiKey: string): Promise<void> {
  let started = 0;
  for (const { client: name, connection } of readSnippets(url, apiKey)) {
    if (!('command' in connection)) continue;
    const { command, args, env } = connection;
    const PATH = `${programs}${path.delimiter}${systemPath}`;
    const client = new Client({ name, version: '1' });
    await client.connect(new StdioClientTransport({ command, args, env: { ...env, PATH } }));
    const { tools } = await client.listTools().finally(() => client.close());
    assert.equal(tools.length, toolsInAll, name);
    started++;
  }
  assert.equal(started, 5);
}

suite('the npm packages', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-packages-test-'));
  const packed = path.join(folder, 'packed');
  const run = (place: string, program: string, ...args: string[]) =>
    execFileSync(program, args, {
      cwd: path.join(folder, place),
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  /** An empty folder with this package. */
  const install = (name: string) => {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'package.json'), '{"private": true, "type": "module"}');
    const archive = path.join(packed, `${name}-${version}.tgz`);
    run(name, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', archive);
  };

  before(() => {
    execFileSync(process.execPath, ['scripts/pack.ts', '--to', packed], { cwd: root, stdio: 'ignore' });
  });
  after(() => rmSync(folder, { recursive: true }));

  test('contain JavaScript, and neither TypeScript sources nor tests', () => {
    const archives = globSync('*.tgz', { cwd: packed });
    assert.equal(archives.length, 3);
    for (const archive of archives) {
      const files = execFileSync('tar', ['tf', path.join(packed, archive)], { encoding: 'utf8' }).split('\n');
      const unwanted = files.filter((file) => /\.test\.[jt]s$|(?<!\.d)\.ts$/.test(file));
      assert.deepEqual(unwanted, [], archive);
      assert.ok(files.includes('package/LICENSE'), archive);
    }
  });

  test('docket-sdk has no dependencies, is typed, and runs on the Node of the system', () => {
    install('docket-sdk');
    assert.deepEqual(globSync('node_modules/*', { cwd: path.join(folder, 'docket-sdk') }), [
      'node_modules/docket-sdk',
    ]);
    const program = `
      import { createClient, DocketError, followEvents, retryingFetch, ticketStatuses } from 'docket-sdk';
      import { verifyWebhook } from 'docket-sdk/webhooks';
      const docket = createClient({ baseUrl: 'http://127.0.0.1:1', fetch: retryingFetch({ attemptsMax: 1 }) });
      const outcome = await docket.getTicket({ params: { id: 'A-1' } }).catch((error: Error) => error);
      console.log(outcome instanceof Error && !(outcome instanceof DocketError), ticketStatuses.length);
      console.log(typeof followEvents, typeof verifyWebhook);`;
    const wrong = `
      import { createClient } from 'docket-sdk';
      await createClient({ baseUrl: '' }).listTickets({ query: { status: 'nonsense', limit: '5' } });`;
    const typecheck = (text: string) => {
      writeFileSync(path.join(folder, 'docket-sdk/program.ts'), text);
      const compiler = path.join(root, 'node_modules/.bin/tsc');
      const options = '--strict --module nodenext --target es2022 --lib es2022,dom,dom.asynciterable';
      run('docket-sdk', compiler, ...options.split(' '), 'program.ts');
    };
    typecheck(program);
    assert.equal(run('docket-sdk', 'node', 'program.js'), 'true 6\nfunction function\n');
    assert.throws(() => typecheck(wrong), { stdout: /not assignable to type 'number'/ });
  });

  test('docket starts on the Node of the system and serves the web app, the API and docket-cli', async () => {
    install('docket');
    assert.equal(run('docket', 'npx', 'docket', '--version'), `docket ${version}\n`);
    const file = path.join(folder, 'data/docket.db');
    const program = path.join(folder, 'docket/node_modules/docket/bin/docket.js');
    const server = await startServer({ engine: 'sqlite', file }, { WEB: '' }, [], program, systemNode);
    const page = await fetch(server.url, { headers: { accept: 'text/html' } });
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1];
    assert.equal((await fetch(new URL(String(script), server.url))).status, 200);
    const skill = await fetch(`${server.url}/skill.md`);
    assert.match(await skill.text(), new RegExp(server.url));
    const signedUp = await fetch(`${server.url}/api/auth/sign-up/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'a long enough password' }),
    });
    assert.equal(signedUp.status, 201);
    const cookie = String(signedUp.headers.getSetCookie()[0]?.split(';')[0]);
    // Lists and searches run on threads, whose files are named by their URL.
    for (const address of ['/api/tickets?limit=5', '/api/tickets/search?q=lamp', '/api/tickets/stats']) {
      const answer = await fetch(`${server.url}${address}`, { headers: { cookie } });
      assert.equal(answer.status, 200, address);
    }

    install('docket-cli');
    assert.deepEqual(globSync('node_modules/*', { cwd: path.join(folder, 'docket-cli') }), [
      'node_modules/docket-cli',
    ]);
    const created = await fetch(`${server.url}/api/user/api-keys`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'cli' }),
    });
    const { data } = (await created.json()) as { data: { key: string } };
    Object.assign(environment, { DOCKET_URL: server.url, DOCKET_API_KEY: data.key });
    const cli = (...args: string[]) => run('docket-cli', 'npx', 'docket', ...args);
    assert.equal(cli('--version'), `docket ${version}\n`);
    cli('ticket', 'create', 'The lamp is broken', '--assignee', 'me');
    assert.match(cli('ticket', 'mine'), /The lamp is broken/);
    await assertProgramsOfDocsStart(path.join(folder, 'docket-cli/node_modules/.bin'), server.url, data.key);
    assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null });
  });
});
