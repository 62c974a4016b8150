import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

interface GitObject {
  type: string;
  content: Buffer;
}

/** `name` holds the bytes of the name as latin1. */
interface TreeEntry {
  mode: string;
  name: string;
  id: string;
}

/** Output of git for full object ids, which never changes. Starting git is the slowest part of these tests. */
const gitOutput = new Map<string, string>();
const isFullId = (ref: string) => /^[0-9a-f]{40}$/.test(ref);
const objectIn = (ref: string) => ref.replace(/^\^|\^\{commit\}$|:.*$/g, '');
/** The ref may be an abbreviated object id or an expression, which only git can resolve. */
const mayBeObject = (ref: string) => /[0-9a-f]{4}$|[^\w./-]/.test(ref);
const folderMode = '40000';

/**
 * Reads and writes objects of a bare repository for tests. Loose objects are read and written directly; git does the rest.
 */
export function gitObjects(gitDir: string) {
  const run = (args: string[], input?: string) => {
    const { status, stdout } = spawnSync('git', ['--git-dir', gitDir, ...args], {
      ...(input !== undefined && { input }),
      env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
      maxBuffer: 64 * 1024 * 1024,
    });
    return status === 0 ? stdout : undefined;
  };
  const git = (args: string[]) => run(args)?.toString();
  const cachedGit = (args: string[], ...refs: string[]): string | undefined => {
    const objects = refs.map(objectIn);
    const areLoose = objects.every((id) => isFullId(id) && existsSync(fileOf(id)));
    const key = [areLoose ? '' : gitDir, ...args, ...refs].join('\0');
    const known = gitOutput.get(key) ?? git([...args, ...refs]);
    if (known !== undefined && objects.every(isFullId)) gitOutput.set(key, known);
    return known;
  };

  const fileOf = (id: string) => path.join(gitDir, 'objects', id.slice(0, 2), id.slice(2));
  const read = (id: string): GitObject | undefined => {
    if (!existsSync(fileOf(id))) return readPacked(id);
    const bytes = inflateSync(readFileSync(fileOf(id)));
    const [type = ''] = bytes.toString('latin1', 0, 10).split(' ');
    return { type, content: bytes.subarray(bytes.indexOf(0) + 1) };
  };
  const readPacked = (id: string): GitObject | undefined => {
    const output = run(['cat-file', '--batch'], `${id}\n`) as Buffer;
    const end = output.indexOf(10);
    const [, type = '', size] = output.toString('latin1', 0, end).split(' ');
    return size === undefined ? undefined : { type, content: output.subarray(end + 1, -1) };
  };
  const write = (type: 'blob' | 'tree' | 'commit', content: string | Buffer): string => {
    const bytes = Buffer.from(content as string);
    const object = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
    const id = createHash('sha1').update(object).digest('hex');
    mkdirSync(path.dirname(fileOf(id)), { recursive: true });
    if (!existsSync(fileOf(id))) writeFileSync(fileOf(id), deflateSync(object));
    return id;
  };

  const readRef = (ref: string): string | undefined => {
    const file = path.join(gitDir, ref);
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    return text.startsWith('ref: ') ? readRef(text.slice(5)) : text || undefined;
  };
  const findRef = (ref: string): string | undefined => {
    if (ref === 'HEAD' || ref.startsWith('refs/')) return readRef(ref);
    return readRef(`refs/tags/${ref}`) ?? readRef(`refs/heads/${ref}`);
  };
  const resolve = (ref: string): string | undefined => {
    const id = isFullId(ref) ? ref : findRef(ref);
    if (id !== undefined && existsSync(fileOf(id)) && read(id)?.type === 'commit') return id;
    const isUnknown = id === undefined && !mayBeObject(ref) && !existsSync(`${gitDir}/packed-refs`);
    return isUnknown
      ? undefined
      : cachedGit(['rev-parse', '--verify', '--quiet'], `${id ?? ref}^{commit}`)?.trim();
  };
  const setRef = (ref: string, sha: string) => {
    const file = path.join(gitDir, ref);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.new`, `${sha}\n`);
    renameSync(`${file}.new`, file);
  };

  const commit = (ref: string) => {
    const sha = resolve(ref);
    if (sha === undefined) return undefined;
    const [tree = '', parents = '', author = '', date = '', ...message] = (
      cachedGit(['show', '-s', '--format=%T%n%P%n%an%n%cI%n%B'], sha) as string
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
  const entriesOf = (tree: string): TreeEntry[] => {
    const { content } = read(tree) as GitObject;
    const entries: TreeEntry[] = [];
    for (let at = 0; at < content.length; ) {
      const end = content.indexOf(0, at);
      const [mode = '', ...name] = content.toString('latin1', at, end).split(' ');
      at = end + 21;
      entries.push({ mode, name: name.join(' '), id: content.toString('hex', end + 1, at) });
    }
    return entries;
  };
  const putFile = (tree: string | undefined, [name = '', ...rest]: string[], blob: string): string => {
    const entries = tree === undefined ? [] : entriesOf(tree);
    const known = entries.find((entry) => entry.name === name);
    const folder = known?.mode === folderMode ? known.id : undefined;
    const entry =
      rest.length === 0
        ? { mode: '100644', name, id: blob }
        : { mode: folderMode, name, id: putFile(folder, rest, blob) };
    const sorted = [...entries.filter((other) => other !== known), entry].sort((a, b) =>
      sortKey(a) < sortKey(b) ? -1 : 1,
    );
    const bytes = sorted.flatMap(({ mode, name: entryName, id }) => [
      Buffer.from(`${mode} ${entryName}\0`, 'latin1'),
      Buffer.from(id, 'hex'),
    ]);
    return write('tree', Buffer.concat(bytes));
  };

  return {
    git,
    resolve,
    commit,
    /** Newest first. */
    list: (...range: string[]) =>
      (
        cachedGit(
          ['rev-list', '--topo-order'],
          ...range.map((ref) => (ref.startsWith('^') ? `^${resolve(ref.slice(1))}` : (resolve(ref) ?? ref))),
        ) ?? ''
      )
        .split('\n')
        .filter(Boolean)
        .map((sha) => commit(sha) as NonNullable<ReturnType<typeof commit>>),
    mergeBase: (a: string, b: string) => cachedGit(['merge-base'], a, b)?.trim(),
    tree: (ref: string, isRecursive: boolean, folder = '') =>
      (
        cachedGit(
          ['ls-tree', '-z', ...(isRecursive ? ['-r', '-t'] : [])],
          folder ? `${ref}:${folder}` : ref,
        ) ?? ''
      )
        .split('\0')
        .filter(Boolean)
        .map((line) => {
          const [head = '', path = ''] = line.split('\t');
          const [mode = '', type = '', sha = ''] = head.split(' ');
          return { mode, type, sha, path: folder && !isRecursive ? `${folder}/${path}` : path };
        }),
    blob: (id: string) => {
      const object = read(id);
      return object?.type === 'blob' ? object.content : undefined;
    },
    diff: (a: string, b: string) =>
      (cachedGit(['diff-tree', '-r', '-M', '--raw', '--no-abbrev'], a, b) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [head = '', from = '', to = from] = line.split('\t');
          const [oldMode = '', newMode = '', , , status = ''] = head.slice(1).split(' ');
          return { oldMode, newMode, status: status[0] as string, from, to };
        }),
    /** Returns the id of a tree with these files added to the base tree. */
    treeWith: (base: string, files: { path: string; content: string }[]) =>
      files.reduce((tree, file) => {
        const parts = file.path.split('/').map((part) => Buffer.from(part).toString('latin1'));
        return putFile(tree, parts, write('blob', file.content));
      }, base),
    commitTree: (tree: string, parents: string[], message: string, date: string) => {
      const text = `tree ${tree}\n${parents.map((parent) => `parent ${parent}\n`).join('')}author Docket <d@example.org> ${Date.parse(date) / 1000} +0000\ncommitter Docket <d@example.org> ${Date.parse(date) / 1000} +0000\n\n${message}`;
      return write('commit', text);
    },
    setRef,
    /** Branches or tags by name. */
    refs: (folder: 'heads' | 'tags') =>
      (git(['for-each-ref', '--format=%(objectname) %(refname:lstrip=2)', `refs/${folder}/`]) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => ({ sha: line.slice(0, 40), name: line.slice(41) })),
    setBranch: (branch: string, sha: string) => setRef(`refs/heads/${branch}`, sha),
  };
}

/** git sorts a folder as if its name ended in a slash. */
const sortKey = ({ mode, name }: TreeEntry) => (mode === folderMode ? `${name}/` : name);
