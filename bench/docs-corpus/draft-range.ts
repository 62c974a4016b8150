import { newLocalGit, parseRepositoryName } from '../../src/code-hosts/index.ts';
import { readDraftContext } from '../../src/docs-generation/drafting-process/generate-pages.ts';
import { draftDocs } from '../../src/docs-generation/drafts/draft-docs.ts';
import type { Block, Inline, Item } from '../../src/docs-generation/drafts/mdx.ts';
import { collectNews } from '../../src/docs-generation/drafts/news.ts';
import { newRepositories } from '../../test/support/git-history.ts';
import type { CorpusRange } from './read-range.ts';
import { rebuildHistory } from './rebuild-range.ts';

/** What the drafts of a range say, in the form that the labels are compared with. */
export interface RangeDraft {
  /** Everything that the program counts as breaking. */
  claims: BreakingClaim[];
  /** The items of the changelog, in their order. */
  entries: ChangelogEntry[];
  /** The text of all pages. */
  text: string;
}

export interface BreakingClaim {
  name: string | undefined;
  path: string | undefined;
  text: string;
  /** Positions of the commits whose words make the claim. */
  commits: number[];
}

export interface ChangelogEntry {
  section: string;
  text: string;
  /** Positions of the commits that it comes from. */
  commits: number[];
}

const limits = { commitsMax: 5_000, filesMax: 10_000, fileBytesMax: 1_000_000 };

/** Writes the history of a range into a temporary repository and drafts its documentation. */
export async function draftRange(range: CorpusRange): Promise<RangeDraft> {
  const repositories = newRepositories();
  try {
    const history = rebuildHistory(range);
    const shas = repositories.add(range.repo, history, { [range.base]: 1, [range.head]: history.length });
    return await draftClone(range, repositories.root, shas.slice(1));
  } finally {
    repositories.remove();
  }
}

/**
 * Drafts the documentation of a range in `<root>/<owner>/<name>.git`; `shas` are its commits in the order of the labels. For
 * ranges that are not in the corpus yet (README.md).
 * @public
 */
export async function draftClone(
  range: CorpusRange,
  root: string,
  shas: readonly string[],
): Promise<RangeDraft> {
  const host = newLocalGit({ kind: 'local', root, searchPath: process.env.PATH ?? '' });
  const repo = parseRepositoryName(range.repo);
  if (!repo) throw new Error(`${range.repo} is no name of a repository`);
  const { context } = await readDraftContext(
    {
      ...host,
      links: { ...host.links, issue: () => undefined, pull: () => undefined, commit: () => undefined },
    },
    { repo, base: range.base, head: range.head, limits, ticket: undefined, pullNumber: undefined },
    AbortSignal.timeout(60_000),
    () => {},
    async () => ({}),
  );
  const positionOf = (sha: string) => shas.indexOf(sha);
  const pages = draftDocs(context, 'both');
  const changelog = pages.at(-1)?.page.blocks ?? [];
  return {
    claims: claimsOf(context.change, positionOf),
    entries: entriesOf(changelog, positionOf),
    text: pages.map(({ page }) => textOfBlocks(page.blocks)).join('\n'),
  };
}

type Change = Awaited<ReturnType<typeof readDraftContext>>['context']['change'];

function claimsOf(change: Change, positionOf: (sha: string) => number): BreakingClaim[] {
  const shown = change.surface.filter(({ isBreaking }) => isBreaking);
  const told = collectNews(change).filter(({ isBreaking }) => isBreaking);
  return [
    ...shown.map(({ area, name, path, change, before = '', after = '' }) => ({
      name,
      path,
      text: `${change} ${area} ${name} ${before} ${after}`,
      commits: [],
    })),
    ...told.map(({ text, commits }) => ({
      name: undefined,
      path: undefined,
      text: [text, ...commits.flatMap(({ breakingNotes }) => breakingNotes)].join(' '),
      commits: commits.map(({ sha }) => positionOf(sha)),
    })),
  ];
}

function entriesOf(blocks: Block[], positionOf: (sha: string) => number): ChangelogEntry[] {
  let section = '';
  return blocks.flatMap((block): ChangelogEntry[] => {
    if ('heading' in block) section = textOf(block.of);
    if ('paragraph' in block) section = textOf(block.paragraph);
    if (!('list' in block)) return [];
    return block.list.map((item) => ({
      section,
      text: textOfItem(item),
      commits: (item.sources ?? []).flatMap(({ path, id }) => (path === 'commit' ? [positionOf(id)] : [])),
    }));
  });
}

function textOfBlocks(blocks: Block[]): string {
  return blocks
    .map((block) => {
      if ('heading' in block) return textOf(block.of);
      if ('paragraph' in block) return textOf(block.paragraph);
      return 'list' in block ? block.list.map(textOfItem).join('\n') : block.code;
    })
    .join('\n');
}

const textOfItem = ({ of, blocks = [] }: Item): string =>
  [textOf(of), ...(blocks.length > 0 ? [textOfBlocks(blocks)] : [])].join('\n');

const textOf = (inlines: Inline[]): string =>
  inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline;
      if ('prose' in inline) return inline.prose;
      if ('code' in inline) return inline.code;
      return 'strong' in inline ? inline.strong : inline.of;
    })
    .join('');
