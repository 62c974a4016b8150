import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { createClient } from '../../sdk/index.ts';
import type { RunningServer } from '../durability/running-server.ts';
import { newFolder } from './docket.ts';
import {
  type Block,
  blocksNotRun,
  newDocketFolder,
  readBlocks,
  root,
  runBesideServer,
  runSession,
  startInFolder,
} from './docs-blocks.ts';

const run = promisify(execFile);
const pages = globSync(['README.md', 'sdk/README.md', 'docs/**/*.md'], { cwd: root }).sort();
const runnable = (page: string) => readBlocks(page).filter(({ notRun }) => !notRun);
const fixtures = path.join(root, 'test/imports/fixtures');

/** The account that README.md creates; it owns what the other pages find. */
interface Account {
  password: string;
  cookie: string;
  apiKey: string;
}

suite('the programs of the documentation', { concurrency: 3 }, () => {
  let server: RunningServer;
  const folder = newDocketFolder();
  let account: Account;

  before(async () => {
    server = await startInFolder(folder, { WEBHOOK_RETRY_SCHEDULE: '1' });
    const [create] = runnable('README.md');
    account = JSON.parse(await runSession([create as Block], { url: server.url, folder, env: ofServer() }));
    assert.match(account.cookie, /^docket\.session-token=/);
  });
  after(() => server.end('SIGTERM'));

  const ofServer = () => ({ DATA_DIR: path.join(folder, 'data') });
  const client = () => createClient({ baseUrl: server.url, apiKey: account.apiKey });
  const connected = () => ({ DOCKET_URL: server.url, DOCKET_API_KEY: account.apiKey });

  test('README.md: the ticket is created with the API key of the new account', async () => {
    const output = await runSession(runnable('README.md').slice(1), {
      url: server.url,
      folder: newFolder(),
      fill: (text) => text.replace('dkt_…', account.apiKey),
    });
    assert.match(output, /"title":"The invoice shows yesterday’s rate"/);
  });

  test('docs/agents.md works in the order of the page', async () => {
    const output = await runBesideServer(runnable('docs/agents.md'));
    assert.match(output, /"state":"completed"/);
  });

  test('docs/guide: the commands of every page work', async () => {
    const docket = client();
    const titles = Array.from({ length: 7 }, () => ({ title: 'Ticket', projectId: 'APP' }));
    await docket.createProject({ body: { name: 'App', key: 'APP' } });
    await docket.createProject({ body: { name: 'New', key: 'NEW' } });
    await docket.bulkTickets({ body: { tickets: titles } });
    const check = { type: 'tests' as const, value: '*' };
    await docket.addCriterion({ params: { id: 'APP-7' }, body: { text: 'Tests pass', check } });
    await docket.createTemplate({
      params: { id: 'APP' },
      body: { name: 'Bug report', ticket: { type: 'BUG' } },
    });
    const guide = pages.filter((page) => page.startsWith('docs/guide/'));
    const blocks = ['docs/archive-format.md', 'docs/sealed-history.md', ...guide].flatMap(runnable);
    assert.ok(blocks.length >= 15);
    await runSession(blocks, {
      url: server.url,
      folder: newDocketFolder(),
      env: { ...ofServer(), ...connected(), COOKIE: account.cookie },
      scene: `
cp '${fixtures}/'* .
mv github-issues.json issues.json; mv github-comments.json comments.json; mv gitlab-issues.ndjson issues.ndjson
echo '<testsuite name="all"><testcase name="one"/></testsuite>' > junit.xml
`,
      // What one block exports, the next one of its page imports.
      fill: (code) => (code.includes('docket export') ? `rm -f *.tar *-evidence.html\n${code}` : code),
    });
  });

  test('docs/api: the requests of every page work', async () => {
    const docket = client();
    await docket.createProject({ body: { name: 'Payments', key: 'PAY' } });
    const titles = Array.from({ length: 12 }, () => ({ title: 'Refund', projectId: 'PAY' }));
    await docket.bulkTickets({ body: { tickets: titles } });
    await docket.createProject({ body: { name: 'Shop', key: 'SHOP' } });
    const { data: token } = await docket.createAccessToken({ params: { id: 'PAY' }, body: { name: 'CI' } });
    const place = newDocketFolder();
    const api = pages.filter((page) => page.startsWith('docs/api/'));
    const blocks = [...api, 'sdk/README.md'].flatMap(runnable);
    const output = await runSession(blocks, {
      url: server.url,
      folder: place,
      env: { KEY: account.apiKey, URL: server.url, SECRET: 'a long random secret' },
      scene: `
cp '${fixtures}/github-issues.json' issues.json; cp '${fixtures}/github-comments.json' comments.json
printf '\\211PNG\\r\\n\\032\\n' > screenshot.png; echo started > server.log; printf '{}' > body.json
`,
      fill: (code) =>
        code
          .replaceAll('https://docket.example.org', server.url)
          .replaceAll('https://example.org/hooks', 'http://127.0.0.1:9/hooks')
          .replaceAll('dkt_in_…', token.token)
          .replaceAll('dkt_…', account.apiKey)
          .replaceAll('project/APP', 'project/SHOP')
          .replaceAll("'docket-sdk'", JSON.stringify(path.join(root, 'sdk/index.ts')))
          .replaceAll(/curl (?=-)/g, 'curl -sS --fail-with-body '),
      complete: completeSnippet,
    });
    assert.match(output, /"secret":/);
    assert.match(output, /sha256=[0-9a-f]{64}/);
    assert.match(output, /12 tickets\n/);
  });

  for (const [recipe, blocks] of recipes())
    test(`docs/cookbook: ${recipe}`, { skip: missingPrograms(blocks) }, async () => {
      const key = await newRecipeProject(client());
      const ports = new Map<string, number>();
      for (const [port] of blocks.flatMap(({ code }) => [...code.matchAll(/\b40\d\d\b/g)]))
        ports.set(port, await freePort());
      const place = newDocketFolder();
      await runSession(blocks, {
        url: server.url,
        folder: place,
        env: { ...ofServer(), ACCOUNT_PASSWORD: account.password },
        scene: `export DOCKET_URL=${server.url} DOCKET_API_KEY=${account.apiKey} P=${key}\n${send}\n${scenes[recipe] ?? ''}\n`,
        fill: (code) =>
          code
            .replaceAll('dkt_…', account.apiKey)
            .replaceAll('PASSWORD=…', `PASSWORD=${account.password}`)
            .replace('PROJECT=APP', `PROJECT=${key}`)
            .replaceAll(/\b40\d\d\b/g, (port) => String(ports.get(port))),
        unfill: (output) => output.replaceAll(`${key}-`, 'APP-'),
      });
    });
});

