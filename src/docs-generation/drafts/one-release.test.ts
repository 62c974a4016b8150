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
