import { type EntryPage, mergeIntoBranch, readBranchEdits } from '../../../packages/docs-drafts/index.ts';
import type { CodeHost, RepositoryName } from '../../code-hosts/index.ts';

/** A page that Docket wrote into a branch. */
export interface BranchPage {
  branch: string;
  page: EntryPage;
  /** As the branch had it after that, with what people had changed; null if it is not known. */
  published: string | null;
  writtenAt: number;
}

/** An entry that people changed in a page; null text: they deleted it. */
export interface LearnedEdit {
  id: string;
  drafted: string;
  text: string | null;
  /** When Docket wrote the page that they changed. */
  writtenAt: number;
}

const pageBytesMax = 5 * 1024 * 1024;

/** Finds what people changed in the pages; of a branch that is gone, in the pages of the default branch, once they are there. */
export async function findBranchEdits(
  host: CodeHost,
  repo: RepositoryName,
  pages: readonly BranchPage[],
  signal: AbortSignal,
): Promise<LearnedEdit[]> {
  const edits: LearnedEdit[] = [];
  for (const [branch, own] of Map.groupBy(pages, (page) => page.branch)) {
    const tip = await host.pulls?.findBranch(repo, branch, signal);
    const paths = own.map(({ page }) => page.path);
    const contents = await readPages(host, repo, tip?.sha, paths, signal);
    for (const { page, published, writtenAt } of own) {
      const content = contents.get(page.path);
      if (content === undefined) continue;
      const known = new Map(
        (published === null ? [] : readBranchEdits(page, published).entries).map(({ id, text }) => [
          id,
          text,
        ]),
      );
      for (const edit of readBranchEdits(page, content).entries)
        if (known.get(edit.id) !== edit.text) edits.push({ ...edit, writtenAt });
    }
  }
  return edits;
}

/** The contents of files by path; without a commit, those of the default branch. Missing and large files are left out. */
export async function readPages(
  host: CodeHost,
  repo: RepositoryName,
  commit: string | undefined,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const ref = commit ?? (await host.findRepository(repo, signal)).defaultBranch;
  const revision = await host.resolve(repo, ref, signal);
  const wanted = new Set(paths);
  const files = await host.listFiles(repo, revision, (path) => wanted.has(path), signal);
  const contents = new Map<string, string>();
  if (files.size > 0)
    await host.readBlobs(repo, [...new Set(files.values())], pageBytesMax, signal, (id, bytes) =>
      contents.set(id, bytes.toString()),
    );
  return new Map(
    [...files].flatMap(([path, id]) => {
      const content = contents.get(id);
      return content === undefined ? [] : [[path, content] as const];
    }),
  );
}

export interface MergedPage {
  path: string;
  content: string;
  /** The commit has the page as it is. */
  isSame: boolean;
}

/** Brings new drafts into the pages of a commit. A page that people deleted or wrote anew is theirs, so it is left out. */
export async function mergePages(
  host: CodeHost,
  repo: RepositoryName,
  commit: string,
  written: readonly EntryPage[],
  docs: readonly EntryPage[],
  signal: AbortSignal,
): Promise<MergedPage[]> {
  const contents = await readPages(
    host,
    repo,
    commit,
    docs.map(({ path }) => path),
    signal,
  );
  return docs.flatMap((fresh) => {
    const known = written.find(({ path }) => path === fresh.path);
    const content = contents.get(fresh.path);
    if (known && (content === undefined || readBranchEdits(known, content).isRewritten)) return [];
    const merged = known && content !== undefined ? mergeIntoBranch(known, fresh, content) : fresh;
    return [{ path: merged.path, content: merged.content, isSame: merged.content === content }];
  });
}
