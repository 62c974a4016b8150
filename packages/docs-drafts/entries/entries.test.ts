import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '@mdx-js/mdx';
import type { SurfaceChange } from '../analysis/surface-change.ts';
import { commitOf, contextOf } from '../analyzed-changes.support.ts';
import { draftDocs } from '../drafts/draft-docs.ts';
import { type Page, writeMdx } from '../drafts/mdx.ts';
import { mergeIntoBranch, readBranchEdits } from './branch-edits.ts';
import { applyCorrections, type Correction, type EntryPage } from './corrections.ts';
import { listEntryIds } from './entry-ids.ts';
import { readChunks, writeChunks } from './page-chunks.ts';
import { writePersonText } from './person-text.ts';

const surface = (change: SurfaceChange['change'], name: string, more: Partial<SurfaceChange> = {}) => ({
  ...{ area: 'export' as const, change, name, path: 'src/a.ts', reason: '', isInternal: false },
  grade: change === 'removed' ? ('breaks' as const) : ('changed' as const),
  isBreaking: change === 'removed',
  sources: [{ path: 'src/a.ts', id: '0123456789ab' }],
  ...more,
});

/** The pages for developers and users and the changelog. */
function draft(messages: string[], changes: SurfaceChange[] = []): [EntryPage, EntryPage, EntryPage] {
  const commits = messages.map((message) => commitOf(message, { touchesManifest: true }));
  const context = contextOf({ commits, surface: changes }, { commit: 'https://code.example/{}' });
  const pages = draftDocs(context, 'both').map(({ path, kind, page }) => ({
    path,
    content: writeMdx(page),
    entries: listEntryIds(kind, page),
  }));
  return pages as [EntryPage, EntryPage, EntryPage];
}

const texts = ({ content, entries }: EntryPage) =>
  new Map(
    readChunks(content, entries).chunks.flatMap((chunk) =>
      chunk.kind === 'entry' ? [[chunk.text, chunk.id]] : [],
    ),
  );
const idOf = (page: EntryPage, pattern: RegExp): string => {
  const [, id] = [...texts(page)].find(([text]) => pattern.test(text)) ?? [];
  assert.ok(id, `no entry matches ${pattern} in\n${page.content}`);
  return id;
};
const edited = (text: string): Correction => ({ decision: 'edited', text, drafted: '' });
const dropped: Correction = { decision: 'dropped', text: '', drafted: '' };

const search = 'feat(search): find by words';
const greet = 'feat(greeting)!: greet politely\n\nBREAKING CHANGE: greet needs a title now';
const crash = 'fix(search): no crash without words';

test('a page is read into pieces and written again with the same bytes', () => {
  const changes = [
    surface('added', 'one', { after: 'function one(): void' }),
    surface('changed', 'two', { before: 'const two: 1', after: 'const two: 2', reason: 'the type changed' }),
    surface('removed', 'three', { before: 'const three: 1' }),
    surface('added', 'PORT', { area: 'config' }),
  ];
  for (const page of draft([search, greet, crash], changes)) {
    const read = readChunks(page.content, page.entries);
    assert.equal(writeChunks(read), page.content);
    assert.equal(read.chunks.filter(({ kind }) => kind === 'entry').length, page.entries.length);
  }
});

test('an entry keeps its id when commits are added around it, and each page and part has its own', () => {
  const [developer, user, changelog] = draft([search, greet]);
  const [laterDeveloper, laterUser, laterChangelog] = draft([
    'feat: first',
    search,
    'docs: words',
    greet,
    crash,
  ]);
  for (const [page, later] of [
    [developer, laterDeveloper],
    [user, laterUser],
    [changelog, laterChangelog],
  ] as const)
    for (const pattern of [/Find by words/, /title now/])
      assert.equal(idOf(page, pattern), idOf(later, pattern));
  const all = [developer, user, changelog].flatMap(({ entries }) => entries);
  assert.ok(
    all.every((id) => /^[0-9a-f]{20}$/.test(id ?? '')),
    JSON.stringify(all),
  );
  assert.equal(new Set(all).size, all.length);
});

test('an id follows the changed names and not the sentence, and another change of a name is another entry', () => {
  const changelogOf = (change: SurfaceChange) => draft([], [change])[2];
  const id = (change: SurfaceChange) => idOf(changelogOf(change), /./);
  const removed = surface('removed', 'greet');
  assert.equal(id(removed), id({ ...removed, sources: [{ path: 'src/a.ts', id: 'ffffffffffff' }] }));
  assert.notEqual(id(removed), id(surface('removed', 'other')));
  const changed = surface('changed', 'greet', {
    isBreaking: true,
    grade: 'breaks',
    after: 'a',
    reason: 'one',
  });
  assert.equal(id(changed), id({ ...changed, reason: 'in other words' }));
  assert.notEqual(id(changed), id({ ...changed, after: 'b' }));
});

test('entries that stand for the same differ by their text, so that no correction reaches the wrong one', () => {
  const item = (text: string) => ({ about: 'commits 1', of: [text] });
  const page = (...items: string[]): Page => ({ frontMatter: {}, blocks: [{ list: items.map(item) }] });
  const [one, two] = listEntryIds('changelog', page('one', 'two'));
  assert.notEqual(one, two);
  assert.deepEqual(listEntryIds('changelog', page('two', 'one')), [two, one]);
  assert.deepEqual(listEntryIds('changelog', page('in other words')), listEntryIds('changelog', page('one')));
});

