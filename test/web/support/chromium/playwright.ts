import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import path from 'node:path';
import { runProgram } from './run-program.ts';
import { startsAndRenders } from './starts-and-renders.ts';

const host = 'cdn.playwright.dev';
const reachMs = 3_000;
const timeoutMs = 90_000;

/** Lets playwright-core download its own build. Where the network refuses that, this takes at most `reachMs`. */
export async function downloadPlaywrightChromium(cacheFolder: string): Promise<string> {
  const folder = path.join(cacheFolder, 'playwright');
  const viaProxy = process.env.HTTPS_PROXY ?? process.env.https_proxy;
  if (!viaProxy) await reach(host);
  const program = createRequire(import.meta.url).resolve('playwright-core/package.json');
  await runProgram(
    process.execPath,
    [path.join(path.dirname(program), 'cli.js'), 'install', '--only-shell', 'chromium'],
    { cwd: cacheFolder, timeoutMs, env: { PLAYWRIGHT_BROWSERS_PATH: folder } },
  );
  const [executable] = globSync(`${folder}/chromium_headless_shell-*/*/*headless*shell*`).filter(
    (file) => !/\.\w+$/.test(file) || file.endsWith('.exe'),
  );
  if (!executable || !(await startsAndRenders(executable))) throw new Error('it does not start');
  return executable;
}

const reach = (name: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ host: name, port: 443, timeout: reachMs });
    const end = (problem?: string) => {
      socket.destroy();
      if (problem) reject(new Error(`${name} ${problem}`));
      else resolve();
    };
    socket.once('connect', () => end());
    socket.once('error', () => end('cannot be reached'));
    socket.once('timeout', () => end('does not answer'));
  });
