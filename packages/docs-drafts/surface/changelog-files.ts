import { anyPattern } from '../word-rule.ts';
/** Files in which maintainers describe changes. */
export const isChangelog = (path: string) =>
  (/^(?:[\w@.-]+\/){0,4}(?:CHANGE_?LOG|CHANGES|HISTORY|NEWS|RELEASE|WHATS[-_]?NEW|VERSIONS|VERSION[-_]?HISTORY|MIGRATI(?:ON|NG)|UPGRAD(?:E|ING))[\w.-]*(?:\.(?:md|mdx|rst|txt|markdown|adoc))?$/i.test(
    path,
  ) &&
    !/\.(?!md|mdx|rst|txt|markdown|adoc)[a-z]+$/i.test(path) &&
    !/(?:^|\/)(?:node_modules|vendor|third_party|tests?|fixtures?|migrations?|\.github)\//i.test(path)) ||
  isNotesOfVersion(path) ||
  isFragment(path);

/** One file per release: `docs/releasenotes/12.1.1.rst`. */
export const isNotesOfVersion = (path: string) =>
  /(?:^|\/)(?:releases?|release[-_]?notes?|whats[-_]?new|changelogs?|changes|news)\/(?:[\w-]+\/)?(?:version[-_]?|v)?\d+[._-]\d+[\w.-]*\.(?:md|mdx|rst|txt|markdown|adoc)$/i.test(
    path,
  );

/** A file of the changesets tool. */
export const isChangeset = (path: string) => /(?:^|\/)\.changeset\/(?!README)[\w-]+\.md$/.test(path);

/** One file per change: its text is one entry, or a few. */
export const isFragment = (path: string) =>
  isChangeset(path) || isYamlFragment(path) || isNewsFragment(path) || isUnreleasedNote(path);

/** `changelog/123.bugfix.rst` of towncrier. */
const isNewsFragment = (path: string) =>
  /(?:^|\/)(?:changelog|changes|news|newsfragments|changelog\.d|changes\.d|news\.d)\/(?:[\w.-]+\/)?[+\w-]+\.[a-z]+(?:\.\d+)?\.(?:rst|md|txt)$/i.test(
    path,
  );

/** `releasenotes/notes/….yaml` of reno, and the folders of antsibull-changelog, changie, chloggen and GitLab. */
export const isYamlFragment = (path: string) =>
  /(?:^|\/)(?:releasenotes\/notes|changelogs\/(?:fragments|unreleased)|\.changes\/unreleased|\.chloggen)\/(?!(?:template|config)\.)[\w.+-]+\.ya?ml$/i.test(
    path,
  );

/** `unreleased_20/123.rst`, `upcoming-release-notes/doors.md`, `changelog_unreleased/part/123.md`, `.changelog/123.txt`. */
const isUnreleasedNote = (path: string) => unreleasedNote.test(path);
const unreleasedNote = anyPattern(
  [
    /(?:^|\/)unreleased(?:_[\w.]+)?\/[\w.-]+\.rst$|(?:^|\/)\.changelog\/\d+\.txt$/,
    /(?:^|\/)changelog[-_]unreleased\/(?:[\w.-]+\/)?(?:pr-)?\d+\.md$/,
    /(?:^|\/)(?:upcoming|unreleased|next)[-_]release[-_]notes\/(?!README)[\w.-]+\.md$/,
  ],
  'i',
);
