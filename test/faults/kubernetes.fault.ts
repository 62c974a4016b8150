import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { parseListenAddress } from '../../src/platform/listen-address.ts';
import { docketAsProgram } from '../cli/docket.ts';
import { environmentOf, type RunningServer, startServer } from '../durability/running-server.ts';
import { newDatabase } from '../support/engines.ts';
import { formHeaders, formOf } from '../support/form.ts';
import { startS3Server } from '../support/s3-server.ts';
import { assertKnownVariables } from './known-variables.ts';
import { addAda, needsPostgres } from './scene.ts';
import { request } from './steady-writers.ts';

const file = path.resolve(import.meta.dirname, '../../ops/kubernetes/docket.yaml');
const text = readFileSync(file, 'utf8');
const documents = parseAllDocuments(text).map((document) => {
  assert.deepEqual(document.errors, []);
  return document.toJS();
});
const ofKind = (kind: string) => documents.find((document) => document.kind === kind);
const settings: Record<string, string> = ofKind('ConfigMap').data;
const { template, replicas, selector } = ofKind('Deployment').spec;
const [container] = template.spec.containers;
const [migration] = template.spec.initContainers;
const namesInSecret = [...text.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name as string);

describe('the Kubernetes example', () => {
  test('sets variables that Docket reads, as text, and no secret among them', () => {
    assertKnownVariables([...Object.keys(settings), ...namesInSecret], 'docket.yaml');
    for (const [name, value] of Object.entries(settings)) assert.equal(typeof value, 'string', name);
    assert.deepEqual(namesInSecret.sort(), [
      'DATABASE_URL',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
      'SECRETS_KEY',
    ]);
    assert.deepEqual(
      Object.keys(settings).filter((name) => namesInSecret.includes(name)),
      [],
    );
  });

  test('keeps nothing in a pod: files and backups are in buckets, volumes are empty at each start', () => {
    for (const name of ['STORAGE_URL', 'BACKUP_TO']) assert.match(String(settings[name]), /^s3:\/\//);
    for (const volume of template.spec.volumes) assert.deepEqual(volume.emptyDir, {}, volume.name);
    assert.equal(ofKind('PersistentVolumeClaim'), undefined);
    for (const { securityContext } of [container, migration])
      assert.equal(securityContext.readOnlyRootFilesystem, true);
  });

  test('has several replicas of which a disruption leaves enough, and time to stop in order', () => {
    const budget = ofKind('PodDisruptionBudget').spec;
    assert.ok(replicas > 1 && budget.minAvailable >= 1 && budget.minAvailable < replicas);
    assert.deepEqual(budget.selector, selector);
    assert.deepEqual(selector.matchLabels, template.metadata.labels);
    assert.deepEqual(ofKind('Service').spec.selector, template.metadata.labels);
    assert.equal(container.image, migration.image);
    assert.ok(
      container.image.endsWith(`:${packageJson.version}`),
      'the image is not the one of this version',
    );
    // The pod must live longer than the announced stop and the drain take together.
    const delay = Number(settings.SHUTDOWN_DELAY_SECONDS);
    assert.ok(template.spec.terminationGracePeriodSeconds > delay + 20);
  });

  test('names ports that the container has, and Prometheus reaches the one of the metrics', () => {
    const ports = new Map<string, number>(
      container.ports.map(({ name, containerPort }: { name: string; containerPort: number }) => [
        name,
        containerPort,
      ]),
    );
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      assert.equal(container[probe].httpGet.port, 'http', probe);
    assert.ok(ports.has(ofKind('Service').spec.ports[0].targetPort));
    const allowed = ofKind('NetworkPolicy').spec.ingress.flatMap(
      ({ ports: named }: { ports: { port: string }[] }) => named.map(({ port }) => port),
    );
    assert.deepEqual(allowed, [...ports.keys()]);
    const metrics = parseListenAddress(String(settings.METRICS_LISTEN));
    assert.deepEqual(metrics, { host: '0.0.0.0', port: ports.get('metrics') });
    assert.equal(template.metadata.annotations['prometheus.io/port'], String(ports.get('metrics')));
  });
});

/** The pods as programs: the commands and variables of the file, with a database and a bucket of this machine. */
describe('the pods of the Kubernetes example', needsPostgres, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-pods-'));
  let s3: Awaited<ReturnType<typeof startS3Server>>;
  let database: Awaited<ReturnType<typeof newDatabase>>;
  const servers: RunningServer[] = [];

  before(async () => {
    s3 = await startS3Server();
    database = await newDatabase('postgres');
  });
  after(async () => {
    for (const server of servers) await server.end('SIGKILL');
    await database.remove();
    await s3.close();
    rmSync(folder, { recursive: true });
  });

  const dataFolderOf = (pod: number) => path.join(folder, String(pod));
  const environmentOfPod = (pod: number): Record<string, string> => {
    mkdirSync(dataFolderOf(pod), { recursive: true });
    const inBucket = (name: string) => String(settings[name]).replace(/^s3:\/\/[^/]+/, `s3://${s3.bucket}`);
    return {
      ...settings,
      ...s3.variables,
      ...(environmentOf(database.address) as Record<string, string>),
      // The server announces this address as its own.
      BASE_URL: '',
      NODE_ENV: 'production',
      SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      STORAGE_URL: inBucket('STORAGE_URL'),
      BACKUP_TO: inBucket('BACKUP_TO'),
      METRICS_LISTEN: '127.0.0.1:0',
      DATA_DIR: dataFolderOf(pod),
      LOG_LEVEL: 'fatal',
    };
  };

  test('migrate together before they serve, answer each probe, and share files through the bucket', async () => {
    const pods = Array.from({ length: replicas }, (_, pod) => pod);
    const migrated = await Promise.all(
      pods.map((pod) => docketAsProgram(migration.args, environmentOfPod(pod))),
    );
    for (const { code, stderr } of migrated) assert.equal(code, 0, stderr);
    const { url } = database.address as { url: string };
    const authorization = await addAda(url);

    assert.deepEqual(container.args, ['serve']);
    const starting = pods.map((pod) => startServer(database.address, environmentOfPod(pod)));
    servers.push(...(await Promise.all(starting)));
    for (const server of servers)
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
        assert.equal((await fetch(server.url + container[probe].httpGet.path)).status, 200, probe);

    const [first, last] = [servers[0] as RunningServer, servers.at(-1) as RunningServer];
    const { id } = (await request(first, { authorization }, 'POST', '/api/tickets', { title: 'T' })).data;
    const uploaded = await fetch(`${first.url}/api/tickets/${id}/attachments`, {
      method: 'POST',
      headers: { ...formHeaders, authorization },
      body: new Uint8Array(formOf({ content: 'shared' })[0]),
    });
    assert.equal(uploaded.status, 201);
    const [attached] = ((await uploaded.json()) as { data: { id: string }[] }).data;
    const downloaded = await fetch(`${last.url}/api/attachments/${attached?.id}`, {
      headers: { authorization },
    });
    assert.equal(await downloaded.text(), 'shared');

    const backups = () => s3.objects().filter((name) => /^daily\/docket-\w+\.tar$/.test(name));
    while (backups().length === 0) await wait(50);
    assert.equal(backups().length, 1);
    for (const pod of pods) assert.deepEqual(readdirSync(dataFolderOf(pod)), []);
  });
});
