import { spawnSync } from 'node:child_process';

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
  const resolve = (ref: string) => git(['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])?.trim();
  const commit = (ref: string) => {
    const sha = resolve(ref);
    if (sha === undefined) return undefined;
    const [tree = '', parents = '', author = '', date = '', ...message] = (
      git(['show', '-s', '--format=%T%n%P%n%an%n%cI%n%B', sha]) as string
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
    mergeBase: (a: string, b: string) => git(['merge-base', a, b])?.trim(),
    tree: (ref: string, isRecursive: boolean, folder = '') =>
      (git(['ls-tree', '-z', ...(isRecursive ? ['-r', '-t'] : []), folder ? `${ref}:${folder}` : ref]) ?? '')
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
      (git(['diff-tree', '-r', '-M', '--raw', '--no-abbrev', a, b]) ?? '')
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
      for (const { path, content } of files) {
        const id = (git(['hash-object', '-w', '--stdin'], content) as string).trim();
        withIndex(['update-index', '--add', '--cacheinfo', `100644,${id},${path}`]);
      }
      return withIndex(['write-tree']).trim();
    },
    commitTree: (tree: string, parents: string[], message: string, date: string) => {
      const text = `tree ${tree}\n${parents.map((parent) => `parent ${parent}\n`).join('')}author Docket <d@example.org> ${Date.parse(date) / 1000} +0000\ncommitter Docket <d@example.org> ${Date.parse(date) / 1000} +0000\n\n${message}`;
      return (git(['hash-object', '-t', 'commit', '-w', '--stdin'], text) as string).trim();
    },
    setBranch: (branch: string, sha: string) =>
      git(['update-ref', `refs/heads/${branch}`, sha]) !== undefined,
  };
}