test('every program of the documentation is run by a test, or says why not', () => {
  assert.deepEqual(blocksNotRun(pages), []);
  const excused = pages.flatMap(readBlocks).filter(({ notRun }) => notRun);
  // Raise it only for what cannot run here, such as programs of others.
  assert.equal(excused.length, 19, excused.map(({ place, notRun }) => `${place} ${notRun}`).join('\n'));
});

test('the help of docket-cli and docs/command-line.md say that it reads no .env file', async () => {
  const { stdout } = await run(process.execPath, [path.join(root, 'src/cli/client/main.ts'), '--help']);
  assert.match(stdout, /never from a \.env file/);
  assert.match(
    readFileSync(path.join(root, 'docs/command-line.md'), 'utf8'),
    /`docket-cli` reads no `\.env` file/,
  );
});

/** The variables that the snippets of docs/api use, and what must be true after them. */
function completeSnippet(code: string, language: string): string {
  if (language === 'python')
    return `${code}assert is_genuine(b"{}", "${signature}", "s")\nassert not is_genuine(b"[]", "${signature}", "s")\n`;
  if (code.includes('isGenuine'))
    return `${code}if (!isGenuine('{}', '${signature}', 's') || isGenuine('[]', '${signature}', 's')) throw new Error();\n`;
  if (!code.includes('decodeSync')) return code;
  return `import { decodeSync } from ${JSON.stringify(path.join(root, 'sdk/index.ts'))};
const copy = new Map();
const headers = { authorization: \`Bearer \${process.env.KEY}\` };
const fetch = (address: string) => globalThis.fetch(process.env.URL + address, { headers });
${code}console.log(\`\${copy.size} tickets\`);\n`;
}

/** Of the body `{}` with the secret `s`. */
const signature = `sha256=${createHmac('sha256', 's').update('{}').digest('hex')}`;

/** The sections of the cookbook: each is run after the set-up and what stands above the first section of its page. */
function recipes(): [name: string, blocks: Block[]][] {
  const setUp = runnable('docs/cookbook/README.md');
  return pages
    .filter((page) => page.startsWith('docs/cookbook/') && !page.endsWith('README.md'))
    .flatMap((page) => {
      const blocks = runnable(page);
      const sections = [...new Set(blocks.map(({ section }) => section))].filter(Boolean);
      const intro = blocks.filter(({ section }) => section === '');
      return sections.map((section): [string, Block[]] => [
        `${path.basename(page, '.md')}, ${section}`,
        [...setUp, ...intro, ...blocks.filter((block) => block.section === section)],
      ]);
    });
}

