import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { buildApp } from '../../src/composition/app.ts';
import { newContext } from '../../src/composition/context.ts';
import { readConfig } from '../../src/config/index.ts';
import { BackgroundLoop, runStepsWith } from '../../src/platform/background-loop.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { openPrepared, statement } from '../../src/platform/db/index.ts';
import { newLogger } from '../../src/platform/logger.ts';
import { type OtlpSettings, openTracing } from '../../src/platform/tracing/index.ts';
import { newMigratedDatabase, onEveryEngine } from '../support/engines.ts';
import { startOtlpReceiver } from './otlp-receiver.ts';

const callerTrace = '0af7651916cd43dd8448eb211c80319c';
const callerSpan = 'b7ad6b7169203331';
const oneRow = statement<object, { one: number }>('select 1 as one');

onEveryEngine('traces', (engine) => {
  /** A Docket that sends its traces to a receiver; `finish` returns them. */
  async function openTraced(settings: Record<string, string> = {}) {
    const receiver = await startOtlpReceiver();
    const home = await newMigratedDatabase(engine);
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-tracing-'));
    const config = readConfig({
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
      OTEL_SERVICE_NAME: 'tracker',
      ...settings,
    });
    const tracing = await openTracing(config.otlp as OtlpSettings);
    const db = await openPrepared(home.address);
    const context = newContext({ config, clock: systemClock, logger: newLogger('silent'), tracing, db });
    const app = buildApp(context);
    const finish = async () => {
      await app.close();
      await context.close();
      await home.remove();
      await receiver.close();
      rmSync(folder, { recursive: true });
      return receiver;
    };
    return { app, context, tracing, finish };
  }

  test('a request is a span of its caller’s trace, with its transaction and statements below it', async () => {
    const { app, finish } = await openTraced();
    const account = { name: 'Hidden Name', email: 'hidden@example.org', password: 'hidden-password-1' };
    const signedUp = await app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: account });
    assert.equal(signedUp.statusCode, 201, signedUp.body);
    const cookie = String(signedUp.headers['set-cookie']).split(';', 1)[0] as string;
    const created = await app.inject({
      method: 'POST',
      url: '/api/tickets?hidden-query=1',
      headers: { cookie, traceparent: `00-${callerTrace}-${callerSpan}-01` },
      payload: { title: 'hidden-title' },
    });
    assert.equal(created.statusCode, 201, created.body);
    await app.inject({ url: '/hidden-path', headers: { traceparent: 'nonsense' } });
    const { spans, resources, headers, bodies } = await finish();

    const server = spans.find(({ name }) => name === 'POST /api/tickets');
    assert.ok(server);
    assert.deepEqual([server.traceId, server.parentSpanId, server.kind], [callerTrace, callerSpan, 2]);
    assert.equal(server.attributes['http.route'], '/api/tickets');
    assert.equal(Number(server.attributes['http.response.status_code']), 201);
    const transaction = spans.find(
      ({ name, parentSpanId }) => name === 'transaction' && parentSpanId === server.spanId,
    );
    assert.ok(transaction, 'no transaction below the request');
    const insert = spans.find(
      ({ name, attributes }) => name === 'INSERT' && /into tickets/.test(String(attributes['db.query.text'])),
    );
    assert.equal(insert?.parentSpanId, transaction.spanId);
    assert.ok(spans.some(({ name, parentSpanId }) => name === 'SELECT' && parentSpanId === server.spanId));
    const page = spans.find(({ name }) => name === 'GET unmatched');
    assert.equal(page?.parentSpanId ?? '', '');
    assert.equal(resources[0]?.['service.name'], 'tracker');
    assert.equal(headers[0]?.['x-tenant'], 'a b');
    const secrets = [/hidden/i, new RegExp(cookie.split('=')[1] as string), /127\.0\.0\.1/];
    for (const secret of secrets) assert.doesNotMatch(bodies.join('\n'), secret);
  });

  test('background work is traced when it does something, and outbound requests are spans', async () => {
    const { context, tracing, finish } = await openTraced();
    const target = await startOtlpReceiver();
    runStepsWith((name, step) => tracing.span(`loop ${name}`, { isLazy: true }, step));
    const run = async (name: string, step: () => Promise<void>) => {
      const done = Promise.withResolvers<void>();
      const loop = new BackgroundLoop({
        name,
        logger: newLogger('silent'),
        step: () => step().finally(() => setImmediate(done.resolve)),
      });
      loop.start();
      loop.wake();
      await done.promise;
      await loop.stop();
    };
    await run('idle', async () => void (await context.db.reads.find(oneRow, {})));
    await run('busy', async () => {
      await context.db.transaction((tx) => tx.find(oneRow, {}));
      const url = new URL(`${target.url}/hidden-path?token=hidden`);
      const limits = { totalTimeoutMs: 5_000, responseBytesMax: 1_000, whenTooLarge: 'cut' } as const;
      await context.outbound.private.send({ method: 'POST', url, body: 'hidden', ...limits });
    });
    await run('failing', () => Promise.reject(new TypeError('hidden')));
    runStepsWith((_name, step) => step());
    await target.close();
    const { spans, bodies } = await finish();
    const named = (name: string) => spans.find((span) => span.name === name);
    assert.equal(named('loop idle'), undefined);
    const busy = named('loop busy');
    assert.ok(busy);
    assert.equal(named('transaction')?.parentSpanId, busy.spanId);
    assert.equal(named('POST outbound')?.parentSpanId, busy.spanId);
    assert.equal(named('loop failing')?.status.message, 'TypeError');
    assert.doesNotMatch(bodies.join('\n'), /hidden/);
  });

  test('a sampler that keeps nothing sends nothing', async () => {
    const { app, finish } = await openTraced({ OTEL_TRACES_SAMPLER: 'always_off' });
    await app.inject({ url: '/healthz' });
    assert.deepEqual((await finish()).spans, []);
  });
});

test('traces are off without an address, and with OTEL_SDK_DISABLED', () => {
  assert.equal(readConfig({}).otlp, undefined);
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  assert.equal(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }).otlp, undefined);
  assert.equal(
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).otlp?.url,
    `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
  );
});

test('the SDKs of traces and metrics are loaded only where they are needed', () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const importers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    /^import (?!type )[^;]*from '(?:@opentelemetry\/|prom-client|\.\/tracer-provider)/m.test(
      readFileSync(path.join(root, file), 'utf8'),
    ),
  );
  assert.deepEqual(importers, ['src/platform/tracing/tracer-provider.ts']);
});
