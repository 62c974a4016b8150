import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newMigratedDatabase, onEveryEngine } from '../support/engines.ts';
import { findFreePort } from '../support/postgres-cluster.ts';

const isInstalled = spawnSync('promtool', ['--version']).error === undefined;
const needsPromtool = { skip: isInstalled || process.env.CI === 'true' ? false : 'no promtool' };

onEveryEngine('metrics of a running server', (engine) => {
  let home: Awaited<ReturnType<typeof newMigratedDatabase>>;
  let server: RunningServer;
  let origin: string;

  before(async () => {
    home = await newMigratedDatabase(engine);
    const port = await findFreePort();
    origin = `http://127.0.0.1:${port}`;
    server = await startServer(home.address, { METRICS_LISTEN: `127.0.0.1:${port}`, LOG_LEVEL: 'fatal' });
  });
  after(async () => {
    await server.end('SIGTERM');
    await home.remove();
  });

  test('promtool accepts every metric', needsPromtool, async () => {
    for (const address of ['/healthz', '/api/tickets', '/nowhere']) await fetch(server.url + address);
    const text = await (await fetch(`${origin}/metrics`)).text();
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
    assert.match(text, /^docket_db_up 1$/m);
  });

  test('the address of the metrics has nothing else, and the port of the API has no metrics', async () => {
    assert.equal((await fetch(`${origin}/healthz`)).status, 404);
    assert.equal((await fetch(`${server.url}/metrics`)).status, 404);
  });
});

test('promtool accepts the alert rules, and they fire when they should', needsPromtool, () => {
  const cwd = new URL('../../ops/prometheus/', import.meta.url);
  for (const args of [
    ['check', 'rules', 'docket-alerts.yml'],
    ['test', 'rules', 'docket-alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd, encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  }
});

test('promtool parses every query of the dashboard', needsPromtool, (t) => {
  const file = new URL('../../ops/grafana/docket-dashboard.json', import.meta.url);
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: { targets?: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  // Grafana replaces its variables before it sends a query.
  const rules = queries.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'docket'),
  }));
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-dashboard-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const written = path.join(folder, 'rules.yml');
  writeFileSync(written, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', written], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, new RegExp(`${queries.length} rules found`));
});
