import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import { type ChangelogGroup, changelogGroups, isDependencyUpdate, isUpkeep } from './changelog-groups.ts';
import { describeSurfaceChange } from './describe-surface-change.ts';
import { type DraftContext, fillLink, listedMax } from './draft-context.ts';
import { draftTitle, frontMatterOf, shortRef } from './front-matter.ts';
import { aboutSurface, groupSurface, type SurfaceGroup, sourcesOf } from './group-surface.ts';
import { count, subjectInlines } from './inlines.ts';
import type { Block, Inline, Item, Page } from './mdx.ts';
import { aboutNews, collectNews, type News } from './news.ts';
import { linkTo, referencesOf, referencesTo } from './references.ts';
import { breakingCount } from './summary.ts';

/** Security fixes first, then breaking changes, then the other groups of Keep a Changelog. */
export function draftChangelog(context: DraftContext): Page {
  const { change, head } = context;
  const commits = change.commits.filter(({ isMerge }) => !isMerge);
  const news = collectNews(change);
  const groups = new Map<ChangelogGroup, Item[]>(changelogGroups.map((group) => [group, []]));
  const milestones = new Map<string, Item[]>();
  for (const one of news) {
    const milestone = findMilestone(one, context);
    if (milestone === undefined) groups.get(one.group)?.push(newsItem(one, context));
    else milestones.set(milestone, [...(milestones.get(milestone) ?? []), withGroup(one, context)]);
  }
  // Removals are breaking changes, so they are listed with them.
  const deprecated = change.surface.filter(
    (item) => item.change === 'deprecated' && !item.isInternal && !isToldAsDeprecated(item.name, news),
  );
  groups.get('Deprecated')?.push(...groupSurface(deprecated).map(surfaceItem));
  const breaking = breakingItems(context, news);
  const filled = [...groups].filter(([, items]) => items.length > 0);
  const byMilestone = [...milestones].sort(([a], [b]) => compareNames(a, b));
  const entries = [...filled, ...byMilestone].reduce((sum, [, items]) => sum + items.length, 0);
  const [security, others] = [
    filled.filter(([group]) => group === 'Security'),
    filled.filter(([group]) => group !== 'Security'),
  ];
  const told = new Set(news.flatMap((one) => one.commits));
  const omitted = commits.filter((commit) => !told.has(commit)).length;
  const blocks: Block[] = [
    { heading: 2, of: [`${shortRef(head.ref)} - ${head.committedAt.slice(0, 10)}`] },
    ...(entries + breaking.length === 0 ? [{ paragraph: [nothing(commits.length)] }] : []),
    ...groupBlocks(security),
    ...(breaking.length > 0
      ? [{ paragraph: [{ strong: 'Breaking changes' }] }, { list: capItems(breaking) }]
      : []),
    ...groupBlocks(byMilestone),
    ...groupBlocks(others),
    ...mergedPulls(context),
    ...(omitted > 0 && entries > 0
      ? [
          {
            paragraph: [
              `${count(omitted, 'commit')} ${omitted === 1 ? 'has' : 'have'} no entry of ${omitted === 1 ? 'its' : 'their'} own.`,
            ],
          },
        ]
      : []),
  ];
  const broken = breakingCount(change);
  const description = `${count(entries, 'entry', 'entries')}, ${broken === 0 ? 'nothing breaking' : count(broken, 'breaking change')}.`;
  return { frontMatter: frontMatterOf(context, `Changelog: ${draftTitle(context)}`, description), blocks };
}

/** True if an entry already names the deprecated item or its new name. */
function isToldAsDeprecated(name: string, news: News[]): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return news.some(
    ({ text }) =>
      /\b(?:deprecat|renam)/i.test(text) &&
      (text.match(/[\p{L}\p{N}_$]+/gu) ?? []).some((word) => word === last),
  );
}

/** Security fixes stay together at the top. An entry of several tickets is listed under the milestone of the first that has one. */
const findMilestone = ({ group, commits }: News, { tickets }: DraftContext): string | undefined =>
  group === 'Security'
    ? undefined
    : commits
        .flatMap(({ ticketKeys }) => ticketKeys)
        .map((key) => (Object.hasOwn(tickets, key) ? tickets[key]?.milestone : undefined))
        .find((name) => name !== undefined);

/** An entry under a milestone says its kind itself. */
function withGroup(one: News, context: DraftContext): Item {
  const item = newsItem(one, context);
  return { ...item, of: [{ strong: `${one.group}:` }, ' ', ...item.of] };
}

