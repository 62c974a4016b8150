import { isChangelog } from '../surface/changelog-files.ts';
import { anyPattern } from '../word-rule.ts';

/** Markdown and MDX that describe the present, in English. */
export const isDocPage = (path: string) =>
  isMarkdown(path) && !isChangelog(path) && !foreignFolder.test(path) && !pastPage.test(path);

const isMarkdown = (path: string) => /\.(?:md|mdx|markdown)$/i.test(path);

/** Folders whose pages are not about this repository, or are not in English. */
const foreignFolder = anyPattern(
  [
    /(?:^|\/)(?:node_modules|vendor|_?vendored|third[_-]party|bower_components|site-packages)\//,
    /(?:^|\/)(?:tests?|__tests__|__snapshots__|__fixtures__|fixtures?|test-?data|templates?|mocks?)\//,
    /(?:^|\/)(?:i18n|locales?|translations?|l10n)\//,
    // Folders of tools: `.bingo`, `.yarn`. Those of code hosts have pages for contributors.
    /(?:^|\/)\.(?!(?:github|gitlab|gitea|forgejo)\/)[^/]+\//,
    // `docs/zh-CN/guide.md`, `README.ja.md`, `README_fr.md`, `README-de.md`
    /(?:^|\/)(?:zh|ja|ko|fr|de|es|pt|ru|it|tr|pl|uk|vi|id|fa|ar|cs|nl)(?:[-_][a-z]{2,4})?\//,
    /[._-](?:zh|ja|ko|kr|cn|fr|de|es|pt|ru|it|tr|pl|uk|vi|id|fa|ar|cs|nl)(?:[-_][a-z]{2,4})?\.(?:md|mdx|markdown)$/,
  ],
  'i',
);

/** Pages about earlier versions, plans, decisions and news. */
const pastPage = anyPattern(
  [
    /(?:^|\/)(?:versioned_docs|v?\d+(?:\.(?:\d+|x))*|archived?|archives|legacy|old|deprecated|obsolete|histor(?:y|ical)|attic)\//,
    /(?:^|\/)(?:blogs?|posts?|_posts|releases?|release[-_]?notes|changelogs?|changes)\//,
    /(?:^|\/)(?:reports?|meetings?|post-?mortems?|retrospectives?|[kst]eps)\//,
    // `2019-05-01-sandbox.md`
    /(?:^|\/)(?:19|20)\d\d[-_]?[01]\d(?:[-_]?[0-3]\d)?(?!\d)[^/]*(?:\/|$)/,
    /(?:^|\/)(?:rfcs?|adrs?|decisions?|proposals?(?:[-_][\w-]+)?|designs?|design[-_]docs?|architecture-decision-records)\//,
    /(?:^|\/)(?:migrations?|upgrad(?:e|es|ing)(?:-[\w-]+)?|codemods?|\.changeset|roadmaps?|plans?)\//,
    /(?:^|\/)[^/]*(?:migrat|upgrad|changelog|change[-_]log|changes|release|deprecat|roadmap|histor(?:y|ical)|post-?mortem|audit-report|security-audit|whats-?new)[^/]*$/,
    // `adr-038-state-listening.md`, `notes/WHITEBOARD.md`
    /(?:^|\/)(?:adr[-_]?\d|(?:whiteboard|work-?log|journal)\.)[^/]*$/,
    // `v1.0.0.md`
    /(?:^|\/)v?\d+(?:\.(?:\d+|x))+\.mdx?$/,
    /(?:^|\/)[^/]*(?:from-v?\d|legacy|obsolete|proposal|rfc-?\d)[^/]*$/,
  ],
  'i',
);

/** Whether a tool wrote the page about itself: it tells what the tool reads, not what the repository does. */
export const isGenerated = (text: string) => generatorWords.test(text.slice(0, 2_000));

const generatorWords = anyPattern(
  [
    /bootstrapped with \[?`?create[- ]/,
    /\bthis (?:project|app(?:lication)?|package|folder|directory|client|library) (?:was|is|has been) (?:automatically |auto-?)?(?:generated|bootstrapped|scaffolded|created) (?:by|with|from|using)\b/,
    /\b(?:auto-?generated|automatically generated|code generated|generated) (?:by|with|from|using)\b[^\n]{0,200}\b(?:do not edit|bingo|swagger|openapi)/,
  ],
  'i',
);

/** Files of the head that may define what a page quotes: sources, settings, scripts and workflows of any language. */
export const isSearched = (path: string) =>
  !isMarkdown(path) && !isChangelog(path) && !notSearched.test(path);

const notSearched = anyPattern(
  [
    /\.(?:rst|adoc|txt|log|snap|svg|png|jpe?g|gif|webp|avif|ico|pdf|zip|gz|tgz|xz|bz2|br|woff2?|ttf|otf|eot)$/,
    /\.(?:mp[34]|webm|mov|wasm|bin|exe|dll|so|dylib|jar|class|pyc|map|lock|sum|csv|parquet|pb|db|sqlite|po|mo)$/,
    /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|\.all-contributorsrc)$/,
    /(?:^|\/)(?:node_modules|\.yarn)\/|\.min\.[cm]?js$/,
  ],
  'i',
);
