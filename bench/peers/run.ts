import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installDirectus } from './directus.ts';
import { installRedmine } from './redmine.ts';

// Installs what is missing, then measures in a network namespace that holds nothing but 127.0.0.1: no product can connect outward.
const folder = path.join(tmpdir(), 'docket-peers');
mkdirSync(folder, { recursive: true });
const args = process.argv.slice(2);
const { values } = parseArgs({
  args,
  options: { only: { type: 'string' }, engine: { type: 'string' } },
  strict: false,
});
const isWanted = (name: string) => typeof values.only !== 'string' || values.only.includes(name);
if (isWanted('redmine')) installRedmine(folder);
if (isWanted('directus')) installDirectus(folder, values.engine === 'postgres' ? 'postgres' : 'sqlite');
const measure = path.resolve(import.meta.dirname, 'measure-peers.ts');
const asRoot = process.getuid?.() === 0;
const { status, error } = spawnSync(
  'unshare',
  [
    ...(asRoot ? ['--net'] : ['--user', '--map-current-user', '--keep-caps', '--net']),
    ...['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'],
    ...[process.execPath, measure, '--folder', folder, ...args],
  ],
  { stdio: 'inherit' },
);
if (error) throw new Error(`A network namespace needs Linux and util-linux: ${error.message}`);
process.exitCode = status ?? 1;
