import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
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
      const gitDir = path.join(root, `${name}.git`);
      mkdirSync(path.dirname(gitDir), { recursive: true });
      run(['init', '--quiet', '--bare', '--initial-branch=main', gitDir]);
      run(['--git-dir', gitDir, 'fast-import', '--quiet'], script(commits, tags));
      const marks = run(['--git-dir', gitDir, 'rev-list', '--all', '--format=%H %ct', '--no-commit-header']);
      return marks
        .trim()
        .split('\n')
        .map((line) => line.split(' ') as [string, string])
        .sort(([, a], [, b]) => Number(a) - Number(b))
        .map(([sha]) => sha);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
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

function run(args: string[], input?: Buffer): string {
  const { status, stdout, stderr } = spawnSync('git', args, {
    ...(input && { input }),
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    maxBuffer: 512 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout.toString();
}
