import type { AnalyzedCommit } from '../analysis/analyzed-commit.ts';
import { findReplacements } from '../analysis/find-replacements.ts';
import type { SurfaceChange } from '../analysis/surface-change.ts';
import type { FileChange } from '../source-repository.ts';
import { codeLanguages, findCodeLanguage } from '../surface/code/code-languages.ts';
import type { SurfaceArea } from '../surface/surface.ts';
import { breakingItems, capItems, commitSources, surfaceItem } from './changelog-draft.ts';
import { type ChangelogGroup, changelogGroupOf } from './changelog-groups.ts';
import { describeAdaptation, needsAdapting } from './describe-surface-change.ts';
import { type DraftContext, listedMax } from './draft-context.ts';
import { draftTitle, frontMatterOf, shortRef } from './front-matter.ts';
import { aboutSurface, groupSurface, type SurfaceGroup, sourcesOf } from './group-surface.ts';
import { count, enumerate, subjectInlines } from './inlines.ts';
import type { Block, Inline, Item, Page } from './mdx.ts';
import { linkTo, referencesOf } from './references.ts';
import { breakingCount } from './summary.ts';

const areaHeadings: [SurfaceArea, string][] = [
  ['operation', 'API description'],
  ['route', 'HTTP routes'],
  ['schema', 'Database'],
  ['config', 'Configuration'],
  ['flag', 'Command line'],
  ['export', 'Exports'],
  ['dependency', 'Dependencies'],
];
const signaturesShown = 60;
const devDependenciesShown = 20;

/** The page for developers who build on the code: breaking changes, how to adapt, then all changes by area. */
export function draftForDevelopers(context: DraftContext): Page {
  const { change } = context;
  const blocks: Block[] = [
    ...introduction(context),
    ...breakingBlocks(context),
    ...mayBreakBlocks(change.surface),
    ...adaptBlocks(change.surface),
    ...areaHeadings.flatMap(([area, heading]) => areaBlocks(area, heading, change.surface)),
    ...internalBlocks(change.surface),
    ...commitBlocks(change.commits, context),
    ...fileBlocks(change.files),
  ];
  const description = `${count(change.commitsCount, 'commit')}, ${count(change.files.length, 'file')}, ${count(breakingCount(change), 'breaking change')}.`;
  return {
    frontMatter: frontMatterOf(context, `${draftTitle(context)}: notes for developers`, description),
    blocks,
  };
}

function introduction({ base, head, change, ticket, pull }: DraftContext): Block[] {
  const people = new Set(change.commits.map(({ author }) => author)).size;
  const about: Inline[] = [
    ...(pull ? [' It belongs to ', linkTo(pull.url, `pull request #${pull.number}`), '.'] : []),
    ...(ticket
      ? [' Ticket: ', linkTo(ticket.url, ticket.key), ...(ticket.title ? [` (${ticket.title})`] : []), '.']
      : []),
  ];
  const [from, to]: [Inline, Inline] = [{ code: shortRef(base.ref) }, { code: shortRef(head.ref) }];
  const what: Inline[] =
    change.commitsCount === 0 && change.files.length === 0
      ? [to, ' has nothing that ', from, ' lacks.']
      : [
          ...['From ', from, ' to ', to, ': '],
          `${count(change.commitsCount, 'commit')} by ${count(people, 'person', 'people')}, with changes in ${count(change.files.length, 'file')}.`,
        ];
  return [
    { paragraph: [...what, ...about] },
    ...(change.mergeBase === undefined
      ? [{ paragraph: ['The two have no history in common, so their files were compared as they stand.'] }]
      : []),
    ...(change.unread > 0
      ? [
          {
            paragraph: [
              `${count(change.unread, 'file')} could not be read, being too large or missing, and ${change.unread === 1 ? 'is' : 'are'} known by name alone.`,
            ],
          },
        ]
      : []),
    ...(change.tooDeep.length > 0
      ? [
          {
            paragraph: [
              ...enumerate(change.tooDeep.map((path) => ({ code: path }))),
              change.tooDeep.length === 1
                ? ' nests too deep to be read, so what it declares is not compared.'
                : ' nest too deep to be read, so what they declare is not compared.',
            ],
          },
        ]
      : []),
    ...(change.unreadPulls > 0
      ? [
          {
            paragraph: [
              `The code host did not hand out the ${count(change.unreadPulls, 'pull request')} of this change, so only what the commits say is told here.`,
            ],
          },
        ]
      : []),
  ];
}

function breakingBlocks(context: DraftContext): Block[] {
  const items = breakingItems(context);
  return items.length === 0 ? [] : [{ heading: 2, of: ['Breaking changes'] }, { list: capItems(items) }];
}

