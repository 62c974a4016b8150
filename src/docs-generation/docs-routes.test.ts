import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { newRepositories } from '../../test/support/git-history.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';

onEveryEngine('documentation drafts', (engine) => {
  const repositories = newRepositories();
  let world: World;
  let ada: Person;
  let ben: Person;
  let commits: string[];
  /** The response for the whole range. */
  let wholeRange: {
    summary: string;
    docs: { path: string; content: string }[];
    falseNow: object[];
    mayBeFalse: object[];
  };

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off', LOCAL_REPOSITORIES: repositories.root });
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    commits = repositories.add(
      'acme/site',
      [
        {
          message: 'feat: first version',
          files: {
            'package.json': '{"name":"site","main":"src/index.ts"}',
            'src/index.ts': 'export function greet(name: string): string {\n  return name;\n}\n',
          },
        },
        {
          message: 'feat(search): find by words (#7)\n\nCloses #3. For PAY-1.',
          files: { 'src/search.ts': 'export const find = (words: string[]): number => words.length;\n' },
        },
        {
          message: 'feat(greeting)!: greet politely\n\nBREAKING CHANGE: greet needs a title now',
          files: {
            'src/index.ts':
              'export function greet(name: string, title: string): string {\n  return title + name;\n}\n',
          },
        },
        { message: 'ci: run twice', files: { '.github/workflows/ci.yml': 'on: push\n' } },
      ],
      { 'v1.0.0': 1 },
    );
    repositories.add(
      'acme/guide',
      [
        {
          message: 'feat: first version',
          files: {
            'README.md': '# Guide\n\nSee [the doors](docs/doors.md).\n\nRun `tools/build/pack.js`.\n',
            'docs/doors.md': 'Doors close by themselves at night.\n',
            'tools/build/pack.js': 'pack();\n',
          },
        },
        {
          message: 'docs: move the doors',
          files: {
            'docs/doors.md': null,
            'docs/house/doors.md': 'Doors close by themselves at night.\n',
            'tools/build/pack.js': null,
          },
        },
      ],
      { v1: 1 },
    );
    wholeRange = (await generate(ada)).body;
  });
  after(async () => {
    await world.close();
    repositories.remove();
  });

  const range = { repo: 'acme/site', base: 'v1.0.0', head: 'main' };
  const generate = (person: Person, more: object = {}) =>
    person.post('/api/docs/generate', { ...range, ...more });

  test('a request without openPr returns three pages in their folders, with the same bytes every time', async () => {
    const first = await generate(ada);
    assert.equal(first.status, 200, JSON.stringify(first.body));
    assert.deepEqual(Object.keys(first.body), ['summary', 'docs', 'verdict', 'falseNow', 'mayBeFalse']);
    assert.deepEqual(
      first.body.docs.map(({ path }: { path: string }) => path),
      ['developer', 'user', 'changelog'].map((folder) => `content/docs/${folder}/v1.0.0-to-main.mdx`),
    );
    assert.match(
      first.body.summary,
      /3 commits, 3 changed files\. 2 breaking changes found\. 2 changes visible/,
    );
    assert.deepEqual(first.body, wholeRange);
  });

  test('the answer says which version the changes need, with the place and the signatures of each break', async () => {
    const { verdict } = (await generate(ada, { audience: 'user' })).body;
    const { reasons, ...bumps } = verdict;
    assert.deepEqual(bumps, {
      bump: 'major',
      announced: 'none',
      sinceRelease: 'major',
      sinceBase: 'major',
    });
    assert.deepEqual(reasons[0], {
      grade: 'breaks',
      text: 'The export `greet` in `src/index.ts` changed: the new parameter title is required',
      file: 'src/index.ts',
      line: 1,
      before: 'function greet(name: string): string',
      after: 'function greet(name: string, title: string): string',
    });
    const later = (await generate(ada, { base: commits[2] })).body.verdict;
    assert.deepEqual([later.sinceBase, later.sinceRelease], ['none', 'major']);
  });

  test('the answer has the sentences that are false now with patches, and apart from them those that may be', async () => {
    const { falseNow, mayBeFalse } = (await generate(ada, { repo: 'acme/guide', base: 'v1' })).body;
    assert.equal(falseNow.length, 1);
    const { patch, ...sentence } = falseNow[0];
    assert.deepEqual(sentence, {
      ...{ file: 'README.md', line: 3, quote: 'docs/doors.md', kind: 'link', was: 'docs/doors.md' },
    });
    assert.match(
      patch,
      /\n-See \[the doors\]\(docs\/doors\.md\)\.\n\+See \[the doors\]\(docs\/house\/doors\.md\)\.\n/,
    );
    const path = 'tools/build/pack.js';
    assert.deepEqual(mayBeFalse, [
      { file: 'README.md', line: 5, quote: path, kind: 'path', was: path, patch: null },
    ]);
    assert.deepEqual([wholeRange.falseNow, wholeRange.mayBeFalse], [[], []]);
  });

  test('an optional field that is null counts as absent, and a required one is refused', async () => {
    const { docs } = wholeRange;
    const optional = ['ticketId', 'prNumber', 'audience', 'groupBy', 'openPr', 'acceptedOnly', 'labels'];
    const workflow = ['triggerWorkflow', 'workflowIdOrFile', 'workflowRef'];
    const unset = Object.fromEntries([...optional, ...workflow].map((field) => [field, null]));
    const { status, body } = await generate(ada, unset);
    assert.deepEqual([status, body.docs], [200, docs]);
    const refused = await generate(ada, { ...unset, head: null });
    assert.deepEqual([refused.status, Object.keys(refused.body.error.details)], [400, ['head']]);
  });

  test('each audience gets its own page and the changelog', async () => {
    for (const [audience, folders] of [
      ['developer', ['developer', 'changelog']],
      ['user', ['user', 'changelog']],
      ['both', ['developer', 'user', 'changelog']],
    ] as const) {
      const { body } = await generate(ada, { audience });
      assert.deepEqual(
        body.docs.map(({ path }: { path: string }) => path.split('/')[2]),
        folders,
      );
      for (const page of body.docs)
        assert.ok(wholeRange.docs.some(({ content }) => content === page.content));
    }
  });

  test('the page for developers has breaking changes, signatures before and after, and how to adapt', async () => {
    const [{ content } = { content: '' }] = wholeRange.docs;
    assert.match(content, /^---\ntitle: "acme\/site from v1\.0\.0 to main: notes for developers"\n/);
    assert.match(content, new RegExp(`\\nheadCommit: "${commits[3]}"\\n`));
    assert.match(content, /\ndate: "2026-09-21"\n/);
    assert.match(
      content,
      /## Breaking changes\n\n- \*\*greeting:\*\* Greet needs a title now .*\n- The export `greet` in `src\/index\.ts` changed: the new parameter title is required/,
    );
    assert.match(
      content,
      /1\. Adapt every use of `greet`: the new parameter title is required\. \{\/\* source: src\/index\.ts@[0-9a-f]{12} \*\/\}/,
    );
    assert.match(
      content,
      /Before:\n\n {2}```ts\n {2}function greet\(name: string\): string\n {2}```\n\n {2}After:\n\n {2}```ts\n {2}function greet\(name: string, title: string\): string/,
    );
    assert.match(content, /1 commit that touches only documents, tests or builds is left out\./);
  });

  test('the page for users names no file, and the changelog begins with breaking changes', async () => {
    const [, user = '', changelog = ''] = wholeRange.docs.map(({ content }) => content);
    assert.match(user, /## Search\n\n- \*\*New:\*\* Find by words \(#7, #3\)/);
    assert.doesNotMatch(user.replace(/\{\/\*.*?\*\/\}/g, ''), /src\/|run twice/i);
    assert.match(
      changelog,
      /\*\*Breaking changes\*\*\n\n- \*\*greeting:\*\* Greet needs a title now[\s\S]*### Added\n/,
    );
    assert.deepEqual(changelog.match(/^### .*/gm), ['### Added']);
  });

  test('a ticket and a pull request appear in front matter and titles, the ticket title only if visible', async () => {
    const project = (await ada.post('/api/projects', { name: 'Payments', key: 'PAY' })).body.data;
    await ada.post('/api/tickets', { title: 'Words: {find} them', projectId: project.id });
    const { body } = await generate(ada, { ticketId: 'pay-1', prNumber: 42 });
    const [developer, , changelog] = body.docs as { path: string; content: string }[];
    assert.equal(developer?.path, 'content/docs/developer/pr-42.mdx');
    assert.match(developer?.content ?? '', /title: "Pull request #42 of acme\/site: notes for developers"/);
    assert.match(
      developer?.content ?? '',
      /\nticket: "PAY-1"\nticketTitle: "Words: \{find\} them"\nticketUrl: "http/,
    );
    assert.match(developer?.content ?? '', /\npullRequest: 42\n/);
    assert.match(changelog?.content ?? '', /\[PAY-1\]\(http:\/\/127\.0\.0\.1:3000\/tickets\/PAY-1\)/);

    const unseen = (await generate(ben, { ticketId: 'PAY-1' })).body.docs[0].content as string;
    assert.match(unseen, /\nticket: "PAY-1"\n(?!ticketTitle)/);
    assert.doesNotMatch(unseen, /tickets\/PAY-1/);
  });

  test('with groupBy milestone, entries of tickets that the caller may see are under their milestone', async () => {
    const name = 'M2 {alert(1)} <b>';
    const project = (await ada.get('/api/project/PAY')).body.data;
    const milestone = { projectId: project.id, name, kind: 'milestone' };
    const { id } = (await ada.post('/api/groups', milestone)).body.data;
    assert.equal((await ada.put('/api/tickets/PAY-1', { milestoneId: id })).status, 200);
    const changelogOf = async (person: Person, more: object) =>
      (await generate(person, more)).body.docs.at(-1).content as string;
    const grouped = await changelogOf(ada, { groupBy: 'milestone' });
    assert.match(
      grouped,
      /### M2 \\\{alert\(1\)\\\} \\<b\\>\n\n- \*\*Added:\*\* \*\*search:\*\* Find by words/,
    );
    assert.deepEqual(await changelogOf(ada, { groupBy: 'kind' }), await changelogOf(ada, {}));
    assert.doesNotMatch(await changelogOf(ada, {}), /M2/);
    assert.doesNotMatch(await changelogOf(ben, { groupBy: 'milestone' }), /M2/);
  });

  test('an invalid request for drafts is refused by field, and an unknown repository or ref by name', async () => {
    const nothing = await ada.post('/api/docs/generate', {});
    assert.deepEqual(
      [nothing.status, Object.keys(nothing.body.error.details)],
      [400, ['repo', 'base', 'head']],
    );
    for (const [more, field] of [
      [{ repo: 'site' }, 'repo'],
      [{ repo: '../../etc/passwd' }, 'repo'],
      [{ repo: 'acme/../site' }, 'repo'],
      [{ repo: '-x/site' }, 'repo'],
      [{ base: '--upload-pack=x' }, 'base'],
      [{ head: 'a..b' }, 'head'],
      [{ head: 'main:src' }, 'head'],
      [{ audience: 'everybody' }, 'audience'],
      [{ prNumber: 0 }, 'prNumber'],
      [{ openPr: true }, 'openPr'],
      [{ labels: 'x' }, 'labels'],
    ] as const) {
      const { status, body } = await generate(ada, more);
      assert.deepEqual([status, Object.keys(body.error.details ?? {})], [400, [field]], JSON.stringify(more));
    }
    const noRepo = await generate(ada, { repo: 'acme/other' });
    assert.deepEqual([noRepo.status, noRepo.body.error.message], [404, 'Repository acme/other not found']);
    const noRef = await generate(ada, { head: 'v9' });
    assert.deepEqual([noRef.status, noRef.body.error.message], [404, 'Ref v9 of acme/site not found']);
    assert.equal((await world.anonymous.post('/api/docs/generate', range)).status, 401);
  });

  test('drafts of an empty range report that nothing changed', async () => {
    const { status, body } = await generate(ada, { base: 'main' });
    assert.equal(status, 200);
    assert.match(body.summary, /nothing changed/);
    assert.match(body.docs[1].content, /Nothing in this change is visible to users/);
  });

  test('only members of a project can draft from its linked repository', async () => {
    repositories.add('acme/secret', [
      { message: 'feat: hush', files: { a: 'a' } },
      { message: 'fix: b', files: { b: 'b' } },
    ]);
    const secret = { repo: 'acme/secret', base: 'main~1', head: 'main' };
    assert.equal((await generate(ben, secret)).status, 200);
    await ada.post('/api/projects', { name: 'Secret', repositories: ['Acme/Secret'] });
    assert.equal((await generate(ada, secret)).status, 200);
    const refused = await generate(ben, secret);
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'FORBIDDEN']);
    assert.equal((await ben.post('/api/docs/check', { repo: 'acme/secret' })).status, 403);
  });

  test('branches and tags are listed for those who may read the repository, and for nobody else', async () => {
    const { status, body } = await ada.get('/api/docs/refs?repo=acme/site');
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.data.branches.includes('main'), true);
    const none = await ada.get('/api/docs/refs?repo=acme/site&search=nothing-like-this');
    assert.deepEqual(none.body.data, { repo: 'acme/site', branches: [], tags: [] });
    assert.equal((await ben.get('/api/docs/refs?repo=acme/secret')).status, 403);
    assert.equal((await ada.get('/api/docs/refs?repo=acme/none')).status, 404);
    assert.equal((await ada.get('/api/docs/refs?repo=../etc')).status, 400);
  });

  test('a generated page is stale when one of its source files changed or was removed', async () => {
    repositories.add('acme/docs', [
      {
        message: 'feat: first version',
        files: { 'src/index.ts': 'export function greet(name: string): string {\n  return name;\n}\n' },
      },
      {
        message: 'feat: more',
        files: Object.fromEntries(wholeRange.docs.map(({ path, content }) => [path, content])),
      },
    ]);
    const { status, body } = await ada.post('/api/docs/check', { repo: 'acme/docs' });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.data.stale, 3);
    const developer = body.data.pages.find(({ path }: { path: string }) => path.includes('/developer/'));
    assert.deepEqual(developer.reasons, [
      { source: 'src/index.ts', reason: 'changed' },
      { source: 'src/search.ts', reason: 'removed' },
    ]);
    const gone = await ada.post('/api/docs/check', {
      repo: 'acme/docs',
      paths: ['content/docs/user/none.mdx'],
    });
    assert.deepEqual(
      [gone.status, gone.body.error.message],
      [404, 'Page content/docs/user/none.mdx not found'],
    );
  });

  test('a range above the limit of commits or files is refused, and DOCS_OPEN opens repositories in production', async () => {
    const small = await openWorld(engine, {
      LOCAL_REPOSITORIES: repositories.root,
      NODE_ENV: 'production',
      DOCS_OPEN: '1',
      DOCS_COMMITS_MAX: '2',
      DOCS_FILES_MAX: '1',
    });
    try {
      const kim = await small.person('Kim');
      const commitsOver = await kim.post('/api/docs/generate', range);
      assert.match(commitsOver.body.error.details.head[0], /more than 2 commits/);
      const filesOver = await kim.post('/api/docs/generate', { ...range, base: 'main~2' });
      assert.match(filesOver.body.error.details.head[0], /more than 1 files/);
      assert.equal((await kim.post('/api/docs/generate', { ...range, base: 'main~1' })).status, 200);
    } finally {
      await small.close();
    }
  });

  test('a refusal does not tell whether a repository is linked to a project of others', async () => {
    const closed = await openWorld(engine, { LOCAL_REPOSITORIES: repositories.root, DOCS_OPEN: '0' });
    try {
      const [owner, stranger] = [await closed.person('Ada'), await closed.person('Ben')];
      await owner.post('/api/projects', { name: 'Secret', repositories: ['acme/secret'] });
      const answers = async (repo: string) => {
        const refusals = [
          await stranger.get(`/api/docs/refs?repo=${repo}`),
          await stranger.post('/api/docs/check', { repo }),
          await stranger.post('/api/docs/generate', { repo, base: 'main~1', head: 'main' }),
        ];
        return refusals.map(({ status, body }) => [
          status,
          { ...body.error, message: body.error.message.replace(repo, 'REPO') },
        ]);
      };
      const linked = await answers('acme/secret');
      assert.deepEqual(
        linked.map(([status]) => status),
        [403, 403, 403],
      );
      assert.deepEqual(linked, await answers('acme/nowhere'));
    } finally {
      await closed.close();
    }
  });

  test('an unlinked repository is closed in production, and with DOCS_OPEN=0', async () => {
    for (const settings of [{ NODE_ENV: 'production' }, { DOCS_OPEN: '0' }]) {
      const other = await openWorld(engine, { LOCAL_REPOSITORIES: repositories.root, ...settings });
      try {
        assert.equal((await (await other.person('Kim')).post('/api/docs/generate', range)).status, 403);
      } finally {
        await other.close();
      }
    }
  });
});
