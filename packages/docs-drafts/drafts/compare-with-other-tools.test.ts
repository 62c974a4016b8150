import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { CommitParser } from 'conventional-commits-parser';
import { newRepositories, type TestCommit } from '../../../test/support/git-history.ts';
import { gitObjects } from '../../../test/support/git-objects.ts';
import { openLocalRepository } from '../../../test/support/local-repository.ts';
import { analyzeChange } from '../analysis/analyze-change.ts';
import { draftDocs } from './draft-docs.ts';
import { writeMdx } from './mdx.ts';

const repositories = newRepositories();
const code = { 'src/a.ts': 'export const a = 1;\n' };
const messages: TestCommit[] = [
  { message: 'start', files: code },
  { message: 'feat: plain' },
  { message: 'feat(cart): with a scope (#12)' },
  { message: 'feat!: marked' },
  { message: 'fix(api)!: marked and noted\n\nWords.\n\nBREAKING CHANGE: it is other now\nand more' },
  { message: 'fix: noted alone\n\nBREAKING-CHANGE: with a dash' },
  { message: 'fix(x): carriage returns\r\n\r\nBREAKING CHANGE: line\r\n' },
  { message: Buffer.from('fix: gr\u00fc\u00dfe', 'latin1'), encoding: 'ISO-8859-1' },
  { message: 'docs: words' },
  { message: 'perf(db): faster' },
  { message: 'refactor: inside out' },
  { message: 'style: spaces' },
  { message: 'test: one more' },
  { message: 'build(npm): bundle' },
  { message: 'ci: twice' },
  { message: 'chore: tidy' },
  { message: 'chore(deps): bump x from 1 to 2' },
  { message: 'chore(release): prepare for 2.0.0' },
  { message: 'revert: feat: something long gone' },
  { message: 'security: close a hole' },
  { message: 'fix: prevent XSS in titles' },
  { message: 'FEAT(Shout): loud' },
  { message: 'feat():  empty scope' },
  { message: 'feat(a b): scope with a space' },
  { message: 'feat:no space' },
  { message: 'feat (x): space before the scope' },
  { message: 'wip: half done' },
  { message: 'Allow refunds' },
  { message: 'Fix the door that does not close' },
  { message: 'Update the door' },
  { message: 'wip' },
  { message: '' },
  { message: 'fix: on the side', branch: 'side', parents: [2], files: { 'src/side.txt': 's' } },
  {
    message: 'Merge pull request #31 from acme/side\n\nfeat: from the side',
    parents: [32, 33],
    files: { 'src/side.txt': 's' },
  },
  { message: "Merge branch 'other'", parents: [34, 33] },
  { message: 'chore: a submodule', submodules: { lib: '1234567890123456789012345678901234567890' } },
  { message: 'feat: bytes for a name', files: [[Buffer.from('src/f\u00fc', 'latin1'), 'umlaut']] },
  { message: 'fix: a picture', files: { 'src/image.bin': Buffer.from([0, 1, 255]) } },
  { message: 'refactor: move', files: { 'src/a.ts': null, 'src/b.ts': 'export const a = 1;\n' } },
  { message: 'feat: another beginning', branch: 'orphan', parents: [], files: code },
];
/** Every commit changes a file of its own. */
const history = messages.map((commit, index) => ({
  files: { [`src/file${index}.ts`]: `${index}` },
  ...commit,
}));

const gitDir = path.join(repositories.root, 'acme/site.git');

before(() => {
  repositories.add('acme/site', history, { start: 1 });
});
after(() => repositories.remove());

/** How a changelog classifies a commit. */
interface Classified {
  /** A heading of the page for developers. */
  heading: string;
  scope: string | undefined;
  isBreaking: boolean;
}

type Changelog = Map<string, Classified>;