/** `M2` before `M10`; the same in every process, whatever its language. */
const compareNames = (a: string, b: string) =>
  a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);

const groupBlocks = (groups: [string, Item[]][]): Block[] =>
  groups.flatMap(([group, items]): Block[] => [{ heading: 3, of: [group] }, { list: capItems(items) }]);

const nothing = (commits: number) =>
  commits === 0 ? 'Nothing changed.' : `Nothing noteworthy: ${count(commits, 'commit')} of upkeep.`;

/** What the maintainers announce as breaking, then what the source shows. */
export function breakingItems(context: DraftContext, news: News[] = collectNews(context.change)): Item[] {
  const { change } = context;
  const commits = change.commits.filter(
    ({ isMerge, isBreaking, isInferredBreak }) => !isMerge && isBreaking && !isInferredBreak,
  );
  const inWords = news.filter((one) => one.isBreaking && !one.commits.some((one) => commits.includes(one)));
  return [
    ...commits.flatMap((commit) =>
      breakingNotesOf(commit).map(
        (note, index): Item => ({
          about: aboutBreak(commit.sha, index),
          of: [...scopeInlines(commit.scope), ...subjectInlines(note), ...referencesOf(commit, context)],
          sources: commitSources(commit),
        }),
      ),
    ),
    ...inWords.map((one) => withSpeaker(newsItem({ ...one, isBreaking: false }, context), one)),
    ...groupSurface(change.surface.filter(({ isBreaking }) => isBreaking)).map(surfaceItem),
  ];
}

/** The source may not show it, so the item names who says it, or whose words imply it. */
function withSpeaker(item: Item, { isTold, isInferredBreak, source }: News): Item {
  const [place, says]: [Inline, string] = !(isTold && source)
    ? ['its commit', ', as its commit says']
    : source.path === 'commit'
      ? ['the notes of the release', ', as the notes of the release say']
      : [{ code: source.path }, ', as the maintainers say in '];
  const speaker: Inline[] = isInferredBreak
    ? [', judging by the words of ', place]
    : [says, ...(typeof place === 'string' ? [] : [place])];
  return {
    ...item,
    about: `breaks ${item.about}`,
    of: [...item.of.with(-1, withoutStop(item.of.at(-1) ?? '')), ...speaker],
  };
}

const withoutStop = (part: Inline): Inline =>
  typeof part === 'object' && 'prose' in part ? { prose: part.prose.replace(/\.$/, '') } : part;

const scopeInlines = (scope: string | undefined): Inline[] => (scope ? [{ strong: `${scope}:` }, ' '] : []);

function newsItem(one: News, context: DraftContext): Item {
  const [commit] = one.commits;
  return {
    about: aboutNews(one),
    of: [
      ...(one.isBreaking ? [{ strong: 'Breaking:' }, ' '] : []),
      ...scopeInlines(one.scope),
      ...subjectInlines(one.text),
      ...(commit
        ? one.commits.length <= referencedCommitsMax
          ? referencesOf(commit, context)
          : []
        : referencesTo(one.numbers?.filter((number) => !one.text.includes(`#${number}`)) ?? [], context)),
    ],
    sources: [...one.commits.flatMap(commitSources), ...(one.source ? [one.source] : [])],
  };
}

/** An entry for more commits than this links none of them. */
const referencedCommitsMax = 3;

/** The commit itself and the files that it changed. */
export const commitSources = ({ sha, sources, parts = [] }: AnalyzedCommit) => [
  ...[sha, ...parts.map((part) => part.sha)].map((id) => ({ path: 'commit', id })),
  ...sources,
];

/** A message never changes, so the place of a note in it is stable. */
export const aboutBreak = (sha: string, index: number) => `break ${sha} ${index}`;

/** The breaking notes of a commit, or its subject if it is only marked with `!`. */
const breakingNotesOf = ({ breakingNotes, subject }: AnalyzedCommit) =>
  breakingNotes.length > 0 ? breakingNotes : [subject];

export const surfaceItem = (group: SurfaceGroup): Item => ({
  about: aboutSurface(group),
  of: describeSurfaceChange(group),
  sources: sourcesOf(group),
});

function mergedPulls({ change, links }: DraftContext): Block[] {
  const merges = change.commits.filter(
    (commit) =>
      commit.isMerge && commit.pulls.length > 0 && !isUpkeep(commit.subject) && !isDependencyUpdate(commit),
  );
  if (merges.length === 0) return [];
  const items = merges.map(
    (merge): Item => ({
      about: `merge ${merge.sha}`,
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
