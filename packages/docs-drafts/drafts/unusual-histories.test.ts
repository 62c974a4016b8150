import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compile } from '@mdx-js/mdx';
import { newRepositories } from '../../../test/support/git-history.ts';
import { openLocalRepository } from '../../../test/support/local-repository.ts';
import { analyzeChange } from '../analysis/analyze-change.ts';
import type { SourceRepository } from '../source-repository.ts';
import { draftDocs } from './draft-docs.ts';
import { writeMdx } from './mdx.ts';

const repositories = newRepositories();
const limits = { commitsMax: 100, filesMax: 100, fileBytesMax: 512 * 1024 };
const lines = 'export function keep(a: string): void {}\nexport const two = 2;\n';
let repository: SourceRepository;

before(async () => {
  repository = openLocalRepository(repositories.root, 'acme', 'odd');
  repositories.add(
    'acme/odd',
    [
      {
        message: 'start',
        files: {
          'src/ends.ts': lines,
          'src/old.ts': `${lines}// the same\n`.repeat(1) + '// words\n'.repeat(30),
          'src/long.ts': 'export const long = 1;\n',
          'image.png': Buffer.from([0x89, 0x50, 0, 1]),
        },
      },
      {
        message: 'fix: line ends\r\n\r\nBREAKING CHANGE: by\r\nthe words\r\n',
        files: { 'src/ends.ts': `${lines.replaceAll('\n', '\r\n')}export const three = 3;\r\n` },
      },
      {
        message: 'feat: on the side',
        branch: 'side',
        parents: [1],
        files: { 'src/side.ts': 'export const side = 1;' },
      },
      {
        message: 'Merge pull request #12 from acme/side\n\nThe side',
        parents: [2, 3],
        files: { 'src/side.ts': 'export const side = 1;' },
      },
      {
        message: 'refactor: move',
        files: {
          'src/old.ts': null,
          'src/new.ts': `${lines}// the same\n${'// words\n'.repeat(30)}export const more = 1;\n`,
        },
      },
      { message: 'feat: a picture', files: { 'image.png': Buffer.from([0x89, 0x50, 0, 2]) } },
      {
        message: 'feat: long',
        files: { 'src/long.ts': `export const other = '${'a'.repeat(10_000_000)}';` },
      },
      {
        message: Buffer.from('feat: gr\u00fc\u00dfe {x}', 'latin1'),
        encoding: 'ISO-8859-1',
        files: [
          [Buffer.from('src/f\xfc.ts', 'latin1'), 'export const umlaut = 1;'],
          [Buffer.from('src/new\nline`{x}`.ts'), 'export const odd = 1;'],
        ],
      },
      { message: 'build: a submodule', submodules: { lib: '1234567890123456789012345678901234567890' } },
      {
        message: 'feat: alone',
        branch: 'orphan',
        parents: [],
        files: { 'src/alone.ts': 'export const alone = 1;' },
      },
    ],
    { start: 1 },
  );
});
after(() => repositories.remove());

/** The three pages without their source comments; fails if one does not compile. */
async function draft(
  from: string,
  to: string,
): Promise<[developer: string, user: string, changelog: string]> {
  const [base, head] = [await repository.resolve(from), await repository.resolve(to)];
  const change = await analyzeChange(repository, { base, head }, limits, () => {});
  const pages = draftDocs(
    {
      ...{ repo: 'acme/odd', base: { ref: from, ...base }, head: { ref: to, ...head }, change },
      ...{ ticket: undefined, pull: undefined, tickets: {} },
      links: { issue: undefined, pull: undefined, commit: undefined },
    },
    'both',
  ).map(({ page }) => writeMdx(page));
  for (const page of pages) await compile(page.replace(/^---\n[\s\S]*?\n---\n/, ''));
  return pages.map((page) => page.replace(/ \{\/\*.*?\*\/\}/g, '')) as [string, string, string];
}

test('drafts of a history with merges, renames, binaries, huge files, odd names and submodules are correct', async () => {
  const [developer, user, changelog] = await draft('start', 'main');
  const has = (page: string, text: string) => assert.ok(page.includes(text), `${text}\n${page}`);

  // Another kind of line break changes no signature, and a breaking note may span such lines.
  has(developer, '- `src/ends.ts`: added `three`');
  assert.doesNotMatch(developer, /`keep`|`two`/);
  has(changelog, '**Breaking changes**\n\n- By the words (');
  // A merge commit is no entry; its pull request is listed by title.
  has(changelog, 'Merged pull requests:\n\n- \\#12 The side');
  assert.equal(changelog.match(/On the side/g)?.length, 1);
  // A renamed file keeps its exports.
  has(developer, '- `src/old.ts` to `src/new.ts`');
  has(developer, '- `src/new.ts`: added `more`');
  // A line of 10 MB is not read, and no change is derived from it.
  has(developer, '1 file could not be read, being too large or missing, and is known by name alone.');
  assert.doesNotMatch(developer, /`long`|`other`/);
  // File names that are not UTF-8, or contain a line break.
  has(developer, '- `src/f\\xfc.ts`: added `umlaut`');
  has(developer, '- ``src/new line`{x}`.ts``: added `odd`');
  has(user, '- **New:** Grüße \\{x\\}');
  // Submodules.
  has(developer, 'Submodules:\n\n- `lib` added');
  has(developer, '4 added, 3 modified, 1 renamed.');
});

test('drafts report an empty range and unrelated histories', async () => {
  const [developer, user, changelog] = await draft('main', 'main');
  assert.match(developer, /^`main` has nothing that `main` lacks\.$/m);
  assert.match(user, /Nothing in this change is visible to users/);
  assert.match(changelog, /^Nothing changed\.$/m);
  const [unrelated] = await draft('start', 'orphan');
  assert.match(unrelated, /no history in common/);
  assert.match(unrelated, /`src\/alone\.ts`: added `alone`/);
  assert.match(unrelated, /`src\/ends\.ts`: removed `keep` and `two`/);
});
