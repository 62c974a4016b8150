import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

type Content = string | Buffer;

export interface TestCommit {
  message: string | Buffer;
  /** Content by path; null removes the file. A path may be bytes that are not UTF-8. */
  files?: Record<string, Content | null> | [path: Buffer, content: Content][];
  branch?: string;
  /** 1-based positions of the parents; default: the previous commit of the branch. `[]` makes a root commit. */
  parents?: number[];
  author?: string;
  encoding?: string;
  /** Path → commit of a submodule. */
  submodules?: Record<string, string>;
}

/** 1-based positions of the tagged commits; an annotated tag has a message as well. */
export type TestTags = Record<string, number | { at: number; message: string }>;

/** A temporary folder of bare repositories whose histories are written by `git fast-import`. */
export function newRepositories() {
  const root = mkdtempSync(path.join(tmpdir(), 'docket-repositories-'));
  return {
    root,
    /** Creates a repository; returns its commit ids, oldest first. */
    add: (name: string, commits: TestCommit[], tags: TestTags = {}): string[] => {
      const history = fastImportStream(commits, tags);
      const key = hash('sha256', history);
      const repository = imported.get(key) ?? importHistory(key, history);
      cpSync(repository.gitDir, path.join(root, `${name}.git`), { recursive: true });
      return repository.commits;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Repositories by the hash of their history. A repeated history is copied instead of imported again. */
const imported = new Map<string, { gitDir: string; commits: string[] }>();
let importFolder: string | undefined;

function importHistory(key: string, history: Buffer) {
  if (importFolder === undefined) {
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-histories-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    importFolder = folder;
  }
  const gitDir = path.join(importFolder, key);
  const marksFile = path.join(importFolder, `${key}.marks`);
  for (const folder of ['objects', 'refs']) mkdirSync(path.join(gitDir, folder), { recursive: true });
  writeFileSync(path.join(gitDir, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(path.join(gitDir, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  run(['--git-dir', gitDir, 'fast-import', '--quiet', `--export-marks=${marksFile}`], history);
  const marks = readFileSync(marksFile, 'utf8').trim().split('\n');
  const commits: string[] = [];
  for (const [, mark, sha = ''] of marks.map((line) => /^:(\d+) (\w+)$/.exec(line) ?? []))
    commits[Number(mark) - 1] = sha;
  const repository = { gitDir, commits };
  imported.set(key, repository);
  return repository;
}

const epoch = 1_790_000_000;

function fastImportStream(commits: TestCommit[], tags: TestTags): Buffer {
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
  for (const [tag, target] of Object.entries(tags)) {
    if (typeof target === 'number') parts.push(`reset refs/tags/${tag}\nfrom :${target}\n\n`);
    else
      parts.push(
        `tag ${tag}\nfrom :${target.at}\ntagger Ada <ada@example.org> ${epoch} +0000\n`,
        ...data(target.message),
      );
  }
  parts.push('done\n');
  return Buffer.concat(parts.map((part) => Buffer.from(part as string)));
}

const data = (content: Content): Content[] => [`data ${Buffer.byteLength(content)}\n`, content, '\n'];

/** Only a quote, a backslash and a newline need escaping. */
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
  if (status !== 0) throw new Error(`git ${args.join(' ')} exited with ${status}: ${stderr}`);
}
