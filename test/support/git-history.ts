import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Content = string | Buffer;

export interface TestCommit {
  message: string | Buffer;
  /** By path; null removes. A path may be bytes that are no text. */
  files?: Record<string, Content | null> | [path: Buffer, content: Content][];
  branch?: string;
  /** Marks of earlier commits; the one before on the branch when absent. `[]` starts a history of its own. */
  parents?: number[];
  author?: string;
  encoding?: string;
  /** A submodule at a path, as the commit it points at. */
  submodules?: Record<string, string>;
}

/** A folder of bare repositories with real histories, written by git itself. */
export function newRepositories() {
  const root = mkdtempSync(path.join(tmpdir(), 'docket-repositories-'));
  return {
    root,
    /** Answers the commits, oldest first. */
    add: (name: string, commits: TestCommit[], tags: Record<string, number> = {}): string[] => {
      const history = script(commits, tags);
      const key = hash('sha256', history);
      const known = written.get(key) ?? writeHistory(key, history);
      cpSync(known.gitDir, path.join(root, `${name}.git`), { recursive: true });
      return known.commits;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** What git wrote once is copied from then on: every engine and many a test ask for the same. */
const written = new Map<string, { gitDir: string; commits: string[] }>();
let originals: string | undefined;

function writeHistory(key: string, history: Buffer) {
  if (originals === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-histories-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    originals = folder;
  }
  const gitDir = path.join(originals, key);
  const marksFile = path.join(originals, `${key}.marks`);
  for (const folder of ['objects', 'refs']) mkdirSync(path.join(gitDir, folder), { recursive: true });
  writeFileSync(path.join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(path.join(gitDir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  run(['--git-dir', gitDir, 'fast-import', '--quiet', `--export-marks=${marksFile}`], history);
  const marks = readFileSync(marksFile, 'utf8').trim().split('\n');
  const commits: string[] = [];
  for (const [, mark, sha = ''] of marks.map((line) => /^:(\d+) (\w+)$/.exec(line) ?? []))
    commits[Number(mark) - 1] = sha;
  const made = { gitDir, commits };
  written.set(key, made);
  return made;
}

const epoch = 1_790_000_000;

function script(commits: TestCommit[], tags: Record<string, number>): Buffer {
  const parts: Content[] = [];
  const last = new Map<string, number>();
  for (const [index, commit] of commits.entries()) {
    const {
      message,
      files = {},
      branch = 'main',
      parents,
      author = 'Ada',
      encoding,
      submodules = {},
    } = commit;
    const mark = index + 1;
    const person = `${author} <${author.toLowerCase().replaceAll(' ', '.')}@example.org> ${epoch + index * 60} +0000`;
    parts.push(`commit refs/heads/${branch}\nmark :${mark}\nauthor ${person}\ncommitter ${person}\n`);
    if (encoding) parts.push(`encoding ${encoding}\n`);
    parts.push(...data(message));
    const [from, ...merged] = parents ?? [last.get(branch)].filter((known) => known !== undefined);
    if (from !== undefined) parts.push(`from :${from}\n`);
    for (const other of merged) parts.push(`merge :${other}\n`);
    const entries = Array.isArray(files) ? files : Object.entries(files);
    for (const [name, content] of entries) {
      if (content === null) parts.push('D ', quote(name), '\n');
      else parts.push('M 100644 inline ', quote(name), '\n', ...data(content));
    }
    for (const [name, sha] of Object.entries(submodules)) parts.push(`M 160000 ${sha} ${name}\n`);
    parts.push('\n');
    last.set(branch, mark);
  }
  for (const [tag, mark] of Object.entries(tags)) parts.push(`reset refs/tags/${tag}\nfrom :${mark}\n\n`);
  parts.push('done\n');
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

const data = (content: Content): Content[] => [`data ${Buffer.byteLength(content)}\n`, content, '\n'];

/** Any bytes but a quote, a backslash and a newline may stand in there as they are. */
const quote = (name: Content): Content =>
  Buffer.concat([
    Buffer.from('"'),
    Buffer.from(
      Buffer.from(name as string)
        .toString('latin1')
        .replace(/["\\]/g, '\\$&')
        .replaceAll('\n', '\\n'),
      'latin1',
    ),
    Buffer.from('"'),
  ]);

function run(args: string[], input: Buffer): void {
  const { status, stderr } = spawnSync('git', args, {
    input,
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    maxBuffer: 512 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`);
}
