import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { RangeDraft } from '../../bench/docs-corpus/draft-range.ts';
import { readRange } from '../../bench/docs-corpus/read-range.ts';
import { rebuildHistory } from '../../bench/docs-corpus/rebuild-range.ts';
import { scoreRange } from '../../bench/docs-corpus/score-range.ts';

const corpus = path.resolve(import.meta.dirname, '../../bench/docs-corpus');
const text = `repo acme/lamp
language Go
base v1
head v2

@@ commits
+ feat: add Dim (#7) [lamp.go]
  = lamps can be dimmed
- ci: cache modules [.github/ci.yml]
+ fix: CVE-2020-0001 [lamp.go]

@@ labels
breaks source Lamp.Blink -- removed
safe Lamp.Glow -- only the name of the result went
security CVE-2020-0001

@@ file lamp.go
 package lamp
-func (l *Lamp) Blink() {}
+func (l *Lamp) Dim() {}
@@ file go.mod
 module acme/lamp
`;

const claim = (name: string) => ({ name, path: 'lamp.go', text: name, commits: [] });
const entry = (section: string, words: string, commits: number[] = []) => ({ section, text: words, commits });

function score(draft: Partial<RangeDraft>) {
  return scoreRange(readRange(text), { claims: [], entries: [], text: '', bump: 'none', ...draft });
}

test('every range of the corpus can be read and has commits', () => {
  const files = globSync('**/*.txt', { cwd: corpus });
  assert.ok(files.length > 0);
  for (const file of files) {
    const range = readRange(readFileSync(path.join(corpus, file), 'utf8'));
    assert.ok(range.commits.length > 0, `${file} has no commits`);
    for (const { message, paths } of range.commits)
      assert.ok(paths.length > 0 || message, `${file}: a commit without a message`);
  }
});

test('a malformed range is refused with the number of the line', () => {
  assert.throws(
    () => readRange(text.replace('safe Lamp', 'harmless Lamp')),
    /line 14: unknown label harmless/,
  );
  assert.throws(() => readRange(text.replace('breaks source', 'breaks')), /line 13: a breaks label/);
  assert.throws(() => readRange(text.replace('language Go\n', '')), /the field language is missing/);
});

test('the rebuilt history starts with the files before and ends with the files after', () => {
  const [start, ...later] = rebuildHistory(readRange(text));
  assert.deepEqual(start?.files, {
    'lamp.go': 'package lamp\nfunc (l *Lamp) Blink() {}\n',
    '.github/ci.yml': '# 0\n',
    'go.mod': 'module acme/lamp\n',
  });
  assert.deepEqual(
    later.map(({ message }) => message),
    ['feat: add Dim (#7)', 'ci: cache modules', 'fix: CVE-2020-0001'],
  );
  assert.deepEqual(later.at(-1)?.files, { 'lamp.go': 'package lamp\nfunc (l *Lamp) Dim() {}\n' });
});

test('a claim without a label lowers precision, a label without a claim lowers recall', () => {
  const right = score({ claims: [claim('lamp.Lamp.Blink')] });
  assert.deepEqual(right.breakingPrecision, { right: 1, all: 1 });
  assert.deepEqual(right.breakingRecall, { right: 1, all: 1 });
  const wrong = score({ claims: [claim('Lamp.Glow')] });
  assert.deepEqual(wrong.breakingPrecision, { right: 0, all: 1 });
  assert.deepEqual(wrong.breakingRecall, { right: 0, all: 1 });
});

test('an entry is found by its commit, its pull request or the words of the maintainers', () => {
  for (const one of [
    entry('Added', 'Something', [0]),
    entry('Added', 'A dimmer (#7)'),
    entry('Added', 'All lamps can now be dimmed'),
  ])
    assert.deepEqual(score({ entries: [one] }).changelogRecall, { right: 1, all: 2 });
  assert.deepEqual(score({ entries: [entry('Changed', 'Cache modules', [1])] }).changelogPrecision, {
    right: 0,
    all: 1,
  });
});

test('a security fix that is named after other entries does not count', () => {
  const fix = entry('Security', 'CVE-2020-0001', [2]);
  const other = entry('Added', 'Add Dim', [0]);
  assert.deepEqual(score({ entries: [fix, other] }).security, { right: 1, all: 1 });
  assert.deepEqual(score({ entries: [other, fix] }).security, { right: 0, all: 1 });
});
