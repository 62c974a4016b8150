import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { type FoundRepository, findRepository } from '../../src/cli/client/docs-check/find-repository.ts';
import { runCheck } from '../../src/cli/client/docs-check/run-check.ts';
import { after, before, manifest, newBrokenCheckout, newCheckout } from './checkout.ts';
import { docket, docketAsProgram, newFolder } from './docket.ts';

const settings = { DATA_DIR: '/nonexistent/data' };

const check = (folder: string, ...args: string[]) =>
  docket(['docs', 'check', '--repository', folder, ...args], settings);

test('docket docs check exits with 3 for a break that the version does not announce, and with 0 for one that it does', async () => {
  const broken = newBrokenCheckout();
  const { code, stdout, stderr } = await docketAsProgram(
    ['docs', 'check', '--repository', path.join(broken.folder, 'src'), '--json'],
    settings,
  );
  assert.deepEqual([code, stderr], [3, '']);
  const { verdict, ...others } = JSON.parse(stdout);
  assert.deepEqual(others, { falseNow: [], mayBeFalse: [] });
  assert.deepEqual(Object.keys(verdict), ['bump', 'announced', 'reasons']);
  assert.deepEqual([verdict.bump, verdict.announced], ['major', 'none']);
  assert.deepEqual(verdict.reasons.slice(0, 2), [
    {
      grade: 'breaks',
      text: 'The export `gone` in `src/index.ts` was removed',
      file: 'src/index.ts',
      line: 2,
      before: 'gone = 1',
      after: null,
    },
    {
      grade: 'breaks',
      text: 'The export `greet` in `src/index.ts` changed: the new parameter title is required',
      file: 'src/index.ts',
      line: 2,
      before: 'function greet(name: string): string',
      after: 'function greet(name: string, title: string): string',
    },
  ]);
  const announced = await check(newBrokenCheckout('2.0.0').folder);
  assert.equal(announced.code, 0);
  assert.match(announced.stdout, /need a major version; the package announces a major one/);
  const minor = await check(newBrokenCheckout('1.1.0').folder);
  assert.equal(minor.code, 3);
});

