import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { startServer } from '../durability/running-server.ts';
import { newFolder } from './docket.ts';

const root = path.resolve(import.meta.dirname, '../..');
const fixtures = path.join(root, 'test/imports/fixtures');
const run = promisify(execFile);

/** What a test does not run: what starts the server, the text of a file, and programs of others. */
const leftOut = /^(?:npm ci|#!|claude )/;

/** The shell blocks of a page, in order. */
function shellBlocks(page: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  const blocks = Array.from(text.matchAll(/^```sh\n(.*?)^```$/gms), ([, block = '']) => block);
  return blocks.filter((block) => !leftOut.test(block));
}

/** Runs the blocks as one shell session beside a new server; an undefined variable or a failing command ends it. */
async function runBlocks(blocks: string[], fill: (block: string) => string = (block) => block) {
  const folder = newFolder();
  const file = path.join(folder, 'data/docket.db');
  const server = await startServer({ engine: 'sqlite', file }, { WEB: '', RATE_LIMIT: 'off' });
  try {
    const programs = path.join(folder, 'programs');
    mkdirSync(programs);
    const docket = path.join(programs, 'docket');
    writeFileSync(
      docket,
      `#!/bin/sh\nexec '${process.execPath}' '${path.join(root, 'src/cli/client/main.ts')}' "$@"\n`,
    );
    chmodSync(docket, 0o755);
    const scripts = { docket: `'${process.execPath}' '${path.join(root, 'bin/docket.js')}'` };
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
    const script = fill(blocks.join('\n')).replaceAll('http://127.0.0.1:3000', server.url);
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      env: {
        PATH: `${programs}${path.delimiter}${process.env.PATH}`,
        HOME: folder,
        DATA_DIR: path.join(folder, 'data'),
      },
      maxBuffer: 2 ** 24,
    });
    return stdout;
  } finally {
    await server.end('SIGTERM');
  }
}

test('the commands of docs/agents.md work in the order of the page', async () => {
  const output = await runBlocks(shellBlocks('docs/agents.md'));
  assert.match(output, /"state":"completed"/);
});

/** What the commands of the guide find: an account with a key, the project APP with seven tickets, and files of other products. */
const sceneOfGuide = `
export DOCKET_URL=http://127.0.0.1:3000
export DOCKET_API_KEY=$(npm run -s docket -- user create --name "Grace Hopper" --email grace@example.org --json |
  node -p "JSON.parse(require('fs').readFileSync(0)).apiKey")
send() { curl -sf -H "Authorization: Bearer $DOCKET_API_KEY" -H 'Content-Type: application/json' "$DOCKET_URL$1" -d "$2"; }
send /api/projects '{"name": "App", "key": "APP"}'
send /api/projects '{"name": "New", "key": "NEW"}'
for number in 1 2 3 4 5 6 7; do send /api/tickets '{"title": "Ticket", "projectId": "APP"}'; done
send /api/tickets/APP-7/criteria '{"text": "Tests pass", "check": {"type": "tests", "value": "*"}}'
send /api/project/APP/templates '{"name": "Bug report", "ticket": {"type": "BUG"}}'
echo '<testsuite name="all"><testcase name="one"/></testsuite>' > junit.xml
cp '${fixtures}/'* .
mv github-issues.json issues.json; mv github-comments.json comments.json; mv gitlab-issues.ndjson issues.ndjson
`;

test('the commands of every page of the guide work', async () => {
  const pages = globSync('docs/guide/*.md', { cwd: root }).sort();
  const blocks = pages.flatMap((page) =>
    shellBlocks(page).map((block) => `echo '== ${page}'; rm -f *.tar\n${block}`),
  );
  // What one block exports, the next one of its page imports.
  const script = blocks.map((block) =>
    block.includes('docket import docket') ? block.replace('rm -f *.tar', '') : block,
  );
  assert.ok(script.length >= 12);
  const output = await runBlocks([sceneOfGuide, ...script]);
  for (const page of pages.filter((each) => shellBlocks(each).length > 0))
    assert.match(output, new RegExp(`== ${page}`));
});

test('the commands of the README work in the order of the page', async () => {
  const blocks = shellBlocks('README.md').slice(0, 2);
  // The page says to copy the cookie that the first command prints.
  const [create = '', use = ''] = blocks;
  const kept = `COOKIE=$(${create.trim()} | node -p "JSON.parse(require('fs').readFileSync(0)).cookie")\n`;
  const output = await runBlocks([kept, use], (text) =>
    text.replaceAll("'Cookie: docket.session-token=…'", '"Cookie: $COOKIE"').replace('curl -s ', 'curl -sf '),
  );
  assert.match(output, /"title":"The invoice shows yesterday’s rate"/);
});

test('the help of docket-cli and docs/command-line.md say that it reads no .env file', async () => {
  const { stdout } = await run(process.execPath, [path.join(root, 'src/cli/client/main.ts'), '--help']);
  assert.match(stdout, /never from a \.env file/);
  assert.match(
    readFileSync(path.join(root, 'docs/command-line.md'), 'utf8'),
    /`docket-cli` reads no `\.env` file/,
  );
});
