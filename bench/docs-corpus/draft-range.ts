import { draftDocs } from '../../packages/docs-drafts/drafts/draft-docs.ts';
import type { Block, Inline, Item } from '../../packages/docs-drafts/drafts/mdx.ts';
import { collectNews } from '../../packages/docs-drafts/drafts/news.ts';
import { readDraftContext } from '../../packages/docs-drafts/read-draft-context.ts';
import { readVerdict } from '../../packages/docs-drafts/verdict/read-verdict.ts';
import type { Bump } from '../../packages/docs-drafts/verdict/version.ts';
import { newRepositories } from '../../test/support/git-history.ts';
import { openLocalRepository } from '../../test/support/local-repository.ts';
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
  /** What the verdict asks for, where breaks before 1.0 count as elsewhere. */
  bump: Bump;
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
  const [owner = '', name = ''] = range.repo.split('/');
  const repository = openLocalRepository(root, owner, name);
  const context = await readDraftContext(
    repository,
    { base: range.base, head: range.head, limits, ticket: undefined, pullNumber: undefined },
    () => {},
    async () => ({}),
  );
  const positionOf = (sha: string) => shas.indexOf(sha);
  const pages = draftDocs(context, 'both');
  const { verdict } = await readVerdict(repository, context, { limits, breakBeforeOne: 'major' });
  const changelog = pages.at(-1)?.page.blocks ?? [];
  return {
    claims: claimsOf(context.change, positionOf),
    entries: entriesOf(changelog, positionOf),
    text: pages.map(({ page }) => textOfBlocks(page.blocks)).join('\n'),
    bump: verdict.bump,
  };
}

type Change = Awaited<ReturnType<typeof readDraftContext>>['change'];

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
