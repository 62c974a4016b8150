import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { assertKnownVariables as assertKnown } from './known-variables.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, 'ops', file), 'utf8');

test('systemd accepts the unit and rates it as well confined', () => {
  const unit = path.join(root, 'ops/systemd/docket.service');
  execFileSync('systemd-analyze', ['verify', unit], { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', unit], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const set = [...read('systemd/docket.service').matchAll(/\b([A-Z][A-Z_]+)=\S/g)].map(
    ([, name = '']) => name,
  );
  assertKnown(set, 'the unit');
});

test('the Dockerfile copies what exists, and runs as a user without rights', () => {
  const text = read('docker/Dockerfile');
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  );
  assert.ok(copied.length > 5);
  for (const file of copied) assert.ok(existsSync(path.join(root, file)), file);
  const ignored = read('docker/Dockerfile.dockerignore').split('\n');
  for (const file of copied)
    assert.ok(ignored.includes(`!${file.split('/')[0]}`), `${file} is not sent to the builder`);
  assert.ok(text.lastIndexOf('USER node') > text.lastIndexOf('FROM '));
  const environment = /^ENV (.+)$/m.exec(text)?.[1]?.split(' ') ?? [];
  assertKnown(
    environment.map((pair) => String(pair.split('=')[0])),
    'the image',
  );
});

test('the services of the compose file set variables that Docket reads, and change nothing outside their volumes', () => {
  const { services, volumes } = parse(read('docker/compose.yaml'));
  assertKnown(Object.keys(services.docket.environment), 'compose.yaml');
  assert.equal(services.docket.read_only, true);
  const named = [...services.docket.volumes, ...services.postgres.volumes].map(
    (mount: string) => mount.split(':')[0],
  );
  assert.deepEqual(named.sort(), Object.keys(volumes).sort());
});