test('an edited entry has the words of the person, and a dropped one leaves no empty heading and no wrong count', () => {
  const [, user, changelog] = draft([search, greet, crash]);
  assert.match(changelog.content, /description: "3 entries, 1 breaking change\."/);
  const corrected = applyCorrections(
    changelog,
    new Map([
      [idOf(changelog, /crash/), dropped],
      [idOf(changelog, /title now/), dropped],
      [idOf(changelog, /Find by words/), edited('Search finds whole words.')],
    ]),
  );
  assert.match(corrected.content, /- Search finds whole words\. \{\/\* source: commit@/);
  assert.doesNotMatch(corrected.content, /### Fixed|crash|Breaking changes/);
  assert.match(corrected.content, /### Added/);
  assert.match(corrected.content, /description: "2 entries\."/);
  assert.equal(corrected.entries.length, changelog.entries.length - 2);

  const all = new Map(user.entries.map((id) => [id as string, dropped]));
  assert.match(user.content, /This update brings 3 changes/);
  const empty = applyCorrections(user, all).content;
  assert.match(empty, /description: "0 changes for users\."/);
  assert.equal(empty.slice(empty.lastIndexOf('---')).trim(), '---');
  assert.equal(applyCorrections(user, new Map()).content, user.content);
});

test('only accepted and edited entries are published on request, and an accepted sentence that changed is open again', () => {
  const [, , changelog] = draft([search, crash]);
  const [id, other] = [idOf(changelog, /Find by words/), idOf(changelog, /crash/)];
  const drafted = [...texts(changelog)].find(([, one]) => one === id)?.[0] ?? '';
  const accepted = (words: string) =>
    applyCorrections(changelog, new Map([[id, { decision: 'accepted', text: '', drafted: words }]]), true)
      .entries;
  assert.deepEqual(accepted(drafted), [id]);
  assert.deepEqual(accepted('Other words'), []);
  assert.deepEqual(applyCorrections(changelog, new Map([[other, edited('No crash.')]]), true).entries, [
    other,
  ]);
});

test('words of a person become text, code, strong text and web links, and nothing that a site executes', async () => {
  assert.equal(
    writePersonText('See **the** `x => {y}` in [docs](https://example.com/a_b) & ``a`b``'),
    'See **the** `x => {y}` in [docs](https://example.com/a%5Fb) \\& ``a`b``',
  );
  for (const hostile of [
    '{process.exit(1)}',
    '<script>alert(1)</script>',
    'import fs from "fs"',
    '[x](javascript:alert(1))',
    '![x](https://example.com/x.png)',
    '</li> --- `open',
    '**<b>** \\{1} \\\\{1}',
    '&#123;1}',
  ]) {
    const written = writePersonText(hostile);
    const compiled = String(await compile(`- ${written}\n`));
    assert.doesNotMatch(compiled, /process\.exit\(1\)(?!["'}])|"script"|^import fs/m, written);
    assert.doesNotMatch(compiled, /href: "javascript|img/, written);
    assert.equal(writePersonText(written), written, 'writing it again changes nothing');
  }
});

const changeLine = (page: EntryPage, pattern: RegExp, change: (line: string) => string | undefined) =>
  page.content
    .split('\n')
    .flatMap((line) => (pattern.test(line) ? (change(line) ?? []) : line))
    .join('\n');

test('what people changed and deleted in a page is found entry by entry, also without its source comment', () => {
  const [, , changelog] = draft([search, greet, crash]);
  const id = idOf(changelog, /Find by words/);
  const edits = (branch: string) => readBranchEdits(changelog, branch).entries;
  assert.deepEqual(edits(changelog.content), []);
  const reworded = changeLine(changelog, /Find by words/, (line) =>
    line.replace(/- .*? \{/, '- Words are *found* now. {'),
  );
  assert.deepEqual(
    edits(reworded).map((one) => [one.id, one.text]),
    [[id, 'Words are *found* now.']],
  );
  const bare = changeLine(changelog, /Find by words/, () => '- A line of its own');
  assert.deepEqual(
    edits(bare).map((one) => [one.id, one.text]),
    [[id, 'A line of its own']],
  );
  const without = changeLine(changelog, /Find by words/, () => undefined);
  assert.deepEqual(
    edits(without).map((one) => [one.id, one.text]),
    [[id, null]],
  );
  const lines = changelog.content.trimEnd().split('\n');
  assert.deepEqual(edits([...lines, lines.find((line) => /Find/.test(line)), ''].join('\n')), []);
  assert.deepEqual(readBranchEdits(changelog, '# My own page\n'), { entries: [], isRewritten: true });
});

test('a new draft comes into a page that people changed without losing a word of theirs', () => {
  const [, , written] = draft([search, crash]);
  const [, , fresh] = draft([search, 'feat(search): find by tags', crash]);
  const branch = changeLine(written, /Find by words/, (line) =>
    line.replace(/- .*? \{/, '- Words are *found* now. {').concat('\n- Thanks to everybody.'),
  )
    .replace('### Fixed', '### Repaired\n\nA paragraph of a person.')
    .replace(/^title: .*$/m, 'title: "Version 2"');
  const merged = mergeIntoBranch(written, fresh, branch);
  assert.match(merged.content, /^title: "Version 2"$/m);
  assert.match(merged.content, /^headCommit: "2{40}"$/m);
  assert.match(merged.content, /- Words are \*found\* now\. \{[^\n]*\n- Thanks to everybody\.\n/);
  assert.match(merged.content, /Find by tags/);
  assert.match(merged.content, /### Repaired\n\nA paragraph of a person\.\n\n- \*\*search:\*\* No crash/);
  assert.doesNotMatch(merged.content, /### Fixed|Find by words/);
  assert.equal(mergeIntoBranch(fresh, fresh, merged.content).content, merged.content);
  const deleted = mergeIntoBranch(
    written,
    fresh,
    changeLine(written, /No crash/, () => undefined),
  );
  assert.doesNotMatch(deleted.content, /No crash/);
});
