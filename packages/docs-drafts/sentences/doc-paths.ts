import path from 'node:path/posix';
import type { FileChange } from '../source-repository.ts';
import type { Quote } from './read-quotes.ts';

/** The tree of the base and of the head, as quoted paths are resolved in them. */
export interface Trees {
  /** Files and folders; a folder has no slash at the end. */
  before: ReadonlySet<string>;
  after: ReadonlySet<string>;
  /** The paths of the head by their last part. */
  afterByName: ReadonlyMap<string, readonly string[]>;
  foldersBefore: ReadonlySet<string>;
  /** The new path of a file that moved, if it is certain. */
  moved: ReadonlyMap<string, string>;
  /** The path at the base of each page that moved. */
  previousPage: ReadonlyMap<string, string>;
  /** Where the code host shows the repository: `https://github.com/acme/site`. */
  webUrl: string | undefined;
}

export function readTrees(
  headFiles: Iterable<string>,
  changes: readonly FileChange[],
  webUrl: string | undefined,
): Trees {
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
      if (copy && others.length === 0) {
        moved.set(previousPath, copy.path);
        previousPage.set(copy.path, previousPath);
      }
    }
    if (previousPath === now) continue;
    previousPage.set(now, previousPath);
    if (id === next || path.basename(previousPath) === path.basename(now)) moved.set(previousPath, now);
  }
  const withFoldersBefore = withFolders(before);
  const withFoldersAfter = withFolders(after);
  return {
    ...{ before: withFoldersBefore, after: withFoldersAfter, moved, previousPage, webUrl },
    afterByName: Map.groupBy(withFoldersAfter, (one) => path.basename(one)),
    foldersBefore: withFoldersBefore.difference(before),
  };
}

function withFolders(files: ReadonlySet<string>): Set<string> {
  const all = new Set(files);
  for (const file of files)
    for (let folder = path.dirname(file); folder !== '.' && !all.has(folder); folder = path.dirname(folder))
      all.add(folder);
  return all;
}

export interface GonePath {
  kind: 'link' | 'folder' | 'address' | 'path';
  quote: string;
  /** The path at the base. */
  was: string;
  /** The path that the page leads to at the head; another one if the page moved. */
  place: string;
  /** What to write instead, if the file moved. */
  now: string | undefined;
}

/** A path of the quotation that resolved at the base and does not at the head. */
export function findGonePath(quote: Quote, page: string, trees: Trees): GonePath | undefined {
  if (quote.form === 'link') {
    const address = ownAddress(quote.text, trees.webUrl);
    return address ? findGoneAddress(address, trees) : findGoneLink(quote.text, page, trees);
  }
  return quote.form === 'span' ? findGoneSpan(quote.text, page, trees) : undefined;
}

function findGoneLink(text: string, page: string, trees: Trees): GonePath | undefined {
  const written = linkTarget(text);
  if (written === undefined) return undefined;
  const old = resolveLink(written, trees.previousPage.get(page) ?? page);
  const place = resolveLink(written, page);
  if (!wasThere(old, trees) || trees.after.has(place)) return undefined;
  if (isBelowPage(written, page, trees.after)) return undefined;
  if (isIncluded(page) && !written.startsWith('/')) return undefined;
  // Sites also link pages by their address, which has no extension, and is absolute below the site rather than the repository.
  if (isPageAddress(place, trees) || (written.startsWith('/') && path.extname(written) === ''))
    return undefined;
  const next = trees.moved.get(old);
  const now = next === undefined ? undefined : rewriteLink(written, next, page);
  return { kind: trees.foldersBefore.has(old) ? 'folder' : 'link', quote: written, was: old, place, now };
}

function findGoneAddress({ written, file }: OwnAddress, trees: Trees): GonePath | undefined {
  const old = normalize(file);
  if (!wasThere(old, trees)) return undefined;
  const next = trees.moved.get(old);
  const now = next === undefined || !written.endsWith(old) ? undefined : written.slice(0, -old.length) + next;
  return { kind: 'address', quote: written, was: old, place: old, now };
}