test('the SARIF file has what code scanning of GitHub demands', async () => {
  const { folder } = newBrokenCheckout();
  const file = path.join(newFolder(), 'docket.sarif');
  assert.equal((await check(folder, '--sarif', file)).code, 3);
  const { $schema, version, runs } = JSON.parse(readFileSync(file, 'utf8'));
  assert.match($schema, /sarif-2\.1\.0\.json$/);
  assert.equal(version, '2.1.0');
  assert.equal(runs.length, 1);
  const [{ tool, results }] = runs;
  assert.equal(tool.driver.name, 'Docket');
  for (const rule of tool.driver.rules) {
    assert.match(rule.id, /^docket\//);
    for (const text of [rule.shortDescription.text, rule.help.text]) assert.ok(text.length > 10);
    assert.match(rule.defaultConfiguration.level, /^(?:error|warning|note)$/);
  }
  assert.equal(results.length, 2);
  for (const result of results) {
    assert.equal(tool.driver.rules[result.ruleIndex].id, result.ruleId);
    assert.equal(result.level, 'error');
    assert.ok(result.message.text);
    const [{ physicalLocation }] = result.locations;
    assert.equal(physicalLocation.artifactLocation.uri, 'src/index.ts');
    assert.ok(physicalLocation.region.startLine >= 1);
    assert.match(result.partialFingerprints.primaryLocationLineHash, /^[0-9a-f]{32}:1$/);
  }
  const hashes = results.map(({ partialFingerprints }: { partialFingerprints: object }) =>
    JSON.stringify(partialFingerprints),
  );
  assert.equal(new Set(hashes).size, 2);
});

test('the JUnit file has a failure for each break, and a passed case without one', async () => {
  const file = path.join(newFolder(), 'docket.xml');
  await check(newBrokenCheckout().folder, '--junit', file);
  const xml = readFileSync(file, 'utf8');
  assert.match(
    xml,
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites tests="2" failures="2" errors="0">/,
  );
  assert.equal(xml.match(/<failure /g)?.length, 2);
  assert.match(xml, /file="src\/index\.ts" line="2"/);
  await check(newBrokenCheckout('2.0.0').folder, '--junit', file);
  assert.doesNotMatch(readFileSync(file, 'utf8'), /<failure/);
});

/** A page links to a file that moved, and names one that is gone; nothing breaks. */
function newStaleCheckout() {
  const checkout = newCheckout();
  const readme = '# Site\n\nSee [the <doors>](docs/doors.md).\n\nRun `tools/build/pack.js`.\n';
  checkout.commit('feat: first', {
    ...{ 'package.json': manifest('1.0.0'), 'src/index.ts': before, 'README.md': readme },
    ...{ 'docs/doors.md': 'Doors close at night.\n', 'tools/build/pack.js': 'pack();\n' },
  });
  checkout.git('tag', 'v1.0.0');
  mkdirSync(path.join(checkout.folder, 'docs/house'));
  checkout.git('mv', 'docs/doors.md', 'docs/house/doors.md');
  checkout.git('rm', '--quiet', 'tools/build/pack.js');
  checkout.git('commit', '--quiet', '-m', 'docs: move the doors');
  return checkout;
}

test('a sentence that is false now exits with 3, and git applies its patch; one that may be false does not', async () => {
  const { folder, git, commit } = newStaleCheckout();
  const { code, stdout } = await check(folder, '--json');
  assert.equal(code, 3);
  const { verdict, falseNow, mayBeFalse, ...others } = JSON.parse(stdout);
  assert.deepEqual([verdict.bump === 'major', falseNow.length, others], [false, 1, {}]);
  const [{ patch, ...sentence }] = falseNow;
  const file = 'README.md';
  assert.deepEqual(sentence, {
    ...{ file, line: 3, quote: 'docs/doors.md', kind: 'link', was: 'docs/doors.md' },
  });
  const gone = 'tools/build/pack.js';
  assert.deepEqual(mayBeFalse, [{ file, line: 5, quote: gone, kind: 'path', was: gone, patch: null }]);

  const text = (await check(folder)).stdout;
  assert.match(
    text,
    /\nFalse now\n {2}README\.md:3 {2}docs\/doors\.md is gone; it was in docs\/doors\.md\n {4}- See \[the <doors>\]\(docs\/doors\.md\)\.\n {4}\+ See \[the <doors>\]\(docs\/house\/doors\.md\)\.\n/,
  );
  assert.match(text, /\nMay be false\n {2}README\.md:5 {2}tools\/build\/pack\.js is gone/);
  assert.match(text, /\n1 sentence of the documentation is false now\.\n$/);

  execFileSync('git', ['apply'], { cwd: folder, input: patch });
  git('commit', '--quiet', '--all', '-m', 'docs: follow the doors');
  const corrected = await check(folder);
  assert.equal(corrected.code, 0);
  assert.doesNotMatch(corrected.stdout, /alse now/);
  assert.match(corrected.stdout, /\nMay be false\n/);
  commit('docs: none', { 'README.md': '# Site\n' });
  assert.doesNotMatch((await check(folder)).stdout, /be false/);
});

test('the remote origin tells which addresses lead to files of the repository', async () => {
  const { folder, git, commit } = newCheckout();
  const readme = 'See [the doors](https://code.example/acme/site/tree/main/docs/doors).\n';
  commit('feat: first', {
    ...{ 'package.json': manifest('1.0.0'), 'src/index.ts': before, 'README.md': readme },
    'docs/doors/day.md': 'Doors open in the morning.\n',
  });
  git('tag', 'v1.0.0');
  git('rm', '--quiet', '-r', 'docs');
  git('commit', '--quiet', '-m', 'docs: forget the doors');
  assert.equal((await check(folder)).code, 0);
  git('remote', 'add', 'origin', 'git@code.example:acme/site.git');
  const { code, stdout } = await check(folder, '--json');
  const { falseNow } = JSON.parse(stdout);
  assert.deepEqual([code, falseNow[0].kind, falseNow[0].was], [3, 'link', 'docs/doors']);
});

test('SARIF and JUnit have each false sentence, and SARIF a warning for one that may be', async () => {
  const { folder } = newStaleCheckout();
  const [sarif, junit] = [path.join(newFolder(), 'a.sarif'), path.join(newFolder(), 'a.xml')];
  assert.equal((await check(folder, '--sarif', sarif, '--junit', junit)).code, 3);
  const [{ results }] = JSON.parse(readFileSync(sarif, 'utf8')).runs;
  assert.deepEqual(
    results.map(({ ruleId, level, locations: [{ physicalLocation }] }: SarifResult) => [
      ...[ruleId, level],
      ...[physicalLocation.artifactLocation.uri, physicalLocation.region.startLine],
    ]),
    [
      ['docket/false-sentence', 'error', 'README.md', 3],
      ['docket/possibly-false-sentence', 'warning', 'README.md', 5],
    ],
  );
  const xml = readFileSync(junit, 'utf8');
  assert.match(xml, /<testsuites tests="2" failures="1" errors="0">/);
  assert.match(xml, /name="README\.md:3 docs\/doors\.md" file="README\.md" line="3"><failure /);
  assert.match(xml, /-See \[the &lt;doors&gt;\]/);
});

interface SarifResult {
  ruleId: string;
  level: string;
  locations: [{ physicalLocation: { artifactLocation: { uri: string }; region: { startLine: number } } }];
}

test('docket docs check says in one sentence why it cannot tell, and exits with 1', async () => {
  const { folder, git } = newBrokenCheckout();
  const none = newCheckout();
  none.commit('one', { a: 'a' });
  const shallow = path.join(newFolder(), 'shallow');
  git('clone', '--quiet', '--depth=1', '--no-tags', `file://${folder}`, shallow);
  const cases: [args: string[], said: RegExp][] = [
    [['--repository', folder, '--base', 'nowhere'], /has no branch, tag or commit nowhere\.\n$/],
    [['--repository', folder, '--base=--output=x'], /has no branch, tag or commit --output=x\.\n$/],
    [['--repository', folder, '--head', 'a b'], /has no branch, tag or commit a b\.\n$/],
    [['--repository', newFolder()], /is not in a git repository\.\n$/],
    [['--repository', path.join(folder, 'none', 'at all')], /none\/at all is not a folder\.\n$/],
    [['--repository', none.folder], /has no version tag before HEAD\. Name a base: --base REF\.\n$/],
    [['--repository', shallow], /is a shallow clone without a version tag before HEAD\. Fetch the history/],
    [['--repository', shallow, '--base', 'v1.0.0'], /has no branch, tag or commit v1\.0\.0/],
  ];
  for (const [args, said] of cases) {
    const { code, stdout, stderr } = await docket(['docs', 'check', ...args], settings);
    assert.deepEqual([code, stdout], [1, ''], args.join(' '));
    assert.match(stderr, said);
    assert.equal(stderr.trim().split('\n').length, 1);
  }
  assert.equal((await check(folder, '--nothing')).code, 2);
  assert.equal((await check(folder, 'v1.0.0')).code, 2);
});

test('a shallow clone without the commits between base and head cannot tell', async () => {
  const { folder, git } = newBrokenCheckout();
  const shallow = path.join(newFolder(), 'shallow');
  git('clone', '--quiet', '--depth=1', '--no-tags', `file://${folder}`, shallow);
  execFileSync('git', ['-C', shallow, 'fetch', '--quiet', '--depth=1', 'origin', 'tag', 'v1.0.0']);
  const { code, stderr } = await check(shallow, '--base', 'v1.0.0');
  assert.equal(code, 1);
  assert.match(stderr, /is a shallow clone without the commits between v1\.0\.0 and HEAD/);
});

test('worktrees, bare repositories and folders of a submodule are found', async () => {
  const { folder, git } = newBrokenCheckout();
  const [tree, bare] = [path.join(newFolder(), 'tree'), path.join(newFolder(), 'bare.git')];
  git('worktree', 'add', '--quiet', tree, 'HEAD');
  git('clone', '--quiet', '--bare', folder, bare);
  const owner = newCheckout();
  owner.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder, 'inner');
  for (const place of [tree, bare, path.join(owner.folder, 'inner')])
    assert.equal((await check(place)).code, 3, place);
});