function mayBreakBlocks(surface: SurfaceChange[]): Block[] {
  const changes = surface.filter(({ grade, isInternal }) => grade === 'may break' && !isInternal);
  if (changes.length === 0) return [];
  return [
    { heading: 2, of: ['May break'] },
    { paragraph: ['Whether these need work depends on how they are used.'] },
    { list: capItems(groupSurface(changes).map(surfaceItem)) },
  ];
}

function adaptBlocks(surface: SurfaceChange[]): Block[] {
  const replacements = findReplacements(surface);
  const changes = surface.filter(needsAdapting);
  // A name with a replacement gets a step of its own.
  const replaced = changes.filter(({ change, name }) => change === 'removed' && replacements.has(name));
  const groups = [
    ...replaced.map((change): SurfaceGroup => [change]),
    ...groupSurface(changes.filter((change) => !replaced.includes(change))),
  ];
  const steps = groups.map(
    (group): Item => ({
      about: `adapt ${aboutSurface(group)}`,
      of: describeAdaptation(group, replacements),
      sources: sourcesOf(group),
    }),
  );
  if (steps.length === 0) return [];
  return [
    { heading: 2, of: ['How to adapt'] },
    { list: capItems(steps), isOrdered: true },
  ];
}

/** Exports that only the repository itself uses, one line per file. */
function internalBlocks(surface: SurfaceChange[]): Block[] {
  const files = new Map<string, SurfaceChange[]>();
  for (const change of surface)
    if (change.area === 'export' && change.isInternal)
      files.set(change.path, [...(files.get(change.path) ?? []), change]);
  if (files.size === 0) return [];
  const items = [...files].map(([path, changes]): Item => {
    const parts = (['added', 'removed', 'changed'] as const).flatMap((kind): Inline[][] => {
      const names = changes
        .filter(({ change }) => change === kind)
        .map(({ name }): Inline => ({ code: name }));
      return names.length === 0 ? [] : [[`${kind} `, ...enumerate(names, internalNamesShown)]];
    });
    return {
      about: `inside ${path} ${JSON.stringify(changes.map(({ change, name }) => [change, name]))}`,
      of: [{ code: path }, ': ', ...parts.flatMap((part, index) => (index === 0 ? part : ['; ', ...part]))],
      sources: changes[0]?.sources ?? [],
    };
  });
  return [
    { heading: 2, of: ['Inside the repository'] },
    { paragraph: ['These exports are not part of a public interface.'] },
    { list: capItems(items) },
  ];
}

const internalNamesShown = 12;

function areaBlocks(area: SurfaceArea, heading: string, surface: SurfaceChange[]): Block[] {
  const inArea = surface.filter((change) => change.area === area);
  const changes = inArea.filter(({ isInternal }) => !isInternal);
  const devDependencies = area === 'dependency' ? inArea.filter(({ isInternal }) => isInternal) : [];
  if (changes.length + devDependencies.length === 0) return [];
  const shown = new Set(area === 'export' ? changes.slice(0, signaturesShown) : []);
  const items = changesByStatement(changes).map((group): Item => {
    const blocks = signatureBlocks(group.filter((change) => shown.has(change)));
    return {
      ...surfaceItem(group),
      about: `area ${aboutSurface(group)}`,
      ...(blocks.length > 0 && { blocks }),
    };
  });
  return [
    { heading: 2, of: [heading] },
    { list: capItems([...items, ...devDependencyItems(devDependencies)]) },
  ];
}

/** Development dependencies, in one line. */
function devDependencyItems(dependencies: SurfaceChange[]): Item[] {
  if (dependencies.length === 0) return [];
  const names = enumerate(
    dependencies.slice(0, devDependenciesShown).map(({ name }): Inline => ({ code: name })),
  );
  const rest =
    dependencies.length > devDependenciesShown
      ? [` and ${dependencies.length - devDependenciesShown} more`]
      : [];
  return [
    {
      about: `development ${aboutSurface(dependencies as SurfaceGroup)}`,
      of: ['For development: ', ...names, ...rest],
      sources: [...new Map(sourcesOf(dependencies).map((source) => [source.path, source])).values()],
    },
  ];
}

/** Each changed export becomes an item of its own, with its signature before and after. */
const changesByStatement = (changes: SurfaceChange[]): SurfaceGroup[] =>
  groupSurface(changes).flatMap((group) =>
    group[0].area === 'export' && group[0].change === 'changed'
      ? group.map((change): SurfaceGroup => [change])
      : [group],
  );

function signatureBlocks(group: SurfaceChange[]): Block[] {
  const [first] = group;
  if (!first) return [];
  const language = fenceOf(first.path);
  if (first.change === 'changed') {
    return [
      { paragraph: ['Before:'] },
      { code: first.before ?? '', language },
      { paragraph: ['After:'] },
      { code: first.after ?? '', language },
    ];
  }
  if (first.change !== 'added' && first.change !== 'removed') return [];
  const signatures = group.map(({ before, after }) => after ?? before ?? '').filter(hasMoreThanName);
  return signatures.length > 0 ? [{ code: signatures.join('\n'), language }] : [];
}