function findGoneSpan(text: string, page: string, trees: Trees): GonePath | undefined {
  const written = spanPath(text);
  if (written === undefined || isOfSample(page)) return undefined;
  const resolve = (from: string) =>
    /^\.{1,2}\//.test(written) ? resolveLink(written, from) : normalize(written.replace(/^\/+/, ''));
  const old = resolve(trees.previousPage.get(page) ?? page);
  const place = resolve(page);
  if (!wasThere(old, trees) || trees.after.has(place)) return undefined;
  // The page may mean a folder that has the same path below it, or a project that a reader makes in the same layout.
  if (isAtEndOfPath(written, trees)) return undefined;
  const next = trees.moved.get(old);
  const plain = written.replace(/^\.?\//, '').replace(/\/$/, '');
  const now = next !== undefined && plain === old ? written.replace(plain, next) : undefined;
  return { kind: 'path', quote: written, was: old, place, now };
}

const wasThere = (one: string, { before, after }: Trees) => before.has(one) && !after.has(one);

interface OwnAddress {
  written: string;
  file: string;
}

/**
 * The file or folder of this repository that a link to its code host names, on a branch that follows the head. Links to a
 * tag or commit stay true.
 */
function ownAddress(text: string, webUrl: string | undefined): OwnAddress | undefined {
  const written = text.replace(/[#?].*$/, '').replace(/\/$/, '');
  if (webUrl === undefined || !written.toLowerCase().startsWith(`${webUrl.toLowerCase()}/`)) return undefined;
  const below = written.slice(webUrl.length + 1);
  const file = /^(?:-\/)?(?:blob|tree|raw|src\/branch)\/(?:HEAD|main|master|develop|trunk)\/([^{}$*]+)$/.exec(
    below,
  )?.[1];
  return file === undefined ? undefined : { written, file };
}

function linkTarget(text: string): string | undefined {
  if (/^[a-z][\w+.-]*:|^\/\/|^#|[{}$*]/i.test(text)) return undefined;
  const target = text.replace(/[#?].*$/, '');
  return target === '' || /\.html?$/.test(target) ? undefined : target;
}

/** Whether a page of the head may be shown at this address by a site. */
const isPageAddress = (one: string, { after }: Trees) =>
  ['.md', '.mdx', '.markdown', '.html', '.rst', '.ipynb'].some((extension) => after.has(one + extension));

/** `packages/cli/src/main.ts`: names of files that a reader's own project has too are left out. */
function spanPath(text: string): string | undefined {
  if (!/^(?:\.{0,2}\/)?[\w@.[\]()-]+(?:\/[\w@.[\]()-]+)+\/?$/.test(text)) return undefined;
  const parts = text.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  // `.github/workflows/check.yml`: readers have the folders of tools too.
  if (/^\.\w/.test(parts[0] ?? '')) return undefined;
  return parts.length >= 2 && text.length <= 200 ? text : undefined;
}

const resolveLink = (written: string, page: string) =>
  written.startsWith('/') ? normalize(written.slice(1)) : normalize(path.join(path.dirname(page), written));

const normalize = (written: string) => path.normalize(decode(written)).replace(/\/$/, '');

/** Whether a longer path of the head ends with it. */
const isAtEndOfPath = (written: string, { afterByName }: Trees) => {
  const plain = written.replace(/^[./]+|\/$/g, '');
  return afterByName.get(path.basename(plain))?.some((one) => one.endsWith(`/${plain}`)) === true;
};

/** Pages of samples speak of files in the copy that a reader makes. */
const isOfSample = (page: string) =>
  /(?:^|\/)(?:examples?|samples?|demos?|e2e|starters?|boilerplates?|playgrounds?|create-[^/]+)\//i.test(page);

/** Pages that others include: their relative links start at the page that includes them. */
const isIncluded = (page: string) => /(?:^|\/)_?(?:snippets?|includes?|partials?|fragments?)\//i.test(page);

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

function rewriteLink(written: string, next: string, page: string): string {
  if (written.startsWith('/')) return `/${next}`;
  const relative = path.relative(path.dirname(page), next);
  return written.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative;
}
