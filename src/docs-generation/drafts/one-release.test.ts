import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newRepositories } from '../../../test/support/git-history.ts';
import { newLocalGit } from '../../code-hosts/index.ts';
import { readDraftContext } from '../drafting-process/generate-pages.ts';
import { draftDocs } from './draft-docs.ts';
import { writeMdx } from './mdx.ts';

const repositories = newRepositories();
after(() => repositories.remove());
let count = 0;

interface Release {
  /** Files of the release before. */
  was?: Record<string, string>;
  /** Files that the first commit of the range writes; null removes one. */
  is?: Record<string, string | null>;
  /** Messages of the commits; each one changes a source file. */
  commits?: string[];
  tags?: [base: string, head: string];
}

/** The pages of a small repository with one release after another, without their source comments. */
async function draftRelease({
  was = {},
  is = {},
  commits = ['Work'],
  tags: [base, head] = ['v1.0.0', 'v1.1.0'],
}: Release) {
  const name = `r${++count}`;
  const history = [
    { message: 'The release before', files: { 'src/a.txt': '0', ...was } },
    ...commits.map((message, at) => ({ message, files: { 'src/a.txt': `${at + 1}`, ...(at === 0 && is) } })),
  ];
  repositories.add(`acme/${name}`, history, { [base]: 1, [head]: history.length });
  const { context } = await readDraftContext(
    newLocalGit({ kind: 'local', root: repositories.root, searchPath: process.env.PATH as string }),
    {
      ...{ repo: { owner: 'acme', name }, base, head, ticket: undefined, pullNumber: undefined },
      limits: { commitsMax: 100, filesMax: 100, fileBytesMax: 1_000_000 },
    },
    AbortSignal.timeout(300_000),
    () => {},
    async () => ({}),
  );
  const [developer, user, changelog] = draftDocs(context, 'both').map(({ page }) =>
    writeMdx(page)
      .replace(/ ?\{\/\*.*?\*\/\}/g, '')
      .replace(/ \((?:(?:pull request )?#\d+, )*[0-9a-f]{7}\)/g, ''),
  ) as [string, string, string];
  return { developer, user, changelog };
}

/** The items of a page below a heading or a line in bold. */
const itemsBelow = (page: string, heading: string) =>
  (new RegExp(`^(?:#+ ${heading}|\\*\\*${heading}\\*\\*)\n\n((?:- .*\n?)+)`, 'm').exec(page)?.[1] ?? '')
    .trim()
    .split('\n')
    .filter(Boolean);

test('the page for developers names the files that nest too deep to be compared', async () => {
  const { developer } = await draftRelease({
    was: { 'go.mod': 'module lib\n', 'lib.go': 'package lib\n' },
    is: { 'lib.go': `package lib\n\nfunc F(a ${'[]'.repeat(20_000)}int) {}\n` },
  });
  assert.match(developer, /^`lib\.go` nests too deep to be read, so what it declares is not compared\.$/m);
});

const log = (...lines: string[]) => ({
  was: { 'CHANGELOG.md': '# Log\n\n## 1.0.0\n\n- Begin\n' },
  is: { 'CHANGELOG.md': `# Log\n\n## 1.1.0\n\n${lines.join('\n')}\n\n## 1.0.0\n\n- Begin\n` },
});

test('an entry or a commit with the scope security is a security fix, except a feature', async () => {
  for (const line of [
    '**security:** improve results object creation',
    'fix(security): improve results object creation',
  ]) {
    const { changelog, user } = await draftRelease(log('### Bug Fixes', '', `- ${line}`));
    assert.deepEqual(itemsBelow(changelog, 'Security'), ['- Improve results object creation']);
    assert.deepEqual(itemsBelow(user, 'Security'), ['- **Security:** Improve results object creation']);
  }
  const { changelog } = await draftRelease({ commits: ['fix(security): improve results object creation'] });
  assert.deepEqual(itemsBelow(changelog, 'Security'), ['- Improve results object creation']);
  const feature = await draftRelease(log('### Added', '', '- **security:** a page for keys'));
  assert.deepEqual(itemsBelow(feature.changelog, 'Added'), ['- A page for keys']);
});

test('code of an entry is shown as its author wrote it', async () => {
  const { changelog } = await draftRelease(
    log(
      '### Fixed',
      '',
      '- make `describe().timeout()` work',
      '- keep the result of run() ([#12](https://example.org/12))',
      '- the link [`open()`](https://example.org/open) works ([`0123456`](https://example.org/c))',
    ),
  );
  assert.deepEqual(itemsBelow(changelog, 'Fixed'), [
    '- Make `describe().timeout()` work',
    '- Keep the result of run() (#12)',
    '- The link `open()` works',
  ]);
});

test('roles of MyST are code or numbers', async () => {
  const { changelog } = await draftRelease(
    log(
      '- {class}`Path` and {py:func}`~click.echo` follow {ref}`the guide <guide>`. {issue}`2877` {pr}`3642`',
      '- Keys work again, lost when {pr}`2969` began. {pr}`3653`',
      '- See :doc:`options` for :meth:`Command.run` :pr:`3700`',
    ),
  );
  assert.deepEqual(itemsBelow(changelog, 'Changed'), [
    '- `Path` and `click.echo` follow the guide. (#2877, #3642)',
    '- Keys work again, lost when #2969 began. (#3653)',
    '- See options for `Command.run` (#3700)',
  ]);
});

test('a long text ends between words and outside of code', async () => {
  const words = 'redirects the process-global standard streams '.repeat(20);
  const { changelog } = await draftRelease(log('### Fixed', '', `- Fix what ${words}`));
  const [item = ''] = itemsBelow(changelog, 'Fixed');
  assert.match(item, / (?:redirects|the|process-global|standard|streams)…$/);
  const code = await draftRelease(log('### Fixed', '', `- Fix ${'`a b` and '.repeat(90)}`));
  assert.match(itemsBelow(code.changelog, 'Fixed')[0] ?? '', /(?: and|`a b`)…$/);
  const long = await draftRelease({ commits: [`fix: what ${words}`] });
  assert.match(
    itemsBelow(long.changelog, 'Fixed')[0] ?? '',
    / (?:redirects|the|process-global|standard|streams)…$/,
  );
});

test('only a heading or a mark of the maintainers makes an entry one that they call breaking', async () => {
  const tags: [string, string] = ['v1.0.0', 'v2.0.0'];
  const inMajor = (...lines: string[]) => {
    const { was, is } = log(...lines);
    return draftRelease({ tags, was, is: { 'CHANGELOG.md': is['CHANGELOG.md'].replace('1.1.0', '2.0.0') } });
  };
  const kept = await inMajor('### Added', '', '- Added `x` tokens. They remain stripped by default.');
  assert.doesNotMatch(kept.changelog, /breaking change\b|as the maintainers say/i);
  const read = await inMajor('### Changed', '', '- Removed the `y` option.');
  assert.deepEqual(itemsBelow(read.changelog, 'Breaking changes'), [
    '- Removed the `y` option, judging by the words of `CHANGELOG.md`',
  ]);
  const told = await inMajor('### Breaking changes', '', '- `rustls` is the backend now.');
  assert.deepEqual(itemsBelow(told.changelog, 'Breaking changes'), [
    '- `rustls` is the backend now, as the maintainers say in `CHANGELOG.md`',
  ]);
});
