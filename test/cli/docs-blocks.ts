import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compileCacheVariable } from '../../src/platform/compile-cache.ts';
import { type RunningServer, startServer } from '../durability/running-server.ts';
import { newFolder } from './docket.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** Languages whose blocks are programs. Blocks of data (JSON, YAML …), answers, and transcripts (`console`) are not. */
const programs = new Set(['sh', 'js', 'ts', 'python', 'go', 'sql', 'http']);

export interface Block {
  /** `docs/agents.md:42` */
  place: string;
  page: string;
  /** The heading of the second level above it. */
  section: string;
  language: string;
  /** What follows the language: ```` ```sh not-run: starts a server ````. Readers do not see it. */
  notRun: string | undefined;
  code: string;
  /** The block `text` right below it. `…` stands for anything. */
  output: string | undefined;
}

const fence = /^```([\w-]*)(?: ([^\n]*))?\n(.*?)^```$/gms;

/** The programs of a page, in order. */
export function readBlocks(page: string): Block[] {
  const text = readFileSync(path.join(root, page), 'utf8');
  const found = [...text.matchAll(fence)];
  return found.flatMap((match, index) => {
    const [whole, language = '', info, code = ''] = match;
    if (!programs.has(language)) return [];
    const notRun = /^not-run: (.+)$/.exec(info ?? '')?.[1];
    const place = `${page}:${text.slice(0, match.index).split('\n').length}`;
    assert.ok(info === undefined || notRun, `${place} has an unknown mark: ${info}`);
    const next = found[index + 1];
    const between = text.slice(match.index + whole.length, next?.index);
    const output = next?.[1] === 'text' && between.trim() === '' ? next[3] : undefined;
    const section = [...text.slice(0, match.index).matchAll(/^## (.+)$/gm)].at(-1)?.[1] ?? '';
    return [{ place, page, section, language, notRun, code, output }];
  });
}

const ran = new Set<string>();

/** The blocks that no run of this process has had, and that no mark excuses. */
export const blocksNotRun = (pages: string[]): string[] =>
  pages.flatMap(readBlocks).flatMap(({ place, notRun }) => (notRun || ran.has(place) ? [] : place));

/** `# bot.py` or `// bot.mjs` in the first line: the block is the text of that file. */
const fileName = /^(?:#|\/\/) ([\w-]+\.\w+)\n/;
const interpreters: Record<string, { program: string; extension: string }> = {
  js: { program: 'node', extension: 'mjs' },
  ts: { program: 'node', extension: 'ts' },
  python: { program: 'python3', extension: 'py' },
};
const endMark = '\u001e';

/** One shell session that runs blocks in their order; the first failing command ends it. */
export interface Session {
  url: string;
  folder: string;
  env?: Record<string, string>;
  /** What is there before the first block. */
  scene?: string;
  /** Turns what the page says into what the test has. */
  fill?: (code: string) => string;
  /** Turns what the test has into what the page says. */
  unfill?: (output: string) => string;
  /** Adds to a snippet in a programming language what its reader has around it. */
  complete?: (snippet: string, language: string) => string;
}

/** Returns everything that the blocks printed. */
export async function runSession(blocks: Block[], session: Session): Promise<string> {
  const { url, folder, fill = (code) => code, unfill = (output) => output } = session;
  const steps = blocks.map(({ place, language, code }, index) => {
    ran.add(place);
    const filled = fill(code).replaceAll(/http:\/\/(?:127\.0\.0\.1|localhost):3000/g, url);
    const file = fileName.exec(code)?.[1];
    const interpreter = interpreters[language];
    let step = language === 'sh' ? filled : undefined;
    if (file) step = writeProgram(folder, file, filled);
    else if (interpreter) {
      const name = `snippet-${index}.${interpreter.extension}`;
      writeProgram(folder, name, session.complete?.(filled, language) ?? filled);
      step = `${interpreter.program} ${name}`;
    }
    assert.ok(step !== undefined, `nothing runs the ${language} of ${place}`);
    return `${step}\nprintf '${endMark}${index}\\n'\n`;
  });
  const { failed, stdout, stderr } = await bash(`${session.scene ?? ''}\n${steps.join('')}`, session);
  const outputs = stdout.split(new RegExp(`${endMark}\\d+\\n`));
  if (failed) {
    const block = blocks[outputs.length - 1];
    assert.fail(`${block?.place} failed: ${failed}\n${outputs.at(-1)}\n${stderr}`);
  }
  for (const [index, { place, output }] of blocks.entries())
    if (output !== undefined) assertPrinted(unfill(outputs[index] ?? ''), output, place);
  return outputs.join('');
}

/** Its step in the session prints nothing. */
function writeProgram(folder: string, name: string, text: string): string {
  writeFileSync(path.join(folder, name), text);
  return ':';
}

function assertPrinted(printed: string, expected: string, place: string): void {
  const pattern = expected.trim().split('…').map(RegExp.escape).join('[^]*?');
  if (!new RegExp(`^${pattern}$`).test(printed.trim()))
    assert.equal(printed.trim(), expected.trim(), `what ${place} prints`);
}

interface Ended {
  failed: string | undefined;
  stdout: string;
  stderr: string;
}

function bash(script: string, { folder, env = {} }: Session): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: environment(folder, env), maxBuffer: 2 ** 24, timeout: 300_000 };
    // Programs that a recipe leaves behind end with its shell.
    const withEnd = `trap 'kill $(jobs -p) 2>/dev/null || :' EXIT\n${script}`;
    execFile('bash', ['--norc', '-euo', 'pipefail', '-c', withEnd], options, (error, stdout, stderr) =>
      resolve({ failed: error ? `exit code ${error.code ?? error.signal}` : undefined, stdout, stderr }),
    );
  });
}

const environment = (folder: string, env: Record<string, string>): NodeJS.ProcessEnv => ({
  PATH: [path.join(folder, 'programs'), path.dirname(process.execPath), process.env.PATH].join(
    path.delimiter,
  ),
  HOME: folder,
  ...compileCacheVariable(),
  // npm asks no registry.
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
  ...env,
});

/** A folder with the command line as `docket` and as `npm run docket`. */
export function newDocketFolder(): string {
  const folder = newFolder();
  mkdirSync(path.join(folder, 'programs'));
  const docket = path.join(folder, 'programs/docket');
  const client = path.join(root, 'src/cli/client/main.ts');
  const server = path.join(root, 'bin/docket.js');
  // What only the server knows, such as backups, is not in the client.
  writeFileSync(
    docket,
    `#!/bin/sh
case "$1" in backup|restore|verify|user) exec '${process.execPath}' '${server}' "$@" ;; esac
exec '${process.execPath}' '${client}' "$@"
`,
  );
  chmodSync(docket, 0o755);
  const scripts = { docket: `'${process.execPath}' '${server}'` };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, scripts }));
  return folder;
}

/** A server with its data in `data` of a folder. */
export function startInFolder(folder: string, settings: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const file = path.join(folder, 'data/docket.db');
  return startServer({ engine: 'sqlite', file }, { WEB: '', RATE_LIMIT: 'off', ...settings });
}

/** Runs the blocks beside a server of their own. */
export async function runBesideServer(
  blocks: Block[],
  session: Omit<Session, 'url' | 'folder'> = {},
): Promise<string> {
  const folder = newDocketFolder();
  const server = await startInFolder(folder);
  try {
    const env = { DATA_DIR: path.join(folder, 'data'), ...session.env };
    return await runSession(blocks, { ...session, url: server.url, folder, env });
  } finally {
    await server.end('SIGTERM');
  }
}
