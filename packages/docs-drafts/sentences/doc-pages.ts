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
    // `docs/zh-CN/guide.md`, `README.ja.md`, `README_fr.md`, `README-de.md`
    /(?:^|\/)(?:zh|ja|ko|fr|de|es|pt|ru|it|tr|pl|uk|vi|id|fa|ar|cs|nl)(?:[-_][a-z]{2,4})?\//,
    /[._-](?:zh|ja|ko|kr|cn|fr|de|es|pt|ru|it|tr|pl|uk|vi|id|fa|ar|cs|nl)(?:[-_][a-z]{2,4})?\.(?:md|mdx|markdown)$/,
  ],
  'i',
);

/** Pages about earlier versions, plans, decisions and news. */
const pastPage = anyPattern(
  [
    /(?:^|\/)(?:versioned_docs|version-[^/]+|v?\d+(?:\.(?:\d+|x))*|archived?|archives|legacy|old|deprecated|obsolete)\//,
    /(?:^|\/)(?:blogs?|posts?|_posts|news|releases?|release[-_]?notes|changelogs?|changes|whats-?new|announcements?)\//,
    /(?:^|\/)(?:rfcs?|adrs?|decisions?|proposals?|designs?|design[-_]docs?|architecture-decision-records)\//,
    /(?:^|\/)(?:migrations?|migrating|upgrad(?:e|es|ing)|codemods?|\.changeset|roadmaps?|plans?)\//,
    /(?:^|\/)[^/]*(?:migrat|upgrad|changelog|change[-_]log|changes|breaking|release|deprecat|roadmap|history|whats-?new|codemod)[^/]*$/,
    /(?:^|\/)[^/]*(?:from-v?\d|v\d+-to-v?\d|to-v\d|legacy|obsolete|proposal|rfc-?\d)[^/]*$/,
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
