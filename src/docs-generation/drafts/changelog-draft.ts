import type { AnalyzedCommit } from '../analysis/analyze-change.ts';
import {
  type ChangelogGroup,
  changelogGroupOf,
  changelogGroups,
  isMergeOfAdvisory,
} from './changelog-groups.ts';
import { describeSurfaceChange } from './describe-surface-change.ts';
import { type DraftContext, fillLink, listedMax } from './draft-context.ts';
import { draftTitle, frontMatterOf, shortRef } from './front-matter.ts';
import { groupSurface, type SurfaceGroup, sourcesOf } from './group-surface.ts';
import { count, subjectInlines } from './inlines.ts';
import type { Block, Inline, Item, Page } from './mdx.ts';
import { linkTo, referencesOf } from './references.ts';

/** Security fixes first, then breaking changes, then the other groups of Keep a Changelog. */
export function draftChangelog(context: DraftContext): Page {
  const { change, head } = context;
  const commits = change.commits.filter((commit) => !commit.isMerge || isMergeOfAdvisory(commit));
  const groups = new Map<ChangelogGroup, Item[]>(changelogGroups.map((group) => [group, []]));
  const breakingSurface = change.surface.filter(({ isBreaking }) => isBreaking);
  const breaking = [
    ...commits.filter(({ isBreaking }) => isBreaking).flatMap((commit) => breakingItems(commit, context)),
    ...groupSurface(breakingSurface).map(surfaceItem),
  ];
  let omitted = 0;
  for (const commit of commits) {
    const group = changelogGroupOf(commit);
    if (group) groups.get(group)?.push(commitItem(commit, context));
    else omitted++;
  }
  // Removals are breaking changes, so they are listed above.
  const deprecated = change.surface.filter((item) => item.change === 'deprecated');
  groups.get('Deprecated')?.push(...groupSurface(deprecated).map(surfaceItem));
  const filled = [...groups].filter(([, items]) => items.length > 0);
  const listed = filled.map(([group, items]): [ChangelogGroup, Block[]] => [
    group,
    [{ heading: 3, of: [group] }, { list: capItems(items) }],
  ]);
  const entries = filled.reduce((sum, [, items]) => sum + items.length, 0);
  const blocks: Block[] = [
    { heading: 2, of: [`${shortRef(head.ref)} - ${head.committedAt.slice(0, 10)}`] },
    ...(entries + breaking.length === 0 ? [{ paragraph: [nothing(commits.length)] }] : []),
    ...listed.flatMap(([group, listing]) => (group === 'Security' ? listing : [])),
    ...(breaking.length > 0
      ? [{ paragraph: [{ strong: 'Breaking changes' }] }, { list: capItems(breaking) }]
      : []),
    ...listed.flatMap(([group, listing]) => (group === 'Security' ? [] : listing)),
    ...mergedPulls(context),
    ...(omitted > 0 && entries > 0
      ? [
          {
            paragraph: [
              `${count(omitted, 'commit')} without effect for users ${omitted === 1 ? 'is' : 'are'} left out.`,
            ],
          },
        ]
      : []),
  ];
  const broken = breakingSurface.length + commits.filter(({ isBreaking }) => isBreaking).length;
  const description = `${count(entries, 'entry', 'entries')}, ${broken === 0 ? 'nothing breaking' : count(broken, 'breaking change')}.`;
  return { frontMatter: frontMatterOf(context, `Changelog: ${draftTitle(context)}`, description), blocks };
}

const nothing = (commits: number) =>
  commits === 0 ? 'Nothing changed.' : `Nothing noteworthy: ${count(commits, 'commit')} of upkeep.`;

const commitItem = (commit: AnalyzedCommit, context: DraftContext): Item => ({
  of: [
    ...(commit.isBreaking ? [{ strong: 'Breaking:' }, ' '] : []),
    ...(commit.scope ? [{ strong: `${commit.scope}:` }, ' '] : []),
    ...subjectOf(commit),
    ...unnamedAdvisories(commit),
    ...referencesOf(commit, context),
  ],
  sources: commitSources(commit),
});

/** The merge of an advisory has no subject of its own, so the first file that it changed stands for it. */
function subjectOf(commit: AnalyzedCommit): Inline[] {
  const [source] = commit.sources;
  if (!isMergeOfAdvisory(commit)) return subjectInlines(commit.subject);
  return source ? ['Security fix in ', { code: source.path }] : ['Security fix'];
}

const unnamedAdvisories = ({ advisories, subject }: AnalyzedCommit): Inline[] =>
  advisories.filter((id) => !subject.includes(id)).map((id) => `, ${id}`);

/** The commit itself and the files that it changed. */
export const commitSources = ({ sha, sources }: AnalyzedCommit) => [{ path: 'commit', id: sha }, ...sources];

/** The breaking notes of a commit, or its subject if it is only marked with `!`. */
export const breakingNotesOf = ({ breakingNotes, subject }: AnalyzedCommit) =>
  breakingNotes.length > 0 ? breakingNotes : [subject];

const breakingItems = (commit: AnalyzedCommit, context: DraftContext): Item[] =>
  breakingNotesOf(commit).map((note) => ({
    of: [
      ...(commit.scope ? [{ strong: `${commit.scope}:` }, ' '] : []),
      ...subjectInlines(note),
      ...referencesOf(commit, context),
    ],
    sources: commitSources(commit),
  }));

export const surfaceItem = (group: SurfaceGroup): Item => ({
  of: describeSurfaceChange(group),
  sources: sourcesOf(group),
});

function mergedPulls({ change, links }: DraftContext): Block[] {
  const merges = change.commits.filter(({ isMerge, pulls }) => isMerge && pulls.length > 0);
  if (merges.length === 0) return [];
  const items = merges.map(
    (merge): Item => ({
      of: [
        ...merge.pulls.map((number) => linkTo(fillLink(links.pull, number), `#${number}`)),
        ' ',
        ...subjectInlines(merge.subject),
      ],
      sources: commitSources(merge),
    }),
  );
  return [{ paragraph: ['Merged pull requests:'] }, { list: capItems(items) }];
}

export function capItems(items: Item[]): Item[] {
  if (items.length <= listedMax) return items;
  return [...items.slice(0, listedMax), { of: [`… and ${items.length - listedMax} more.`] }];
}
