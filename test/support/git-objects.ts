import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

/** What git said of objects named in full: it would say the same again, and starting it takes longer than all else. */
const said = new Map<string, string>();
const isFullName = (ref: string) => /^[0-9a-f]{40}$/.test(ref);

/** A bare repository through git itself, for tests that need to look into one or write to it. */
export function gitObjects(gitDir: string) {
  const git = (args: string[], input?: string | Buffer): string | undefined => {
    const { status, stdout } = spawnSync('git', ['--git-dir', gitDir, ...args], {
      ...(input !== undefined && { input }),
      env: {
        PATH: process.env.PATH,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_AUTHOR_NAME: 'x',
        GIT_AUTHOR_EMAIL: 'x@example.org',
        GIT_COMMITTER_NAME: 'x',
        GIT_COMMITTER_EMAIL: 'x@example.org',
      },
      maxBuffer: 64 * 1024 * 1024,
    });
    return status === 0 ? stdout.toString() : undefined;
  };
  const ask = (args: string[], ...refs: string[]): string | undefined => {
    const question = [gitDir, ...args, ...refs].join('\0');
    const known = said.get(question) ?? git([...args, ...refs]);
    if (known !== undefined && refs.every((ref) => isFullName(ref.replace(/\^\{commit\}$|:.*$/, ''))))
      said.set(question, known);
    return known;
  };
  /** As `git hash-object -w` would, without starting it. */
  const write = (type: 'blob' | 'commit', content: string): string => {
    const bytes = Buffer.from(content);
    const object = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
    const id = createHash('sha1').update(object).digest('hex');
    const file = path.join(gitDir, 'objects', id.slice(0, 2), id.slice(2));
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, deflateSync(object));
    return id;
  };
  const resolve = (ref: string) => ask(['rev-parse', '--verify', '--quiet'], `${ref}^{commit}`)?.trim();
  const commit = (ref: string) => {
    const sha = resolve(ref);
    if (sha === undefined) return undefined;
    const [tree = '', parents = '', author = '', date = '', ...message] = (
      ask(['show', '-s', '--format=%T%n%P%n%an%n%cI%n%B'], sha) as string
    ).split('\n');
    return {
      sha,
      tree,
      parents: parents.split(' ').filter(Boolean),
      author,
      date,
      message: message.join('\n').trim(),
    };
  };
  return {
    git,
    resolve,
    commit,
    /** Newest first. */
    list: (...range: string[]) =>
      (git(['rev-list', '--topo-order', ...range]) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((sha) => commit(sha) as NonNullable<ReturnType<typeof commit>>),
    mergeBase: (a: string, b: string) => ask(['merge-base'], a, b)?.trim(),
    tree: (ref: string, isRecursive: boolean, folder = '') =>
      (ask(['ls-tree', '-z', ...(isRecursive ? ['-r', '-t'] : [])], folder ? `${ref}:${folder}` : ref) ?? '')
        .split('\0')
        .filter(Boolean)
        .map((line) => {
          const [head = '', path = ''] = line.split('\t');
          const [mode = '', type = '', sha = ''] = head.split(' ');
          return { mode, type, sha, path: folder && !isRecursive ? `${folder}/${path}` : path };
        }),
    blob: (id: string) => {
      const content = spawnSync('git', ['--git-dir', gitDir, 'cat-file', 'blob', id], {
        maxBuffer: 64 * 1024 * 1024,
      });
      return content.status === 0 ? content.stdout : undefined;
    },
    diff: (a: string, b: string) =>
      (ask(['diff-tree', '-r', '-M', '--raw', '--no-abbrev'], a, b) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [head = '', from = '', to = from] = line.split('\t');
          const [oldMode = '', newMode = '', , , status = ''] = head.slice(1).split(' ');
          return { oldMode, newMode, status: status[0] as string, from, to };
        }),
    /** The tree of a commit with these files on top. */
    treeWith: (base: string, files: { path: string; content: string }[]) => {
      const index = `${gitDir}/test-index-${process.hrtime.bigint()}`;
      const withIndex = (args: string[], input?: string) =>
        spawnSync('git', ['--git-dir', gitDir, ...args], {
          ...(input !== undefined && { input }),
          env: { PATH: process.env.PATH, GIT_INDEX_FILE: index },
        }).stdout.toString();
      withIndex(['read-tree', base]);
      const entries = files.map((file) => `100644 ${write('blob', file.content)}\t${file.path}\n`);
      withIndex(['update-index', '--add', '--index-info'], entries.join(''));
      return withIndex(['write-tree']).trim();
    },
    commitTree: (tree: string, parents: string[], message: string, date: string) => {
      const text = `tree ${tree}\n${parents.map((parent) => `parent ${parent}\n`).join('')}author Docket <d@example.org> ${Date.parse(date) / 1000} +0000\ncommitter Docket <d@example.org> ${Date.parse(date) / 1000} +0000\n\n${message}`;
      return write('commit', text);
    },
    setBranch: (branch: string, sha: string) =>
      git(['update-ref', `refs/heads/${branch}`, sha]) !== undefined,
  };
}
