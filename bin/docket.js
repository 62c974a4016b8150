#!/usr/bin/env node
// Plain JavaScript that Node 20 can run: an older Node starts Docket again with the Node that npm installed beside it.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findInstalledNode, isRecentEnough, neededMajor } from './installed-node.js';
import { extension, format } from './source-form.js';

if (isRecentEnough(process.versions.node)) {
  shareFreedMemory();
  start();
} else {
  startWithInstalledNode();
}

function startWithInstalledNode() {
  const node = findInstalledNode();
  if (node === undefined) {
    console.error(
      `Docket needs Node ${neededMajor}, and this is Node ${process.versions.node}. ` +
        `Run \`npm ci\`, which installs Node ${neededMajor} beside Docket, or install Node ${neededMajor} yourself.`,
    );
    process.exitCode = 78;
    return;
  }
  const program = fileURLToPath(import.meta.url);
  const child = spawn(node, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  // A terminal sends SIGINT to the child too, and a second one would end `serve` before its requests are answered.
  const isInTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  process.on('SIGINT', () => isInTerminal || child.kill('SIGINT'));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

// Linux's C library keeps what threads have freed in a pool of each thread, and a server has several. The limit must be
// in the environment before the process starts, so this process starts the same program in its place, which takes
// 20 ms. With 1,000,000 tickets: 136 MB instead of 172 MB when idle, 380 to 450 MB instead of 520 MB at work.
function shareFreedMemory() {
  const { argv, env, execPath, execArgv, platform } = process;
  const isServer = argv[2] === 'serve' || argv[2] === 'worker';
  if (!isServer || platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined || process.send) return;
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, MALLOC_ARENA_MAX: '2' });
}

async function start() {
  const { enableCompileCache, flushCompileCache, registerHooks } = await import('node:module');
  // The compile cache halves every start but the first. It is not in the shared temporary folder, where others could
  // leave code for us. If this folder is read-only, every start compiles.
  const cache = fileURLToPath(new URL('../node_modules/.cache/docket', import.meta.url));
  enableCompileCache(cache);
  // Worker threads find the cache only here. Without it each loads a TypeScript compiler: 0.3 s and 35 MB.
  process.env.NODE_COMPILE_CACHE = cache;
  registerHooks({ resolve: resolveOwnFile });
  // V8 would grow its young generation for the garbage of the start and keep it. Bench row "resident memory after
  // start": 98 MB instead of 106 MB.
  const { setFlagsFromString } = await import('node:v8');
  setFlagsFromString('--semi-space-growth-factor=1');
  await import(`../src/main${extension}`);
  setFlagsFromString('--semi-space-growth-factor=2');
  // Node writes the compile cache when the process exits, and one that is killed leaves none for the next start.
  // Writing takes 0.4 s after an installation or upgrade, else 3 ms.
  flushCompileCache();
}

// Own files are imported by their exact names and are not symbolic links, so Node need not look for each of the 700 on
// disk. Bench row "start": 0.71 s of CPU time instead of 0.89 s.
function resolveOwnFile(specifier, context, next) {
  if (specifier[0] !== '.' || !specifier.endsWith(extension)) return next(specifier, context);
  const url = new URL(specifier, context.parentURL).href;
  return { url, format, shortCircuit: true };
}
