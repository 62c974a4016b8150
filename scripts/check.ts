import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

/** The steps of `npm run check`. Each exits with a status other than 0 if it finds a problem. */
const steps: Record<string, string[]> = {
  'format and lint': ['biome', 'check', '--error-on-warnings'],
  types: ['tsc', '-p', '.'],
  'types of the web app': ['tsc', '-p', 'web'],
  'types of the browser tests': ['tsc', '-p', 'test/web'],
  'import rules': ['node', 'scripts/check-imports.ts'],
  'restricted code': ['node', 'scripts/check-restricted-code.ts'],
  'unused code': ['knip'],
  'generated files': ['node', 'scripts/generate.ts', '--check'],
  'lock file': ['node', 'scripts/check-lock-file.ts'],
  'owners of tables': ['node', 'scripts/check-tables.ts'],
  'links in docs': ['node', 'scripts/check-doc-links.ts'],
  'commit subjects': ['node', 'scripts/check-commits.ts'],
};

const bin = path.resolve('node_modules/.bin');
const env = { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };

const passed = await Promise.all(Object.entries(steps).map(([name, command]) => check(name, command)));
if (passed.includes(false)) process.exitCode = 1;

async function check(name: string, [program = '', ...args]: string[]): Promise<boolean> {
  const startedAt = performance.now();
  const { ok, output } = await run(program, args);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${ok ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (!ok) console.log(`${output.trimEnd().replace(/^/gm, '    ')}\n`);
  return ok;
}

async function run(program: string, args: string[]): Promise<{ ok: boolean; output: string }> {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    const [code] = await once(child, 'close');
    return { ok: code === 0, output: (await output).join('') };
  } catch (error) {
    return { ok: false, output: String(error) };
  }
}
