import { compareCodeUnits, type SurfaceChange } from '../analysis/surface-change.ts';
import { isRuntime } from '../surface/dependencies.ts';
import { aboutBreak, capItems, commitSources } from './changelog-draft.ts';
import type { ChangelogGroup } from './changelog-groups.ts';
import { type DraftContext, fillLink } from './draft-context.ts';
import { draftTitle, frontMatterOf } from './front-matter.ts';
import { count, subjectInlines } from './inlines.ts';
import type { Block, Inline, Item, Page } from './mdx.ts';
import { aboutNews, collectUserNews, type News } from './news.ts';
import { linkTo } from './references.ts';

const groupLabels: Record<ChangelogGroup, string> = {
  Added: 'New',
  Changed: 'Changed',
  Deprecated: 'Going away',
  Removed: 'Removed',
  Fixed: 'Fixed',
  Security: 'Security',
};
const generalFeature = 'General';

/** The page for users of the product: changes that they can notice, grouped by feature, without file names. */
export function draftForUsers(context: DraftContext): Page {
  const { change } = context;
  const news = collectUserNews(change);
  const flags = change.surface.filter(
    ({ area, change: kind, isInternal }) =>
      area === 'flag' && !isInternal && (kind === 'added' || kind === 'removed'),
  );
  const features = new Map<string, Item[]>();
  const add = (feature: string, item: Item) =>
    features.set(feature, [...(features.get(feature) ?? []), item]);
  for (const one of news) add(featureOf(one), itemOf(one, context));
  for (const flag of flags)
    add('Command line', {
      about: `flag ${flag.change} ${flag.name}`,
      of: [flag.change === 'added' ? 'New option ' : 'Removed option ', { code: flag.name }],
      sources: flag.sources,
    });

  const breaking = news.filter(({ isBreaking }) => isBreaking);
  const floors = change.surface.filter(
    (item) =>
      item.area === 'dependency' && item.isBreaking && isRuntime(item.name) && !isToldFloor(item, news),
  );
  const sorted = [...features].sort(([a], [b]) => orderOf(a) - orderOf(b) || compareCodeUnits(a, b));
  const entries = news.length + flags.length + floors.length;
  const blocks: Block[] = [
    entries === 0
      ? {
          paragraph: [
            'Nothing in this change is visible to users: it concerns only how the product is built.',
          ],
        }
      : { paragraph: [`This update brings ${count(entries, 'change')} that you may notice.`] },
    ...(breaking.length + floors.length > 0
      ? [
          { heading: 2 as const, of: ['Before you update'] },
          { list: capItems([...breaking.flatMap((one) => notesOf(one)), ...floors.map(floorItem)]) },
        ]
      : []),
    ...sorted.flatMap(([feature, items]): Block[] => [
      { heading: 2, of: [feature] },
      { list: capItems(items) },
    ]),
  ];
  const description =
    entries === 0 ? 'Nothing that users see has changed.' : `${count(entries, 'change')} for users.`;
  return {
    frontMatter: frontMatterOf(context, `What is new: ${draftTitle(context)}`, description),
    blocks,
  };
}

/** `Update to Go 1.24`: an entry names the minimum version. */
const isToldFloor = ({ name, after = '' }: SurfaceChange, news: News[]) => {
  const [release] = /\d+(?:\.\d+)?/.exec(after) ?? [];
  const floor = new RegExp(`\\b${name.replace('.', '\\.')}\\b.*\\b${release?.replace('.', '\\.')}\\b`, 'i');
  return release !== undefined && news.some(({ text, isBreaking }) => isBreaking && floor.test(text));
};

const floorItem = ({ name, before = '', after = '', sources }: SurfaceChange): Item => ({
  about: `floor ${name} ${after}`,
  of: [`${name} `, { code: after }, ' is needed, instead of ', { code: before }],
  sources,
});

/** Security comes first, and what belongs to no feature comes last. */
const orderOf = (feature: string) => (feature === 'Security' ? 0 : feature === generalFeature ? 2 : 1);

function notesOf(one: News): Item[] {
  const sources = sourcesOfNews(one);
  const notes = one.commits.flatMap(({ sha, breakingNotes }) =>
    breakingNotes.map(
      (note, index): Item => ({ about: aboutBreak(sha, index), of: withoutFileNames(note), sources }),
    ),
  );
  if (notes.length > 0) return notes;
  return [{ about: `breaks ${aboutNews(one)}`, of: withoutFileNames(one.text), sources }];
}

const sourcesOfNews = ({ commits, source }: News) => [
  ...commits.flatMap(commitSources),
  ...(source ? [source] : []),
];

function itemOf(one: News, { links, tickets }: DraftContext): Item {
  const refs: Inline[] = one.commits
    .flatMap((commit): Inline[] => [
      ...commit.ticketKeys.flatMap((key) => (tickets[key] ? [linkTo(tickets[key]?.url, key)] : [])),
      ...commit.pulls.map((number) => linkTo(fillLink(links.pull, number), `#${number}`)),
      ...commit.issues.map((number) => linkTo(fillLink(links.issue, number), `#${number}`)),
    ])
    .slice(0, 4);
  return {
    about: aboutNews(one),
    of: [
      { strong: `${groupLabels[one.group]}:` },
      ' ',
      ...withoutFileNames(one.text),
      ...(refs.length > 0
        ? [' (', ...refs.flatMap((ref, index) => (index === 0 ? [ref] : [', ', ref])), ')']
        : []),
    ],
    sources: sourcesOfNews(one),
  };
}

const expansions: Record<string, string> = { cli: 'command line', db: 'database', deps: 'dependencies' };
const acronyms = /^(?:api|csv|html|http|https|mcp|pdf|sdk|sql|sso|ui|url|ux|xml)$/;

/** `user-profile` → "User profile", `api` → "API". Drops signs, which some sites read as directives. */
function featureOf({ scope, group }: News): string {
  if (group === 'Security') return 'Security';
  const name = (scope ?? '')
    .split(',')
    .map(formatFeature)
    .filter((words) => words !== '')
    .join(', ');
  return name === '' ? generalFeature : name.charAt(0).toUpperCase() + name.slice(1);
}

function formatFeature(scope: string): string {
  const words = scope.replace(/[^\p{L}\p{M}\p{N}+#&']+/gu, ' ').trim();
  if (Object.hasOwn(expansions, words)) return expansions[words] as string;
  return words
    .split(' ')
    .map((word) => (acronyms.test(word) ? word.toUpperCase() : word))
    .join(' ');
}

const sourcePath =
  /(?:[\w@.-]+\/)+[\w.-]+\.\w{1,5}\b|\b(?![A-Z]\w*\.js\b)[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|sql|json|ya?ml)\b/g;

/** Removes file names, which mean nothing to users. `Node.js` is not a file name. */
const withoutFileNames = (text: string): Inline[] =>
  subjectInlines(
    text
      .replace(/\s*\b(?:in|from|of|to|at)\s+`?(?:[\w@.-]+\/)+[\w.-]+\.\w{1,5}`?/g, '')
      .replace(sourcePath, 'an inner part')
      .trim() || 'An improvement under the hood',
  );
