interface Section {
  version: string;
  date: string | undefined;
  text: string;
}

const headings = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const unreleased = 'Unreleased';

/** The sections of CHANGELOG.md, newest first. Throws for one that breaks the format of Keep a Changelog. */
export function readChangelog(changelog: string): Section[] {
  const [, ...parts] = changelog.split(/^## /m);
  const sections = parts.map((part): Section => {
    const [, version, date] = /^\[(Unreleased|\d+\.\d+\.\d+)\](?: - (\d{4}-\d\d-\d\d))?\n/.exec(part) ?? [];
    if (!version || (version === unreleased) !== (date === undefined))
      throw new Error(`CHANGELOG.md: "## ${part.split('\n', 1)[0]}" is not "## [1.2.3] - 2026-12-31"`);
    return { version, date, text: part.slice(part.indexOf('\n')).trim() };
  });
  for (const { version, text } of sections)
    for (const [, heading = ''] of text.matchAll(/^### (.*)$/gm))
      if (!headings.includes(heading))
        throw new Error(`CHANGELOG.md: "### ${heading}" of ${version} is none of ${headings.join(', ')}`);
  if (sections[0]?.version !== unreleased)
    throw new Error('CHANGELOG.md: the first section must be "## [Unreleased]"');
  for (const [index, { version }] of sections.slice(1).entries()) {
    const older = sections[index + 2];
    if (older && compareVersions(version, older.version) <= 0)
      throw new Error(`CHANGELOG.md: ${version} stands above ${older.version}`);
  }
  return sections;
}

/** Moves what is unreleased into a section of this version. */
export function cutVersion(changelog: string, version: string, date: string): string {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version such as 1.2.3`);
  const [{ text } = { text: '' }, newest] = readChangelog(changelog);
  if (text === '') throw new Error('CHANGELOG.md: nothing is unreleased');
  if (newest && compareVersions(version, newest.version) <= 0)
    throw new Error(`Version ${version} must be higher than ${newest.version}`);
  return changelog.replace(`## [${unreleased}]\n`, `## [${unreleased}]\n\n## [${version}] - ${date}\n`);
}

const compareVersions = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
