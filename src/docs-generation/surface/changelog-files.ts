/** Files in which maintainers tell what changed. */
export const isChangelog = (path: string) =>
  /^(?:(?:docs?|packages\/[^/]+|[\w-]+)\/)?(?:CHANGELOG|CHANGES|CHANGE_LOG|HISTORY|NEWS|RELEASES?|RELEASE[-_]NOTES|MIGRATION|MIGRATING|UPGRADING|UPGRADE)[\w.-]*(?:\.(?:md|mdx|rst|txt|markdown))?$/i.test(
    path,
  ) || isChangeset(path);

/** One file per change, in the format of the changesets tool. */
export const isChangeset = (path: string) => /(?:^|\/)\.changeset\/(?!README)[\w-]+\.md$/.test(path);