test('nothing that a hostile repository configures is run, and its files are only read as text', async () => {
  const { folder, git, write, commit } = newBrokenCheckout();
  const trap = path.join(newFolder(), 'ran');
  const program = path.join(newFolder(), 'program.sh');
  writeFileSync(program, `#!/bin/sh\necho "$0 $*" >> ${trap}\ncat\n`);
  chmodSync(program, 0o755);
  write('.gitattributes', '* diff=trap filter=trap merge=trap\n');
  commit('chore: attributes', {
    'large.ts': `export const large = '${'x'.repeat(2_000_000)}';\n`,
    'binary.ts': Buffer.from([0, 1, 2, 255, 254]),
    "src/odd'<&> name\u0007.ts": 'export const odd = 1;\n',
    'index.py': 'def deep():\n    pass\n',
  });
  symlinkSync('/etc/passwd', path.join(folder, 'outside.ts'));
  symlinkSync('../../../../etc', path.join(folder, 'folder'));
  git('add', '--all');
  git('commit', '--quiet', '-m', 'chore: links');
  for (const name of ['post-checkout', 'pre-commit', 'reference-transaction', 'fsmonitor-watchman']) {
    writeFileSync(path.join(folder, '.git/hooks', name), readFileSync(program));
    chmodSync(path.join(folder, '.git/hooks', name), 0o755);
  }
  const traps = {
    'diff.external': program,
    'diff.trap.textconv': program,
    'diff.trap.command': program,
    'filter.trap.smudge': program,
    'filter.trap.clean': program,
    'core.fsmonitor': program,
    'core.pager': program,
    'core.sshCommand': program,
    'core.editor': program,
    'core.alternateRefsCommand': program,
    'core.gitProxy': program,
    'credential.helper': program,
    'gpg.program': program,
    'alias.diff-tree': `!${program}`,
    'alias.cat-file': `!${program}`,
    'remote.origin.promisor': 'true',
    'remote.origin.url': `ext::${program}`,
    'extensions.partialClone': 'origin',
    'protocol.ext.allow': 'always',
  };
  for (const [name, value] of Object.entries(traps)) git('config', name, value);
  const [sarif, junit] = [path.join(newFolder(), 'a.sarif'), path.join(newFolder(), 'a.xml')];
  const { code, stdout } = await check(folder, '--sarif', sarif, '--junit', junit);
  assert.equal(code, 3);
  assert.equal(existsSync(trap), false, existsSync(trap) ? readFileSync(trap, 'utf8') : '');
  for (const text of [stdout, readFileSync(sarif, 'utf8'), readFileSync(junit, 'utf8')])
    assert.doesNotMatch(text, /root:/);
});

