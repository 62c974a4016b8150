import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { newFolder } from './docket.ts';

/** A checkout in a temporary folder, written by git as a person would. */
export function newCheckout() {
  const folder = path.join(newFolder(), 'site');
  mkdirSync(folder);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    }).trim();
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  const commit = (message: string, files: Record<string, string | Buffer>) => {
    for (const [name, content] of Object.entries(files)) write(name, content);
    git('add', '--all');
    git('commit', '--quiet', '-m', message);
  };
  git('init', '--quiet', '-b', 'main');
  return { folder, git, write, commit };
}

export const manifest = (version: string) =>
  `{ "name": "site", "version": "${version}", "exports": "./src/index.ts" }\n`;
export const before =
  'export function greet(name: string): string { return name; }\nexport const gone = 1;\n';
export const after =
  '// polite\nexport function greet(name: string, title: string): string { return name + title; }\n';

/** The newest commit breaks what `v1.0.0` exports. */
export function newBrokenCheckout(version = '1.0.0') {
  const checkout = newCheckout();
  checkout.commit('feat: first', { 'package.json': manifest('1.0.0'), 'src/index.ts': before });
  checkout.git('tag', 'v1.0.0');
  checkout.commit('feat: greet politely', { 'package.json': manifest(version), 'src/index.ts': after });
  return checkout;
}