/** Reads the headings from the finished page for developers, and the groups from the changelog. */
async function classifyWithDocket(
  from: string,
  to: string,
): Promise<{ ours: Changelog; groups: Map<string, string> }> {
  const repository = openLocalRepository(repositories.root, 'acme', 'site');
  const [base, head] = [await repository.resolve(from), await repository.resolve(to)];
  const limits = { commitsMax: 100, filesMax: 100, fileBytesMax: 100_000 };
  const change = await analyzeChange(repository, { base, head }, limits, () => {});
  const [developer, , changelog] = draftDocs(
    {
      ...{ repo: 'acme/site', base: { ref: from, ...base }, head: { ref: to, ...head }, change },
      ...{ ticket: undefined, pull: undefined, tickets: {} },
      links: { issue: undefined, pull: undefined, commit: undefined },
    },
    'both',
  ).map(({ page }) => readHeadings(writeMdx(page)));
  const known = new Map(change.commits.map((commit) => [commit.sha.slice(0, 7), commit]));
  const ours: Changelog = new Map();
  for (const [sha, heading] of developer as Map<string, string>) {
    const commit = known.get(sha);
    if (commit) ours.set(commit.sha, { heading, scope: commit.scope, isBreaking: commit.isBreaking });
  }
  const groups = new Map(
    [...(changelog as Map<string, string>)].map(([sha, group]) => [known.get(sha)?.sha ?? sha, group]),
  );
  return { ours, groups };
}

