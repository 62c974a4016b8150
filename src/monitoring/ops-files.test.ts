import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findBrokenLinks, runbookLinks } from '../../scripts/check-doc-links.ts';
import { engines } from '../../test/support/engines.ts';
import { openWorld, type World } from '../../test/support/world.ts';
import { buildApp } from '../composition/app.ts';
import { startMonitoring } from './index.ts';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const metricName = /\b(?:docket|nodejs|process)_[a-z0-9_]+/g;
const isHistogramPart = /_(?:bucket|sum|count)$/;

describe('files for operators', () => {
  const exported = new Set<string>();
  const worlds: World[] = [];

  /** The names of both engines: PostgreSQL has a pool, SQLite a write-ahead log. */
  before(async () => {
    for (const engine of engines) {
      const world = await openWorld(engine, { METRICS_TOKEN: 'token' });
      worlds.push(world);
      const backups = { everyMs: 1_000, last: async () => ({ succeededAt: null, hasFailedSince: false }) };
      const monitoring = startMonitoring({
        ...world.context,
        backups,
        folders: { data: world.config.DATA_DIR },
      });
      const app = buildApp(world.context, { monitoring });
      const { text = '' } = (await monitoring.metrics?.render()) ?? {};
      for (const [, name] of text.matchAll(/^# TYPE (\S+)/gm)) exported.add(name as string);
      await monitoring.close();
      await app.close();
    }
  });
  after(() => Promise.all(worlds.map((world) => world.close())));

  const isExported = (name: string) => exported.has(name) || exported.has(name.replace(isHistogramPart, ''));
  const isOfMissingEngine = (name: string) => engines.length < 2 && name.startsWith('docket_db_pool_');

  test('every metric of the dashboard and the alert rules exists', () => {
    const dashboard = JSON.parse(read('ops/grafana/docket-dashboard.json')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    assert.ok(queries.length > 20);
    const rules = read('ops/prometheus/docket-alerts.yml').match(/expr: (?:\|\n(?: {10,}.*\n)+|.*)/g) ?? [];
    assert.ok(rules.length > 10);
    const named = [...queries, ...rules].flatMap((text) => text.match(metricName) ?? []);
    assert.deepEqual(
      named.filter((name) => !isExported(name) && !isOfMissingEngine(name)),
      [],
    );
  });

  test('every alert leads to a section of the runbook that exists', () => {
    const rules = read('ops/prometheus/docket-alerts.yml').split('      - alert: ').slice(1);
    assert.ok(rules.length > 20);
    for (const rule of rules) {
      const [link, ...others] = runbookLinks(rule);
      assert.match(link ?? '', /^\/docs\/runbook\.md#./, rule);
      assert.deepEqual(others, []);
    }
    const root = fileURLToPath(new URL('../..', import.meta.url));
    assert.deepEqual(
      findBrokenLinks(root).filter(({ location }) => location.startsWith('ops/')),
      [],
    );
  });

  test('every metric of Docket is described in docs/operations/monitor.md', () => {
    const docs = read('docs/operations/monitor.md');
    const shortened = [...docs.matchAll(/`…(_[a-z_]+)`/g)].map(([, end]) => end as string);
    const isDescribed = (name: string) => docs.includes(name) || shortened.some((end) => name.endsWith(end));
    assert.deepEqual(
      [...exported].filter((name) => name.startsWith('docket_') && !isDescribed(name)),
      [],
    );
  });
});
