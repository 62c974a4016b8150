import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { startFakeHost } from '../../../test/support/fake-code-host.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { gitObjects } from '../../../test/support/git-objects.ts';
import { listen } from '../../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { docsSettings } from '../../composition/docs-settings.ts';
import { newLogger } from '../../platform/logger.ts';
import { newOutboundClients } from '../../platform/outbound-http/index.ts';
import { newSecretBox } from '../../platform/secret-box/index.ts';
import { newDocsGenerationContext, startDocsJobWorker } from '../index.ts';

interface Entry {
  kind: 'entry' | 'heading' | 'text';
  id: string;
  text: string;
  drafted: string;
  decision: string;
  version: number;
  author: { name: string } | null;
}

onEveryEngine('corrections of documentation drafts', (engine) => {
  const repositories = newRepositories();
  let fake: Awaited<ReturnType<typeof startFakeHost>>;
  let world: World;
  const outbound = newOutboundClients();
  let worker: ReturnType<typeof startDocsJobWorker>;
  let origin: string;
  let ada: Person;
  let ben: Person;
  let vera: Person;

  before(async () => {
    fake = await startFakeHost('github', repositories.root);
    world = await openWorld(engine, {
      RATE_LIMIT: 'off',
      GITHUB_TOKEN: 'good-token',
      GITHUB_API_URL: fake.origin,
    });
    origin = await listen(world.app);
    ada = await world.person('Ada');
    ben = await world.person('Ben');
    vera = await world.person('Vera');
    worker = startDocsJobWorker({
      db: world.db,
      clock: world.clock,
      logger: newLogger('silent'),
      context: newDocsGenerationContext(
        docsSettings(world.config),
        newSecretBox(world.config.secretKeys),
        outbound,
      ),
    });
  });
  after(async () => {
    await worker.stop();
    await outbound.close();
    await world.close();
    await fake.close();
    repositories.remove();
  });

  let count = 0;
  /** A repository of a project with two commits on a branch, which Ben may write to and Vera may read. */
  async function newRepository() {
    const repo = `acme/site${++count}`;
    repositories.add(repo, [
      { message: 'feat: one', files: { 'src/a.ts': 'export const a = 1;\n' } },
      {
        message: 'feat(search): find by words',
        branch: 'feature',
        parents: [1],
        files: { 'src/b.ts': 'export const b = 2;\n' },
      },
      {
        message: 'fix(search): no crash without words',
        branch: 'feature',
        parents: [2],
        files: { 'src/b.ts': 'export const b = 3;\n' },
      },
    ]);
    fake.pulls.length = 0;
    const project = (await ada.post('/api/projects', { name: `Site ${count}`, repositories: [repo] })).body
      .data;
    await ada.post(`/api/project/${project.id}/members`, { userId: ben.id, role: 'member' });
    await ada.post(`/api/project/${project.id}/members`, { userId: vera.id, role: 'viewer' });
    const objects = gitObjects(`${repositories.root}/${repo}.git`);
    const url = `/api/project/${project.id}/docs`;
    return {
      ...{ repo, project, objects, url },
      draft: (person: Person, more: object = {}) =>
        person.post('/api/docs/generate', { repo, base: 'main', head: 'feature', prNumber: 5, ...more }),
      decide: (person: Person, id: string, input: object, headers: Record<string, string> = {}) =>
        person.put(`${url}/corrections/${id}`, { repo, ...input }, headers),
      commit: (branch: string, path: string, content: string, message: string) => {
        const tip = objects.commit(branch) as { sha: string; tree: string };
        const tree = objects.treeWith(tip.tree, [{ path, content }]);
        objects.setBranch(branch, objects.commitTree(tree, [tip.sha], message, '2026-10-01T00:00:00Z'));
      },
      show: (page: string) => objects.git(['show', `docs/pr-5:content/docs/${page}/pr-5.mdx`]) ?? '',
    };
  }
  const pageOf = (docs: { path: string; content: string; entries: string[] }[], kind: string) => {
    const page = docs.find(({ path }) => path.includes(`/${kind}/`));
    assert.ok(page);
    return page;
  };

  /** Runs a job and returns its id. */
  async function runJob(person: Person, repo: string): Promise<string> {
    const body = { repo, base: 'main', head: 'feature', prNumber: 5 };
    const { data } = (await person.post('/api/docs/generate', body, { prefer: 'respond-async' })).body;
    // The stream ends with the job.
    const stream = await fetch(`${origin}${data.eventsUrl}`, { headers: { cookie: person.cookie } });
    assert.match(await stream.text(), /"state":"done"/);
    return data.id;
  }
  async function entriesOf(person: Person, url: string, job: string, kind = 'changelog'): Promise<Entry[]> {
    const { status, body } = await person.get(`${url}/preview?job=${job}`);
    assert.equal(status, 200, JSON.stringify(body));
    const page = body.data.pages.find(({ path }: { path: string }) => path.includes(`/${kind}/`));
    return page.chunks.filter((chunk: Entry) => chunk.kind === 'entry');
  }
  const find = (entries: Entry[], pattern: RegExp): Entry => {
    const entry = entries.find(({ drafted }) => pattern.test(drafted));
    assert.ok(entry, `no entry ${pattern} in ${JSON.stringify(entries)}`);
    return entry;
  };

  test('an edit in the app is in every later draft, and a dropped entry stays dropped until it is taken back', async () => {
    const { repo, url, draft, decide } = await newRepository();
    const job = await runJob(ben, repo);
    const entries = await entriesOf(ben, url, job);
    const [words, crash] = [find(entries, /Find by words/), find(entries, /crash/)];
    assert.deepEqual([words.decision, words.version, words.author], ['open', 0, null]);
    const edit = await decide(ben, words.id, { decision: 'edited', text: 'Search {finds} `words`.' });
    assert.deepEqual(
      [edit.status, edit.body.data.text, edit.body.data.author.name, edit.body.data.version],
      [200, 'Search \\{finds\\} `words`.', 'Ben', 1],
    );
    await decide(ada, crash.id, { decision: 'dropped' });
    const page = pageOf((await draft(ada)).body.docs, 'changelog');
    assert.match(page.content, /- Search \\\{finds\\\} `words`\. \{\/\* source: commit@/);
    assert.doesNotMatch(page.content, /crash|### Fixed/);
    assert.deepEqual(page.entries, [words.id]);

    // A job drafted before, and one drafted now, show both with who decided.
    for (const id of [job, await runJob(ben, repo)]) {
      const now = await entriesOf(ben, url, id);
      assert.deepEqual(
        now.map(({ decision, author }) => [decision, author?.name]),
        [
          ['edited', 'Ben'],
          ['dropped', 'Ada'],
        ],
      );
    }
    await decide(ben, crash.id, { decision: 'open' });
    assert.match(pageOf((await draft(ada)).body.docs, 'changelog').content, /crash/);
    const listed = await vera.get(`${url}/corrections?repo=${repo.toUpperCase()}`);
    assert.deepEqual(
      listed.body.data.map(({ entryId, decision }: { entryId: string; decision: string }) => [
        entryId,
        decision,
      ]),
      [[words.id, 'edited']],
    );
  });

  test('of two editors of one entry the second is told to read it again, also if neither had read a decision', async () => {
    const { repo, url, decide } = await newRepository();
    const { id } = find(await entriesOf(ben, url, await runJob(ben, repo)), /crash/);
    const both = await Promise.all(
      [ada, ben].map((person) =>
        decide(person, id, { decision: 'edited', text: `By ${person.name}` }, { 'if-match': '"0"' }),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
    const kept = both.find(({ status }) => status === 200)?.body.data.text;
    assert.equal((await ada.get(`${url}/corrections?repo=${repo}`)).body.data[0].text, kept);
    // A version never returns, so that a decision taken back and made again is another one.
    await decide(ada, id, { decision: 'open' }, { 'if-match': '"1"' });
    assert.equal((await decide(ben, id, { decision: 'dropped' }, { 'if-match': '"1"' })).status, 412);
    assert.equal(
      (await decide(ben, id, { decision: 'dropped' }, { 'if-match': '"2"' })).body.data.version,
      3,
    );
  });

  test('only those who may publish decide, about repositories of the project, and an edit needs words', async () => {
    const { repo, url, decide } = await newRepository();
    const other = await newRepository();
    const job = await runJob(ben, repo);
    const { id } = find(await entriesOf(ben, url, job), /crash/);
    assert.equal((await decide(vera, id, { decision: 'dropped' })).status, 403);
    const foreign = await ben.put(`${url}/corrections/${id}`, { repo: other.repo, decision: 'dropped' });
    assert.equal(foreign.status, 404);
    for (const [input, field] of [
      [{ decision: 'edited', text: ' \n ' }, 'text'],
      [{ decision: 'accepted' }, 'drafted'],
    ] as const) {
      const { status, body } = await decide(ben, id, input);
      assert.deepEqual([status, Object.keys(body.error.details)], [400, [field]]);
    }
    assert.equal((await ada.get(`${url}/preview?job=${job}`)).status, 404, 'the job of another person');
    const stranger = await world.person('Sam');
    assert.equal((await stranger.get(`${url}/corrections?repo=${repo}`)).status, 403);
  });

  test('what is accepted is what is published, and nothing else with acceptedOnly', async () => {
    const { repo, url, draft, decide, show } = await newRepository();
    const job = await runJob(ben, repo);
    for (const kind of ['changelog', 'user']) {
      const entries = await entriesOf(ben, url, job, kind);
      const { id, drafted } = find(entries, /Find by words/);
      await decide(ben, id, { decision: 'accepted', drafted });
    }
    const { status, body } = await draft(ben, { openPr: true, acceptedOnly: true });
    assert.equal(status, 200, JSON.stringify(body));
    for (const page of ['changelog', 'user']) {
      assert.match(show(page), /Find by words/);
      assert.doesNotMatch(show(page), /crash/);
    }
    assert.doesNotMatch(show('developer'), /^- /m);
    const published = await ben.get(`${url}/published?job=${job}`);
    assert.deepEqual(
      published.body.data.pages.map(({ content }: { content: string | null }) => content),
      [null, null, null],
    );
  });

  test('what people change and delete in the pull request is learned, kept there and in other drafts', async () => {
    const { repo, url, objects, draft, commit, show } = await newRepository();
    await draft(ben, { openPr: true });
    const path = 'content/docs/changelog/pr-5.mdx';
    const written = show('changelog');
    const changed = written
      .replace(/- \*\*search:\*\* Find by words.*? \{/, '- Words are *found* now. {')
      .replace(/- \*\*search:\*\* No crash.*\n/, '')
      .replace('### Added', 'A paragraph of a person.\n\n### Added');
    assert.notEqual(changed, written);
    commit('docs/pr-5', path, changed, 'docs: better words');
    const edited = objects.resolve('docs/pr-5') as string;
    // Only the count of entries and the heading of the deleted one follow; then nothing is left to write.
    await draft(ben, { openPr: true });
    assert.equal(
      show('changelog'),
      changed.replace('"2 entries, nothing breaking."', '"1 entry."').replace('\n### Fixed\n\n', ''),
    );
    const followed = objects.resolve('docs/pr-5');
    assert.match((await draft(ben, { openPr: true })).body.summary, /already has/);
    assert.equal(objects.resolve('docs/pr-5'), followed);
    assert.ok(objects.list('docs/pr-5').some(({ sha }) => sha === edited));

    commit('feature', 'src/c.ts', 'export const c = 3;\n', 'feat(search): find by tags');
    assert.match((await draft(ben, { openPr: true })).body.summary, /was updated/);
    assert.match(
      show('changelog'),
      /A paragraph of a person\.\n\n### Added\n\n- .*tags.*\n- Words are \*found\* now\. \{/,
    );
    assert.match(show('changelog'), /Find by tags/);
    assert.doesNotMatch(show('changelog'), /crash|Find by words/);
    assert.match(show('user'), /No crash/, 'the page for users has entries of its own');

    // Another range with the same commits.
    const { docs } = (await draft(ada, { prNumber: undefined })).body;
    const page = pageOf(docs, 'changelog');
    assert.match(page.content, /- Words are \*found\* now\. \{/);
    assert.doesNotMatch(page.content, /crash/);
    const listed = (await ada.get(`${url}/corrections?repo=${repo}`)).body.data;
    assert.deepEqual(
      listed.map(({ decision, author }: { decision: string; author: null }) => [decision, author]).sort(),
      [
        ['dropped', null],
        ['edited', null],
      ],
    );
  });

  test('a request with an Idempotency-Key learns and publishes once, and a repeat gets the same answer', async () => {
    const { repo, draft, commit, show } = await newRepository();
    await draft(ben, { openPr: true });
    const changed = show('changelog').replace(
      /- \*\*search:\*\* Find by words.*? \{/,
      '- Words are found. {',
    );
    commit('docs/pr-5', 'content/docs/changelog/pr-5.mdx', changed, 'docs: words');
    commit('feature', 'src/c.ts', 'export const c = 3;\n', 'feat(search): find by tags');
    const body = { repo, base: 'main', head: 'feature', prNumber: 5, openPr: true };
    const headers = { 'idempotency-key': `${repo} once` };
    const first = await ben.post('/api/docs/generate', body, headers);
    const second = await ben.post('/api/docs/generate', body, headers);
    assert.deepEqual([first.status, second.status], [200, 200], JSON.stringify(first.body));
    assert.equal(second.body.pr.number, first.body.pr.number);
    assert.match(show('changelog'), /Words are found/);
    assert.match(show('changelog'), /Find by tags/);
  });

  test('a page that people wrote anew or deleted is theirs, and a decision in the app does not replace words of the branch', async () => {
    const { repo, url, draft, decide, commit, show } = await newRepository();
    await draft(ben, { openPr: true });
    const job = await runJob(ben, repo);
    const { id } = find(await entriesOf(ben, url, job), /Find by words/);
    commit('docs/pr-5', 'content/docs/user/pr-5.mdx', '# Our own page\n', 'docs: our own page');
    const changed = show('changelog').replace(/- \*\*search:\*\* Find by words.*? \{/, '- In the branch. {');
    commit('docs/pr-5', 'content/docs/changelog/pr-5.mdx', changed, 'docs: words');
    world.clock.advance(1_000);
    await decide(ben, id, { decision: 'edited', text: 'In the app.' });
    commit('feature', 'src/c.ts', 'export const c = 3;\n', 'feat(search): find by tags');
    await draft(ben, { openPr: true });
    assert.equal(show('user'), '# Our own page\n');
    assert.match(show('changelog'), /- In the branch\. \{/);
    assert.match(show('changelog'), /Find by tags/);
    assert.match(pageOf((await draft(ben)).body.docs, 'changelog').content, /- In the app\. \{/);
  });

  test('of an entry decided in Docket and then changed in the pull request, later drafts have the newer words', async () => {
    const { repo, url, draft, decide, commit, show } = await newRepository();
    const { id } = find(await entriesOf(ben, url, await runJob(ben, repo)), /Find by words/);
    await decide(ben, id, { decision: 'edited', text: 'In the app.' });
    world.clock.advance(1_000);
    await draft(ben, { openPr: true });
    const path = 'content/docs/changelog/pr-5.mdx';
    commit('docs/pr-5', path, show('changelog').replace('In the app.', 'In the branch.'), 'docs: words');
    const words = async () => pageOf((await draft(ben)).body.docs, 'changelog').content;
    assert.match(await words(), /- In the branch\./);
    // An update of the pull request does not make the same words newer than what is decided next.
    await decide(ben, id, { decision: 'edited', text: 'In the app again.' });
    world.clock.advance(1_000);
    commit('feature', 'src/c.ts', 'export const c = 3;\n', 'feat(search): find by tags');
    await draft(ben, { openPr: true });
    assert.match(show('changelog'), /- In the branch\./);
    assert.match(await words(), /- In the app again\./);
  });

  test('what a person takes back is not learned again from the same pull request', async () => {
    const { repo, url, draft, decide, commit, show } = await newRepository();
    await draft(ben, { openPr: true });
    const { id } = find(await entriesOf(ben, url, await runJob(ben, repo)), /crash/);
    const path = 'content/docs/changelog/pr-5.mdx';
    commit('docs/pr-5', path, show('changelog').replace(/- \*\*search:\*\* No crash.*\n/, ''), 'docs: less');
    const changelog = async () => pageOf((await draft(ben)).body.docs, 'changelog').content;
    assert.doesNotMatch(await changelog(), /crash/);
    world.clock.advance(1_000);
    await decide(ben, id, { decision: 'open' });
    world.clock.advance(1_000);
    commit('feature', 'src/c.ts', 'export const c = 3;\n', 'feat(search): find by tags');
    await draft(ben, { openPr: true });
    assert.match(await changelog(), /crash/);
    assert.doesNotMatch(show('changelog'), /crash/, 'a deletion in the pull request stays there');
  });

  test('an update of the pull request loses neither a page that stays the same nor a commit of a person', async () => {
    const { repo, url, objects, draft, decide, commit, show } = await newRepository();
    await draft(ben, { openPr: true });
    const changelog = show('changelog');
    const { id } = find(await entriesOf(ben, url, await runJob(ben, repo), 'user'), /Find by words/);
    await decide(ben, id, { decision: 'edited', text: 'Search finds words.' });
    assert.match((await draft(ben, { openPr: true })).body.summary, /was updated/);
    assert.match(show('user'), /Search finds words\./);
    assert.equal(show('changelog'), changelog);
    assert.equal(objects.list('docs/pr-5', '^main').length, 1, 'only the commit of Docket');

    commit('docs/pr-5', 'content/docs/notes.mdx', '# Notes\n', 'docs: notes');
    for (const name of ['tags', 'names']) {
      commit('feature', `src/${name}.ts`, `export const ${name} = 3;\n`, `feat(search): find by ${name}`);
      await draft(ben, { openPr: true });
    }
    assert.match(show('changelog'), /Find by tags[\s\S]*Find by words|Find by words[\s\S]*Find by tags/);
    assert.match(show('changelog'), /Find by names/);
    assert.equal(objects.git(['show', 'docs/pr-5:content/docs/notes.mdx']), '# Notes\n');
  });

  test('the published page is that of the default branch, once the pull request is merged', async () => {
    const { repo, url, objects, draft, show } = await newRepository();
    await draft(ben, { openPr: true });
    const job = await runJob(ben, repo);
    const expected = show('changelog');
    objects.setBranch('main', objects.resolve('docs/pr-5') as string);
    const { body } = await ben.get(`${url}/published?job=${job}`);
    const page = body.data.pages.find(({ path }: { path: string }) => path.includes('/changelog/'));
    assert.deepEqual([page.repo, page.content], [repo, expected]);
  });
});