const send = `
send() {
  curl -sf -H "Authorization: Bearer $DOCKET_API_KEY" -H 'Content-Type: application/json' "$DOCKET_URL$1" -d "$2" > sent.json
}`;

/** What is there before the blocks of a recipe, beyond the five tickets. */
const scenes: Record<string, string> = {
  'tickets, Close stale tickets': `
printf 'title,status,created,updated\nSupport the old printer,todo,2024-01-05,2024-01-05\n' > old.csv
docket import csv old.csv --project $P > import.log`,
  'tickets, Clean up labels': `
send /api/labels '{"name": "fault"}'; send /api/labels '{"name": "defect"}'
send /api/tickets '{"title": "Wrong rate", "labelIds": ["defect"], "projectId": "'$P'"}'
send /api/tickets '{"title": "Wrong sum", "labelIds": ["defect"], "projectId": "'$P'"}'`,
  'reports, A time sheet': `
send /api/tickets/$P-1/time-logs '{"minutes": 60}'; send /api/tickets/$P-4/time-logs '{"minutes": 30}'`,
  'reports, A cycle report': `
send /api/groups "{\\"name\\": \\"Cycle 1\\", \\"kind\\": \\"cycle\\", \\"projectId\\": \\"$P\\",
  \\"startsAt\\": \\"$(date -u +%F)\\", \\"endsAt\\": \\"2099-01-01\\"}"
GROUP=$(node -p 'JSON.parse(fs.readFileSync("sent.json")).data.id')
send /api/tickets/bulk "{\\"tickets\\": [{\\"id\\": \\"$P-3\\", \\"groupId\\": \\"$GROUP\\"}, {\\"id\\": \\"$P-4\\", \\"groupId\\": \\"$GROUP\\"}]}"`,
  'connect, Failed deliveries': `
send /v1/webhooks '{"url": "http://127.0.0.1:9/", "events": ["ticket.created"], "projectId": "'$P'", "description": "stock of '$P'"}'
HOOK=$(node -p 'JSON.parse(fs.readFileSync("sent.json")).data.id')
send /api/tickets '{"title": "Nobody hears of it", "projectId": "'$P'"}'
until curl -sf -H "Authorization: Bearer $DOCKET_API_KEY" "$DOCKET_URL/v1/webhooks/$HOOK/deliveries?state=failed" | grep -q refused
do sleep 0.2; done`,
  'run, Rotate an API key': `
printf '{"email": "ada@example.org", "password": "%s"}' "$ACCOUNT_PASSWORD" > in.json
curl -sf -c jar -H 'Content-Type: application/json' $DOCKET_URL/api/auth/sign-in/email -d @in.json > sent.json
curl -sf -b jar -H 'Content-Type: application/json' $DOCKET_URL/api/user/api-keys -d '{"name": "deploy", "scopes": ["read"]}' > sent.json`,
  'agents, Evidence from CI': `
git init -q && git -c user.name=Ada -c user.email=ada@example.org commit -q --allow-empty -m Start
echo '<testsuite name="all"><testcase name="one"/></testsuite>' > junit.xml`,
};

let projects = 0;

/** A project of its own with five tickets. */
async function newRecipeProject(docket: ReturnType<typeof createClient>): Promise<string> {
  const key = `RECIPE${projects++}`;
  await docket.createProject({ body: { name: key, key } });
  const projectId = key;
  await docket.bulkTickets({
    body: {
      tickets: [
        { title: 'Login fails after a restart', type: 'BUG', projectId },
        { title: 'Dark mode', type: 'FEATURE', status: 'done', projectId },
        { title: 'Refund paid twice', type: 'BUG', priority: 'high', status: 'done', projectId },
        { title: 'Export as CSV', type: 'FEATURE', status: 'in_progress', projectId },
        { title: 'Faster search', type: 'IMPROVEMENT', status: 'todo', projectId },
      ],
    },
  });
  return key;
}

/** Readers have these, some machines that run the tests do not. */
function missingPrograms(blocks: Block[]): string | false {
  const missing = ['jq', 'python3', 'openssl'].filter(
    (name) => blocks.some(({ code }) => code.includes(`${name} `)) && !isInstalled(name),
  );
  return missing.length > 0 && `needs ${missing.join(', ')}`;
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
