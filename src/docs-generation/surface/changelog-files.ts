/** Files in which maintainers tell what changed. */
export const isChangelog = (path: string) =>
  (/^(?:[\w@.-]+\/){0,4}(?:CHANGELOG|CHANGES|CHANGE_LOG|HISTORY|NEWS|RELEASES?|RELEASE[-_]?NOTES|WHATS[-_]?NEW|VERSIONS|VERSION[-_]?HISTORY|MIGRATION|MIGRATING|UPGRADING|UPGRADE)[\w.-]*(?:\.(?:md|mdx|rst|txt|markdown|adoc))?$/i.test(
    path,
  ) &&
    !/\.(?!md|mdx|rst|txt|markdown|adoc)[a-z]+$/i.test(path) &&
    !/(?:^|\/)(?:node_modules|vendor|third_party|tests?|fixtures?|migrations?|\.github)\//i.test(path)) ||
  isNotesOfVersion(path) ||
  isChangeset(path) ||
  isNewsFragment(path);

/** One file per release: `docs/releasenotes/12.1.1.rst`. */
export const isNotesOfVersion = (path: string) =>
  /(?:^|\/)(?:releases?|release[-_]?notes?|whats[-_]?new|changelogs?|changes|news)\/(?:[\w-]+\/)?(?:version[-_]?|v)?\d+[._-]\d+[\w.-]*\.(?:md|mdx|rst|txt|markdown|adoc)$/i.test(
    path,
  );

/** One file per change, in the format of the changesets tool. */
export const isChangeset = (path: string) => /(?:^|\/)\.changeset\/(?!README)[\w-]+\.md$/.test(path);

/** One file per change, in the format of towncrier: `changelog/123.bugfix.rst`. A release moves them into the changelog. */
export const isNewsFragment = (path: string) =>
  /(?:^|\/)(?:changelog|changes|news|newsfragments|changelog\.d|changes\.d|news\.d)\/(?:[\w.-]+\/)?[+\w-]+\.[a-z]+(?:\.\d+)?\.(?:rst|md|txt)$/i.test(
    path,
  );
