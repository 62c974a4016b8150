/** How far a version has to rise, the smallest first. */
export const bumps = ['none', 'patch', 'minor', 'major'] as const;
export type Bump = (typeof bumps)[number];

export const isAtLeast = (bump: Bump, needed: Bump) => bumps.indexOf(bump) >= bumps.indexOf(needed);

export const greatest = (all: Iterable<Bump>): Bump =>
  [...all].reduce<Bump>((most, bump) => (isAtLeast(most, bump) ? most : bump), 'none');

interface Version {
  numbers: [major: number, minor: number, patch: number];
  isPrerelease: boolean;
}

/** `1.2`, `v1.2.3`, `1.2.3-rc.1+build`, `1.2.0rc1` */
const versionShape =
  /^v?(\d{1,6})(?:\.(\d{1,6}))?(?:\.(\d{1,6}))?((?:[-.]?[A-Za-z][\w.-]*|-[\w.-]+)?)(?:\+[\w.-]+)?$/;

function parseVersion(text: string): Version | undefined {
  const [, major, minor = '0', patch = '0', suffix = ''] = versionShape.exec(text.trim()) ?? [];
  if (major === undefined) return undefined;
  return {
    numbers: [Number(major), Number(minor), Number(patch)],
    // Python numbers corrections of the package alone as `1.0.post1`.
    isPrerelease: suffix !== '' && !/^[-.]?post/.test(suffix),
  };
}

/** Which number rises from one version to the next; `none` if they are equal, unknown, or it falls. */
export function bumpBetween(was: string | undefined, is: string | undefined): Bump {
  const [old, now] = [parseVersion(was ?? ''), parseVersion(is ?? '')];
  if (!old || !now || was === is) return 'none';
  const at = now.numbers.findIndex((number, index) => number !== old.numbers[index]);
  if (at < 0) return old.isPrerelease || now.isPrerelease ? 'patch' : 'none';
  return (now.numbers[at] as number) > (old.numbers[at] as number)
    ? ((['major', 'minor', 'patch'] as const)[at] as Bump)
    : 'none';
}

/** A version before 1.0 promises no compatibility. */
export const isBeforeOne = (version: string | undefined) =>
  version !== undefined && parseVersion(version)?.numbers[0] === 0;

/** `name@1.2.3`, `name/v1.2.3`, `release-1.2`, `v1.2.3`: what is in front, and the version. */
const tagShape = /^((?:[@A-Za-z][\w.@/-]*?[-_/@])?)(v?\d+\.\d+[\w.+-]*)$/;

/** The version that a tag names, whatever is in front of it. */
export const versionOfTag = (tag: string): string | undefined => {
  const version = tagShape.exec(tag)?.[2];
  return version !== undefined && parseVersion(version) ? version : undefined;
};

/**
 * The tags of releases, the highest version first. Tags with a name in front of the version count only if all tags have
 * the same: those of several packages say nothing about the repository. Prereleases count only if there is nothing else.
 */
export function releaseTags(tags: readonly string[]): string[] {
  const found = tags.flatMap((tag) => readTag(tag) ?? []);
  const plain = found.filter(({ prefix }) => prefix === '');
  const isOneName = new Set(found.map(({ prefix }) => prefix)).size === 1;
  const named = plain.length > 0 ? plain : isOneName ? found : [];
  const final = named.filter(({ isPrerelease }) => !isPrerelease);
  return (final.length > 0 ? final : named)
    .sort((a, b) => compareNumbers(b.numbers, a.numbers) || (a.tag < b.tag ? 1 : -1))
    .map(({ tag }) => tag);
}

/**
 * The version that people know a final release by, from its tag: `1.4` of `v1.4` and of `release-1.4`, `web@1.4` of a package.
 * Undefined for a prerelease, and for a tag of anything else.
 */
export function finalVersionOfTag(tag: string): string | undefined {
  const { prefix, text, isPrerelease } = readTag(tag) ?? { isPrerelease: true };
  if (isPrerelease || text === undefined) return undefined;
  return /^(?:(?:release|rel|version|ver)[-_/])?$/i.test(prefix ?? '') ? text.replace(/^v/, '') : tag;
}

/** The tag of the final release with the next lower version, among those with the same name in front of it. */
export function previousFinalTag(tags: readonly string[], tag: string): string | undefined {
  return findNeighbour(tags, tag, -1);
}

/** The tag of the final release with the next higher version. */
export function nextFinalTag(tags: readonly string[], tag: string): string | undefined {
  return findNeighbour(tags, tag, 1);
}

function findNeighbour(tags: readonly string[], tag: string, direction: 1 | -1): string | undefined {
  const own = readTag(tag);
  if (!own) return undefined;
  return tags
    .flatMap((name) => {
      const other = readTag(name);
      const distance = other ? compareNumbers(other.numbers, own.numbers) * direction : 0;
      return other && !other.isPrerelease && other.prefix === own.prefix && distance > 0 ? [other] : [];
    })
    .sort((a, b) => compareNumbers(a.numbers, b.numbers) * direction || (a.tag < b.tag ? -1 : 1))
    .at(0)?.tag;
}

function readTag(tag: string) {
  const [, prefix = '', text = ''] = tagShape.exec(tag) ?? [];
  const version = parseVersion(text);
  return version && { tag, prefix, text, ...version };
}

const compareNumbers = (a: Version['numbers'], b: Version['numbers']) =>
  a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
