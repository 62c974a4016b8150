import path from 'node:path/posix';
import type { FileChange } from '../source-repository.ts';
import type { Quote } from './read-quotes.ts';

/** The tree of the base and of the head, as quoted paths are resolved in them. */
export interface Trees {
  /** Files and folders; a folder has no slash at the end. */
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
  /** The new path of a file that moved, if it is certain. */
  moved: ReadonlyMap<string, string>;
  /** The path at the base of each page that moved. */
  previousPage: ReadonlyMap<string, string>;
}

export function readTrees(headFiles: Iterable<string>, changes: readonly FileChange[]): Trees {
  const after = new Set(headFiles);
  const before = new Set(after);
  for (const { path: now } of changes) before.delete(now);
  const moved = new Map<string, string>();
  const previousPage = new Map<string, string>();
  const added = Map.groupBy(
    changes.filter(({ kind }) => kind === 'added'),
    ({ after: id }) => id,
  );
  for (const { kind, path: now, previousPath = now, before: id, after: next, isSubmodule } of changes) {
    if (isSubmodule || kind === 'added' || id === undefined) continue;
    before.add(previousPath);
    if (kind === 'removed') {
      // A host that does not match renames lists a moved file as removed and added.
      const [copy, ...others] = added.get(id) ?? [];
      if (copy && others.length === 0) moved.set(previousPath, copy.path);
    }
    if (previousPath === now) continue;
    previousPage.set(now, previousPath);
    if (id === next || path.basename(previousPath) === path.basename(now)) moved.set(previousPath, now);
  }
  return { before: withFolders(before), after: withFolders(after), moved, previousPage };
}

function withFolders(files: ReadonlySet<string>): Set<string> {
  const all = new Set(files);
  for (const file of files)
    for (let folder = path.dirname(file); folder !== '.' && !all.has(folder); folder = path.dirname(folder))
      all.add(folder);
  return all;
}

export interface GonePath {
  quote: string;
  /** The path at the base. */
  was: string;
  /** What to write instead, if the file moved. */
  now: string | undefined;
}

/** A path of the quotation that resolved at the base and does not at the head. */
export function findGonePath(quote: Quote, page: string, trees: Trees): GonePath | undefined {
  const written =
    quote.form === 'link' ? linkTarget(quote.text) : quote.form === 'span' ? spanPath(quote.text) : undefined;
  if (written === undefined) return undefined;
  const old = resolve(written, trees.previousPage.get(page) ?? page, quote.form, trees.before);
  if (old === undefined || trees.after.has(old)) return undefined;
  if (
    resolve(written, page, quote.form, trees.after) !== undefined ||
    isBelowPage(written, page, trees.after)
  )
    return undefined;
  const next = trees.moved.get(old);
  return {
    quote: written,
    was: old,
    now: next === undefined ? undefined : rewrite(written, old, next, page, quote.form),
  };
}

function linkTarget(text: string): string | undefined {
  if (/^[a-z][\w+.-]*:|^\/\/|^#|[{}$*]/i.test(text)) return undefined;
  const target = text.replace(/[#?].*$/, '');
  // Sites also link pages by their address, which has no extension.
  return /\.[A-Za-z][\w]{0,9}$/.test(target) && !/\.html?$/.test(target) ? target : undefined;
}

/** `packages/cli/src/main.ts`: names of files that a reader's own project has too are left out. */
function spanPath(text: string): string | undefined {
  if (!/^(?:\.{0,2}\/)?[\w@.[\]()-]+(?:\/[\w@.[\]()-]+)+\/?$/.test(text)) return undefined;
  const parts = text.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.length >= 2 && text.length <= 200 ? text : undefined;
}

function resolve(
  written: string,
  page: string,
  form: Quote['form'],
  tree: ReadonlySet<string>,
): string | undefined {
  const plain = decode(written).replace(/\/$/, '');
  const beside = path.normalize(path.join(path.dirname(page), plain));
  const atRoot = path.normalize(plain.replace(/^\/+/, ''));
  if (form === 'link') return [plain.startsWith('/') ? atRoot : beside].find((place) => tree.has(place));
  return (/^\.{1,2}\//.test(plain) ? [beside] : [atRoot]).find((place) => tree.has(place));
}

/** Whether it exists at the head below a folder that contains the page, such as the package that the page describes. */
function isBelowPage(written: string, page: string, tree: ReadonlySet<string>): boolean {
  const plain = written.replace(/^[./]+|\/$/g, '');
  for (let folder = path.dirname(page); folder !== '.'; folder = path.dirname(folder))
    if (tree.has(path.join(folder, plain))) return true;
  return false;
}

function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}

function rewrite(
  written: string,
  old: string,
  next: string,
  page: string,
  form: Quote['form'],
): string | undefined {
  if (form === 'link') {
    if (written.startsWith('/')) return `/${next}`;
    const relative = path.relative(path.dirname(page), next);
    return written.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative;
  }
  const plain = written.replace(/^\.?\//, '').replace(/\/$/, '');
  return plain === old ? written.replace(plain, next) : undefined;
}