function fenceOf(path: string): string {
  if (path.endsWith('.py')) return 'python';
  if (path.endsWith('.go')) return 'go';
  const language = findCodeLanguage(path);
  return language ? codeLanguages[language].fence : 'ts';
}

const hasMoreThanName = (signature: string) =>
  !/^(?:export \{.*|(?:(?:abstract|async|declare|const) )*(?:const|let|var|interface|type|class|enum|function|namespace) [\w$]+)?$/.test(
    signature,
  );

const typeHeadings: Record<string, string> = {
  feat: 'Features',
  fix: 'Fixes',
  perf: 'Performance',
  refactor: 'Refactoring',
  docs: 'Documentation',
  test: 'Tests',
  build: 'Build',
  ci: 'Continuous integration',
  chore: 'Chores',
  style: 'Style',
  revert: 'Reverts',
};

const groupHeadings: Partial<Record<ChangelogGroup, string>> = {
  Added: 'Features',
  Fixed: 'Fixes',
  Security: 'Fixes',
};

/** The heading by the type of the commit or, without one, by the first word of its subject. */
function headingOf(commit: AnalyzedCommit): string {
  const { type } = commit;
  if (type !== undefined) return (Object.hasOwn(typeHeadings, type) && typeHeadings[type]) || 'Other';
  const group = changelogGroupOf(commit);
  return (group && (groupHeadings[group] ?? 'Changes')) ?? 'Other';
}

function commitBlocks(commits: AnalyzedCommit[], context: DraftContext): Block[] {
  const unmerged = commits.filter(({ isMerge }) => !isMerge);
  // Commits that only change documents, tests and builds do not concern people who build on the code.
  const shown = unmerged.filter(
    ({ touchesProduct, touchesManifest, isBreaking }) => touchesProduct || touchesManifest || isBreaking,
  );
  const omitted = unmerged.length - shown.length;
  const groups = new Map<string, AnalyzedCommit[]>();
  for (const known of [...Object.values(typeHeadings), 'Changes', 'Other']) groups.set(known, []);
  for (const commit of shown) {
    groups.get(headingOf(commit))?.push(commit);
  }
  const filled = [...groups].filter(([, list]) => list.length > 0);
  if (filled.length === 0) return [];
  return [
    { heading: 2, of: ['Commits'] },
    ...filled.flatMap(([heading, list]): Block[] => [
      { heading: 3, of: [heading] },
      {
        list: capItems(
          list.map(
            (commit): Item => ({
              about: `commits ${commit.sha}`,
              of: [
                ...(commit.scope ? [{ strong: `${commit.scope}:` }, ' '] : []),
                ...subjectInlines(commit.subject || 'No message'),
                ...referencesOf(commit, context),
              ],
              sources: commitSources(commit),
            }),
          ),
        ),
      },
    ]),
    ...(omitted > 0
      ? [
          {
            paragraph: [
              `${count(omitted, 'commit')} that ${omitted === 1 ? 'touches' : 'touch'} only documents, tests or builds ${omitted === 1 ? 'is' : 'are'} left out.`,
            ],
          },
        ]
      : []),
  ];
}

function fileBlocks(files: FileChange[]): Block[] {
  if (files.length === 0) return [];
  const counts = (['added', 'modified', 'renamed', 'removed'] as const).flatMap((kind) => {
    const number = files.filter((file) => file.kind === kind).length;
    return number === 0 ? [] : [`${number} ${kind}`];
  });
  const renamed = files.filter(({ kind }) => kind === 'renamed').slice(0, listedMax);
  const submodules = files.filter(({ isSubmodule }) => isSubmodule);
  return [
    { heading: 2, of: ['Files'] },
    { paragraph: [`${counts.join(', ')}.`] },
    ...listOfFiles('Renamed or moved:', renamed, (file) => [
      { code: file.previousPath ?? '' },
      ' to ',
      { code: file.path },
    ]),
    ...listOfFiles('Submodules:', submodules, (file) => [{ code: file.path }, ` ${file.kind}`]),
  ];
}

function listOfFiles(title: string, files: FileChange[], describe: (file: FileChange) => Inline[]): Block[] {
  if (files.length === 0) return [];
  const list = files.map((file): Item => {
    const id = file.after ?? file.before;
    return {
      about: `file ${file.kind} ${file.path}`,
      of: describe(file),
      ...(id && { sources: [{ path: file.path, id }] }),
    };
  });
  return [{ paragraph: [title] }, { list: capItems(list) }];
}
