import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

interface GitObject {
  type: string;
  content: Buffer;
}

/** A name's bytes stand in it one by one, as latin1. */
interface TreeEntry {
  mode: string;
  name: string;
  id: string;
}

/** What git said of objects named in full: it would say the same again, and starting it takes longer than all else. */
const said = new Map<string, string>();
const isFullName = (ref: string) => /^[0-9a-f]{40}$/.test(ref);
const objectIn = (ref: string) => ref.replace(/^\^|\^\{commit\}$|:.*$/g, '');
/** It may also be the beginning of the name of an object, or end in one. */
const isPerhapsObject = (ref: string) => /[0-9a-f]{4}$|[^\w./-]/.test(ref);
const folderMode = '40000';

/**
 * A bare repository, for tests that need to look into one or write to it. What lies in it file by file is read and
 * written here; git is asked for the rest.
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
  const ask = (args: string[], ...refs: string[]): string | undefined => {
    const objects = refs.map(objectIn);
    const isHere = objects.every((id) => isFullName(id) && existsSync(fileOf(id)));
    const question = [isHere ? '' : gitDir, ...args, ...refs].join('\0');
    const known = said.get(question) ?? git([...args, ...refs]);
    if (known !== undefined && objects.every(isFullName)) said.set(question, known);
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
    const answer = run(['cat-file', '--batch'], `${id}\n`) as Buffer;
    const end = answer.indexOf(10);
    const [, type = '', size] = answer.toString('latin1', 0, end).split(' ');
    return size === undefined ? undefined : { type, content: answer.subarray(end + 1, -1) };
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
    const id = isFullName(ref) ? ref : findRef(ref);
    if (id !== undefined && existsSync(fileOf(id)) && read(id)?.type === 'commit') return id;
    const isUnknown = id === undefined && !isPerhapsObject(ref) && !existsSync(`${gitDir}/packed-refs`);
    return isUnknown ? undefined : ask(['rev-parse', '--verify', '--quiet'], `${id ?? ref}^{commit}`)?.trim();
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
    const placed = [...entries.filter((other) => other !== known), entry].sort((a, b) =>
      orderIn(a) < orderIn(b) ? -1 : 1,
    );
    const bytes = placed.flatMap(({ mode, name: own, id }) => [
      Buffer.from(`${mode} ${own}\0`, 'latin1'),
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
        ask(
          ['rev-list', '--topo-order'],
          ...range.map((ref) => (ref.startsWith('^') ? `^${resolve(ref.slice(1))}` : (resolve(ref) ?? ref))),
        ) ?? ''
      )
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
      const object = read(id);
      return object?.type === 'blob' ? object.content : undefined;
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
    /** A tree with these files on top. */
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
    setBranch: (branch: string, sha: string) => setRef(`refs/heads/${branch}`, sha),
  };
}

/** As git sorts: a folder as if its name ended in a slash. */
const orderIn = ({ mode, name }: TreeEntry) => (mode === folderMode ? `${name}/` : name);