/** The third-level heading above each entry, by the short commit id at the end of the entry. */
function readHeadings(page: string): Map<string, string> {
  const found = new Map<string, string>();
  let heading = '';
  for (const line of page.replace(/ \{\/\*.*?\*\/\}/g, '').split('\n')) {
    if (/^##/.test(line)) heading = /^### (.*)/.exec(line)?.[1] ?? '';
    const sha = /^- .*\((?:[^()]*, )?([0-9a-f]{7})\)$/.exec(line)?.[1];
    if (sha && heading !== '') found.set(sha, heading);
  }
  return found;
}

/** The commits that the two classify differently, as `ours / theirs` by subject. */
function differences(from: string, to: string, ours: Changelog, theirs: Changelog): Record<string, string> {
  const differing: Record<string, string> = {};
  for (const { sha, message } of gitObjects(gitDir).list(to, `^${from}`)) {
    const describe = (classified: Classified | undefined) =>
      classified
        ? `${classified.heading}${classified.scope ? ` of ${classified.scope}` : ''}${classified.isBreaking ? ', breaking' : ''}`
        : 'nothing';
    const [own, other] = [describe(ours.get(sha)), describe(theirs.get(sha))];
    if (own !== other) differing[message.split(/\r?\n/)[0] as string] = `${own} / ${other}`;
  }
  return differing;
}

/** Undefined if git-cliff has no binary for this platform. */
function classifyWithCliff(from: string, to: string): Changelog | undefined {
  const [system, suffix] = process.platform === 'win32' ? ['windows', '.exe'] : [process.platform, ''];
  let program: string;
  try {
    program = fileURLToPath(
      import.meta.resolve(`git-cliff-${system}-${process.arch}/bin/git-cliff${suffix}`),
    );
  } catch {
    return undefined;
  }
  const { stdout, stderr } = spawnSync(program, ['--offline', '--context', `${from}..${to}`], {
    encoding: 'utf8',
    cwd: gitDir,
    env: { PATH: process.env.PATH, NO_COLOR: '1' },
  });
  const releases = JSON.parse(stdout || `"${stderr}"`) as { commits: CliffCommit[] }[];
  return new Map(
    releases
      .flatMap(({ commits }) => commits)
      .map(({ id, group, scope, breaking }): [string, Classified] => [
        id,
        {
          heading: headingOfCliff[group.replace(/^[^A-Za-z]*/, '')] ?? group,
          scope: scope?.trim() || undefined,
          isBreaking: breaking,
        },
      ]),
  );
}

interface CliffCommit {
  id: string;
  group: string;
  scope: string | null;
  breaking: boolean;
}

const headingOfCliff: Record<string, string> = {
  Features: 'Features',
  'Bug Fixes': 'Fixes',
  Documentation: 'Documentation',
  Performance: 'Performance',
  Refactor: 'Refactoring',
  Styling: 'Style',
  Testing: 'Tests',
  'Miscellaneous Tasks': 'Chores',
  Revert: 'Reverts',
  Other: 'Other',
};

const noConvention = {
  // Other tools leave out commits that are not conventional; Docket lists them.
  'Allow refunds': 'Features / nothing',
  'Fix the door that does not close': 'Fixes / nothing',
  'Update the door': 'Changes / nothing',
  wip: 'Other / nothing',
  '': 'Other / nothing',
  // The title of a merged pull request stands for its commits.
  'Merge pull request #31 from acme/side': 'Features / nothing',
  'fix: on the side': 'nothing / Fixes',
};

test('git-cliff puts commits under the same headings, except for the listed differences', async (t) => {
  const theirs = classifyWithCliff('start', 'main');
  if (!theirs) return t.skip(`git-cliff has no binary for ${process.platform}-${process.arch}`);
  const { ours } = await classifyWithDocket('start', 'main');
  assert.ok(theirs.size > 20);
  assert.deepEqual(differences('start', 'main', ours, theirs), {
    ...noConvention,
    // git-cliff has one heading for chores and CI, and none for builds.
    'ci: twice': 'Continuous integration / Chores',
    'build(npm): bundle': 'Build of npm / Other of npm',
    // git-cliff leaves out these chores.
    'chore(deps): bump x from 1 to 2': 'Chores of deps / nothing',
    'chore(release): prepare for 2.0.0': 'Chores of release / nothing',
    // The convention ignores case.
    'FEAT(Shout): loud': 'Features of Shout / Other of Shout',
    // Docket accepts an empty scope and extra spaces.
    'feat():  empty scope': 'Features / nothing',
    'feat (x): space before the scope': 'Features of x / nothing',
    // git-cliff reads only UTF-8.
    'fix: grüße': 'Fixes / nothing',
  });
});

test('git-cliff agrees with Docket on an empty range and on unrelated histories', async (t) => {
  for (const [from, to, size] of [
    ['main', 'main', 0],
    ['start', 'orphan', 1],
  ] as const) {
    const theirs = classifyWithCliff(from, to);
    if (!theirs) return t.skip(`git-cliff has no binary for ${process.platform}-${process.arch}`);
    const { ours } = await classifyWithDocket(from, to);
    assert.deepEqual([ours.size, differences(from, to, ours, theirs)], [size, {}]);
  }
});

test('conventional-commits-parser puts commits under the same headings, except for the listed differences', async () => {
  const parser = new CommitParser({
    headerPattern: /^(\w*)(?:\((.*)\))?!?: +(.*)$/,
    breakingHeaderPattern: /^(\w*)(?:\((.*)\))?!: +(.*)$/,
    noteKeywords: ['BREAKING CHANGE', 'BREAKING-CHANGE'],
  });
  const headings: Record<string, string> = {
    ...{
      feat: 'Features',
      fix: 'Fixes',
      docs: 'Documentation',
      perf: 'Performance',
      refactor: 'Refactoring',
    },
    ...{ style: 'Style', test: 'Tests', build: 'Build', ci: 'Continuous integration', chore: 'Chores' },
    revert: 'Reverts',
  };
  const { ours } = await classifyWithDocket('start', 'main');
  const theirs: Changelog = new Map();
  for (const { sha, message, parents } of gitObjects(gitDir).list('main', '^start')) {
    if (parents.length > 1 || message === '') continue;
    const { type, scope, notes } = parser.parse(message);
    const heading = type ? (headings[type.toLowerCase()] ?? 'Other') : undefined;
    if (heading)
      theirs.set(sha, { heading, scope: scope?.trim() || undefined, isBreaking: notes.length > 0 });
  }
  assert.deepEqual(differences('start', 'main', ours, theirs), {
    ...noConvention,
    // Docket accepts a missing or an extra space.
    'feat:no space': 'Features / nothing',
    'feat (x): space before the scope': 'Features of x / nothing',
  });
});

test('the changelog group follows from the heading, except for security fixes', async () => {
  const { ours, groups } = await classifyWithDocket('start', 'main');
  const usual: Record<string, string> = {
    Features: 'Added',
    Fixes: 'Fixed',
    Performance: 'Changed',
    Reverts: 'Changed',
    Changes: 'Changed',
  };
  const unusual: Record<string, string | undefined> = {};
  for (const { sha, message } of gitObjects(gitDir).list('main', '^start')) {
    const heading = ours.get(sha)?.heading;
    if (groups.get(sha) !== (heading && usual[heading]))
      unusual[message.split(/\r?\n/)[0] as string] = groups.get(sha);
  }
  assert.deepEqual(unusual, {
    'fix: prevent XSS in titles': 'Security',
    'security: close a hole': 'Security',
  });
});
