import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { cutVersion, readChangelog } from '../../scripts/release/changelog.ts';
import { readPackageFile } from '../../scripts/release/npm-package.ts';

const root = path.resolve(import.meta.dirname, '../..');
const changelog = (...sections: string[]) => `# Changelog\n\n${sections.join('\n\n')}\n`;
const added = '### Added\n\n- A lamp.';
const older = `## [1.9.0] - 2026-01-31\n\n${added}`;

test('CHANGELOG.md tells the version of Docket and those before it', () => {
  const [, newest, ...others] = readChangelog(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'));
  assert.equal(newest?.version, readPackageFile(root).version);
  assert.equal(others.at(-1)?.version, '0.1.0');
});

test('a release moves what is unreleased under its version and date', () => {
  const before = changelog(`## [Unreleased]\n\n${added}`, older);
  assert.equal(
    cutVersion(before, '1.10.0', '2026-02-28'),
    changelog('## [Unreleased]', `## [1.10.0] - 2026-02-28\n\n${added}`, older),
  );
});

test('a release with nothing to tell, or with a version that is not higher, is refused', () => {
  assert.throws(
    () => cutVersion(changelog('## [Unreleased]', older), '2.0.0', '2026-02-28'),
    /nothing is unreleased/,
  );
  const full = changelog(`## [Unreleased]\n\n${added}`, older);
  assert.throws(() => cutVersion(full, '1.9.0', '2026-02-28'), /must be higher than 1\.9\.0/);
  assert.throws(() => cutVersion(full, '2.0', '2026-02-28'), /is no version/);
});

test('a changelog in another format is refused with the line', () => {
  const refused: [string, RegExp][] = [
    [changelog(older), /first section must be "## \[Unreleased\]"/],
    [changelog('## [Unreleased]', '## 1.0.0'), /"## 1\.0\.0" is not/],
    [changelog('## [Unreleased]', '## [1.0.0]'), /"## \[1\.0\.0\]" is not/],
    [changelog('## [Unreleased]\n\n### News'), /"### News" of Unreleased is none of Added/],
    [changelog('## [Unreleased]', '## [1.0.0] - 2026-01-01', older), /1\.0\.0 stands above 1\.9\.0/],
  ];
  for (const [text, problem] of refused) assert.throws(() => readChangelog(text), problem);
});