test('a check ends in time, and its settings are validated', async () => {
  const { folder } = newBrokenCheckout('1.1.0');
  const run = (more: Record<string, string>) =>
    docket(['docs', 'check', '--repository', folder, '--json'], { ...settings, ...more });
  const tooMany = await run({ DOCS_FILES_MAX: '1' });
  assert.equal(tooMany.code, 1);
  assert.match(JSON.parse(tooMany.stderr).error.message, /more than 1 files/);
  assert.equal((await run({ DOCS_BREAK_BEFORE_1: 'patch' })).code, 78);
  assert.equal((await run({ DOCS_TIMEOUT_SECONDS: '0' })).code, 78);
  const found = await findRepository(folder);
  const limits = { commitsMax: 10, filesMax: 10, fileBytesMax: 1_000 };
  const request = { folder, searchPath: process.env.PATH ?? '', base: undefined, head: 'HEAD', limits };
  await assert.rejects(
    runCheck({ ...request, ...(found as FoundRepository), breakBeforeOne: 'minor' }, 1),
    /^Error: The check took longer than 0\.001 seconds\. Name a nearer --base/,
  );
  const strict = newCheckout();
  strict.commit('one', { 'package.json': manifest('0.1.0'), 'src/index.ts': before });
  strict.git('tag', 'v0.1.0');
  strict.commit('two', { 'package.json': manifest('0.2.0'), 'src/index.ts': after });
  assert.equal((await check(strict.folder)).code, 0);
  const major = await docket(['docs', 'check', '--repository', strict.folder], {
    ...settings,
    DOCS_BREAK_BEFORE_1: 'major',
  });
  assert.equal(major.code, 3);
});

const examples = path.resolve(import.meta.dirname, '../../docs/examples/ci');

/** The lines of shell in an example, with the address of the instance and its installation left out. */
const commandsOf = (script: string) =>
  script
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('docket '));

test('the examples for GitHub and GitLab parse, and their commands run', async () => {
  const github = parse(readFileSync(path.join(examples, 'github-actions.yml'), 'utf8'));
  const steps = github.jobs.version.steps as {
    run?: string;
    uses?: string;
    with?: Record<string, unknown>;
    if?: string;
  }[];
  assert.equal(steps[0]?.with?.['fetch-depth'], 0);
  const upload = steps.find(({ uses }) => uses?.startsWith('github/codeql-action/upload-sarif@'));
  assert.deepEqual([upload?.with?.sarif_file, upload?.if], ['docket.sarif', 'always()']);
  assert.deepEqual(github.permissions, { contents: 'read', 'security-events': 'write' });
  const gitlab = parse(readFileSync(path.join(examples, 'gitlab-ci.yml'), 'utf8'));
  assert.equal(gitlab.version.artifacts.reports.junit, 'docket.xml');
  assert.equal(gitlab.version.artifacts.when, 'always');
  const commands = [
    ...steps.flatMap(({ run = '' }) => commandsOf(run)),
    ...(gitlab.version.script as string[]).flatMap(commandsOf),
  ];
  assert.equal(commands.length, 2);
  for (const command of commands) {
    const { folder } = newBrokenCheckout();
    const words = command.split(' ').slice(1);
    const base = words.indexOf('--base');
    if (base >= 0) words[base + 1] = 'v1.0.0';
    for (const [index, word] of words.entries())
      if (/^docket\.(?:sarif|xml)$/.test(word)) words[index] = path.join(folder, word);
    const { code, stderr } = await docket([...words, '--repository', folder], settings);
    assert.deepEqual([code, stderr], [3, ''], command);
    assert.ok(existsSync(path.join(folder, command.includes('sarif') ? 'docket.sarif' : 'docket.xml')));
  }
});
