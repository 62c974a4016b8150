import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { draw, type LoadPeer, newText } from './peer.ts';

const packaged = '/usr/share/redmine';
const processes = availableParallelism();

/** Redmine comes from Debian: a copy of its program, so that no database or setting of an installed instance is touched. */
export function installRedmine(folder: string): void {
  if (!existsSync(packaged) || !existsSync('/usr/bin/puma')) {
    throw new Error(
      'Redmine is missing: apt-get install --no-install-recommends redmine redmine-sqlite redmine-pgsql puma',
    );
  }
  const program = path.join(folder, 'redmine');
  rmSync(program, { recursive: true, force: true });
  cpSync(packaged, program, { recursive: true, verbatimSymlinks: true });
  // Links of the package into /etc and /var.
  for (const link of ['Gemfile.lock', 'instances', 'config/database.yml'])
    rmSync(path.join(program, link), { force: true });
  const gemfile = path.join(program, 'Gemfile');
  writeFileSync(gemfile, readFileSync(gemfile, 'utf8').replace(`${packaged}/`, `${program}/`));
}

export const loadRedmine: LoadPeer = async (installed, { engine, folder, databaseUrl }, data) => {
  const program = path.join(installed, 'redmine');
  const instance = path.join(program, 'instances', 'bench');
  for (const part of ['config', 'files', 'log', 'tmp']) {
    mkdirSync(path.join(instance, part), { recursive: true });
  }
  // JSON is YAML. Without a timeout, SQLite refuses every second writer.
  const database =
    engine === 'postgres'
      ? { adapter: 'postgresql', url: databaseUrl, pool: 5 }
      : { adapter: 'sqlite3', database: path.join(folder, 'redmine.db'), timeout: 5_000 };
  writeFileSync(path.join(instance, 'config/database.yml'), JSON.stringify({ production: database }));
  writeFileSync(path.join(instance, 'config/secret_key.txt'), randomBytes(64).toString('hex'));
  rmSync(path.join(program, 'config/database.yml'), { force: true });
  symlinkSync('../instances/bench/config/database.yml', path.join(program, 'config/database.yml'));

  const dataFile = path.join(folder, 'redmine.json');
  writeFileSync(dataFile, JSON.stringify(data));
  const env = {
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    REDMINE_INSTANCE: 'bench',
    RAILS_ENV: 'production',
    REDMINE_LANG: 'en',
    BENCH_DATA: dataFile,
  };
  const run = (...args: string[]) =>
    execFileSync('ruby', args, { cwd: program, env, stdio: ['ignore', 'pipe', 'inherit'] }).toString();
  run('bin/rake', 'db:migrate');
  run('bin/rake', 'redmine:load_default_data');
  const loaded = run('bin/rails', 'runner', path.resolve(import.meta.dirname, 'load-redmine.rb'));
  const { apiKey, version, statuses, priority } = JSON.parse(loaded.split('\n').at(-2) ?? '');

  const get = (address: string) => ({ method: 'GET', path: address }) as const;
  const page = 'sort=updated_on:desc&limit=20';
  return {
    name: `Redmine (puma, ${processes} processes of 5 threads)`,
    version,
    server: (port) => ({
      command: 'puma',
      args: [
        ...['--environment', 'production', '--bind', `tcp://127.0.0.1:${port}`],
        ...['--workers', String(processes), '--threads', '5:5', '--preload'],
      ],
      cwd: program,
      env,
    }),
    headers: { 'x-redmine-api-key': apiKey },
    requests: {
      ticket: () => get(`/issues/${draw(data.readable)}.json?include=journals`),
      list: () => get(`/issues.json?status_id=*&${page}`),
      filteredList: () =>
        get(
          `/issues.json?project_id=${draw(data.projectKeys).toLowerCase()}&status_id=${statuses.todo}&${page}`,
        ),
      search: () => get(`/search.json?q=${draw(data.words)}&issues=1&limit=20`),
      create: () => ({
        method: 'POST',
        path: '/issues.json',
        body: {
          issue: {
            project_id: draw(data.projectKeys).toLowerCase(),
            subject: newText.title(),
            description: newText.description,
            priority_id: priority,
          },
        },
      }),
    },
  };
};
