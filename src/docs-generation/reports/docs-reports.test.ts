import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../../test/support/engines.ts';
import { type FakeKind, startFakeHost } from '../../../test/support/fake-code-host.ts';
import { newRepositories } from '../../../test/support/git-history.ts';
import { gitObjects } from '../../../test/support/git-objects.ts';
import {
  githubHeaders,
  hexSignature,
  hookSecret,
  sendHook,
  signedHosts,
} from '../../../test/support/webhooks.ts';
import { openWorld, type Person, type World } from '../../../test/support/world.ts';
import { newContext } from '../../composition/context.ts';
import { hourMs, minuteMs } from '../../platform/clock.ts';
import { openPrepared } from '../../platform/db/index.ts';
import { newLogger } from '../../platform/logger.ts';
import { runDueReports } from './docs-report-loop.ts';

type Fake = Awaited<ReturnType<typeof startFakeHost>>;

const hosts = ['github', 'gitlab', 'gitea'] as const;
const noCommit = '0'.repeat(40);
const manifest = (version: string) =>
  `{"name": "site", "version": "${version}", "exports": "./src/index.ts"}\n`;
const greet = 'export function greet(name: string): string {\n  return name;\n}\n';
const closeDoor = 'export function closeDoor(): void {}\n';
const titled = 'export function greet(name: string, title: string): string {\n  return title + name;\n}\n';
const readme =
  '# Site\n\nCall `greet(name)` first.\n\nThen call `closeDoor()` and leave.\n\nSee [doors](docs/doors.md).\n';

onEveryEngine('documentation of linked repositories', (engine) => {
  const repositories = newRepositories();
  const fakes = {} as Record<FakeKind, Fake>;
  let world: World;
  let ada: Person;
  let count = 0;
  let settings: Record<string, string>;

  before(async () => {
    for (const kind of hosts) fakes[kind] = await startFakeHost(kind, repositories.root);
    settings = {
      ...signedHosts,
      RATE_LIMIT: 'off',
      ...Object.fromEntries(
        hosts.flatMap((kind) => [
          [`${kind.toUpperCase()}_TOKEN`, 'good-token'],
          [`${kind.toUpperCase()}_API_URL`, fakes[kind].origin],
        ]),
      ),
    };
    world = await openWorld(engine, settings);
    ada = await world.person('Ada');
  });
  after(async () => {
    await world.close();
    for (const kind of hosts) await fakes[kind].close();
    repositories.remove();
  });

  const logger = newLogger('silent');
  const run = (context: Pick<World['context'], 'db' | 'docs'> = world.context) =>
    runDueReports({ db: context.db, docs: context.docs, clock: world.clock, logger });

  /** A project with the switch on, whose repository has a version, and a branch that breaks it. */
  const newProject = async (kind: FakeKind, automation: object = { publishDocs: true }) => {
    const repo = `acme/auto${++count}`;
    const key = `D${count}`;
    const [base = '', head = ''] = repositories.add(
      repo,
      [
        {
          // The id of a commit identifies its repository here.
          message: `feat: start ${repo}`,
          files: {
            'package.json': manifest('1.0.0'),
            'src/index.ts': greet + closeDoor,
            'README.md': readme,
            'docs/doors.md': 'Doors.\n',
          },
        },
        {
          message: 'feat: titles, @everyone and #77',
          branch: 'feature',
          parents: [1],
          files: { 'package.json': manifest('1.1.0'), 'src/index.ts': titled, 'docs/doors.md': null },
        },
      ],
      { 'v1.0.0': 1 },
    );
    await ada.post('/api/projects', { name: key, key, repositories: [repo] });
    await ada.put(`/api/project/${key}`, { automation });
    const fake = fakes[kind];
    const objects = gitObjects(`${repositories.root}/${repo}.git`);
    const pull: Fake['pulls'][0] = {
      ...{ number: count * 10, title: 'Titles', body: '', branch: 'feature', target: 'main' },
      ...{ state: 'open', labels: [], sha: head },
    };
    fake.pulls.push(pull);
    const commit = (branch: string, files: Record<string, string>, message: string) => {
      const tip = objects.commit(branch) as { sha: string; tree: string };
      const entries = Object.entries(files).map(([path, content]) => ({ path, content }));
      const sha = objects.commitTree(
        objects.treeWith(tip.tree, entries),
        [tip.sha],
        message,
        '2026-10-01T00:00:00Z',
      );
      objects.setBranch(branch, sha);
      return sha;
    };
    const statuses = () =>
      fake.statuses
        .filter(({ sha }) => objects.commit(sha) !== undefined)
        .map(({ sha, state, name, description }) => [
          ...[sha === base ? 'base' : sha === head ? 'head' : 'later', name],
          ...[state === 'failed' ? 'failure' : state, description],
        ]);
    return {
      ...{ kind, repo, key, base, head, fake, objects, pull, commit, statuses },
      comments: () => fake.comments.filter(({ number }) => number === pull.number),
      deliver: (event: 'pull' | 'tag' | 'push', more: object = {}) =>
        deliver(kind, repo, event, { pull, ...more }),
    };
  };
  type Project = Awaited<ReturnType<typeof newProject>>;

  interface Given {
    pull: Fake['pulls'][0];
    action?: string;
    ref?: string;
    delivery?: string;
  }
  /** The payloads of the hosts, with what Docket reads of them. */
  const deliver = async (
    kind: FakeKind,
    repo: string,
    event: 'pull' | 'tag' | 'push',
    { pull, action, ref = 'main', delivery = randomUUID() }: Given,
  ) => {
    const push = {
      ...{ ref: `refs/${event === 'tag' ? 'tags' : 'heads'}/${ref}`, before: noCommit },
      ...{ after: 'c'.repeat(40), commits: [] },
    };
    const { number, title, branch, target, sha, state, isDraft = false } = pull;
    if (kind === 'gitlab') {
      const project = { path_with_namespace: repo, default_branch: 'main', id: 1 };
      const attributes = {
        ...{ iid: number, id: number, title, source_branch: branch, target_branch: target },
        ...{ state: state === 'open' ? 'opened' : state, draft: isDraft, action: action ?? 'open' },
        ...{ last_commit: { id: sha }, source_project_id: 1, target_project_id: 1, stamp: delivery },
      };
      const payload =
        event === 'pull'
          ? { object_kind: 'merge_request', project, object_attributes: attributes, user: {} }
          : { object_kind: event === 'tag' ? 'tag_push' : 'push', project, ...push, stamp: delivery };
      return sendHook(world, '/webhooks/vcs', JSON.stringify(payload), {
        'content-type': 'application/json',
        'x-gitlab-event': 'Hook',
        'x-gitlab-token': hookSecret,
        'idempotency-key': delivery,
      });
    }
    const repository = { full_name: repo, default_branch: 'main' };
    const pull_request = {
      ...{ id: number, number, title, body: '', state: state === 'open' ? 'open' : 'closed', draft: isDraft },
      ...{ head: { ref: branch, sha, repo: repository }, base: { ref: target, repo: repository }, user: {} },
    };
    const payload =
      event === 'pull'
        ? { action: action ?? 'opened', number, pull_request, repository, sender: {}, stamp: delivery }
        : { ...push, repository, sender: {}, stamp: delivery };
    const bytes = JSON.stringify(payload);
    const name = event === 'pull' ? 'pull_request' : 'push';
    const headers =
      kind === 'github'
        ? githubHeaders(name, bytes, delivery)
        : {
            'content-type': 'application/json',
            'x-gitea-event': name,
            'x-gitea-delivery': delivery,
            'x-gitea-signature': hexSignature(bytes),
          };
    return sendHook(world, '/webhooks/vcs', bytes, headers);
  };

  const failure = 'Breaking, but the version announces a minor release; 1 sentence is false now';
  const writesOf = ({ fake, repo }: Project, from: number) =>
    fake.calls
      .slice(from)
      .filter(
        ({ method, path: called }) =>
          method !== 'GET' &&
          decodeURIComponent(called).includes(repo) &&
          !called.endsWith('git-upload-pack'),
      );

  for (const kind of hosts) {
    test(`${kind}: an opened pull request gets a status and one comment with reasons and false sentences, which later commits update`, async () => {
      const project = await newProject(kind);
      const { repo, head, base, fake, pull } = project;
      await project.deliver('pull');
      await run();
      assert.deepEqual(project.statuses(), [['head', 'docket/docs', 'failure', failure]]);
      const [comment, ...more] = project.comments();
      assert.deepEqual(more, []);
      const text = comment?.body ?? '';
      const page = `${fake.origin}/${repo}/${{ github: 'blob', gitlab: '-/blob', gitea: 'src/commit' }[kind]}`;
      assert.match(
        text,
        /^<!-- docket:docs [0-9a-f-]{36} -->\n\*\*Breaking, but the version announces a minor/,
      );
      assert.match(
        text,
        /Since `main` the changes need a major version; the package announces a minor one\./,
      );
      assert.ok(
        text.includes(`- [src/index.ts:1](${page}/${head}/src/index.ts#L1) The export \`greet\``),
        text,
      );
      assert.ok(text.includes(`](${page}/${base}/src/index.ts#L4) The export \`closeDoor\``), text);
      assert.ok(text.includes('+ function greet(name: string, title: string): string'), text);
      const sentences = text.slice(text.indexOf('**False now**'));
      assert.match(
        sentences,
        /^\*\*False now\*\*\n\n- .*`docs\/doors\.md` is gone.*\n\n\*\*May be false\*\*\n\n- .*`closeDoor`/,
      );
      assert.ok(text.includes(`- [README.md:7](${page}/${head}/README.md#L7) \`docs/doors.md\``), text);
      assert.ok(text.includes(`- [README.md:5](${page}/${head}/README.md#L5) \`closeDoor\``), text);
      assert.match(text, /To accept this, add the label `docs-override`\./);
      assert.doesNotMatch(text, /[@#](?:everyone|77)/, 'nobody is mentioned');

      pull.sha = project.commit(
        'feature',
        { 'package.json': manifest('2.0.0'), 'README.md': readme.replace(/Then.*/s, '') },
        'docs: follow the code',
      );
      await project.deliver('pull', { action: kind === 'gitlab' ? 'update' : 'synchronize' });
      await run();
      assert.deepEqual(project.statuses().slice(1), [
        ['later', 'docket/docs', 'success', 'Breaking, and the version announces a major release'],
      ]);
      const [updated, ...others] = project.comments();
      assert.deepEqual([updated?.id, others], [comment?.id, []]);
      assert.match(updated?.body ?? '', /announces a major release\.\*\*/);
      assert.doesNotMatch(updated?.body ?? '', /False now|May be false|docs-override/);
    });

    test(`${kind}: a lost answer to a comment leads to no second one, not even beside a copy of it`, async () => {
      const project = await newProject(kind);
      const { fake } = project;
      fake.state.lose = ({ method, path: called }) =>
        method === 'POST' && /\/(?:comments|notes)$/.test(called) ? 'cut' : undefined;
      await project.deliver('pull');
      await run();
      fake.state.lose = undefined;
      const [{ id, body } = { id: 0, body: '' }] = project.comments();
      fake.comments.push({ id: 9_000 + count, number: project.pull.number, body: `${body} Copied.` });
      world.clock.advance(hourMs);
      await run();
      assert.equal(project.comments().length, 2);
      project.pull.labels.push('docs-override');
      await project.deliver('pull', { action: 'labeled' });
      await run();
      assert.deepEqual(
        project.comments().map((one) => [one.id === id, /Accepted by the label/.test(one.body)]),
        [
          [true, true],
          [false, false],
        ],
      );
    });

    test(`${kind}: a tag gets release notes once, and the words of a person stay`, async () => {
      const project = await newProject(kind);
      const { fake, objects } = project;
      fake.state.releases = {};
      const sha = project.commit(
        'main',
        { 'src/index.ts': `${greet}${closeDoor}export const port = 1;\n` },
        'feat: the port, by @mona',
      );
      objects.setRef('refs/tags/v1.1.0', sha);
      await project.deliver('tag', { ref: 'v1.1.0' });
      await run();
      const notes = fake.state.releases['v1.1.0'] ?? '';
      assert.match(notes, /^<!-- docket:release-notes -->\n### Added\n\n- The port, by @&#8203;mona/);
      assert.doesNotMatch(notes, /\{\/\*|---/);

      const from = fake.calls.length;
      await project.deliver('tag', { ref: 'v1.1.0' });
      await run();
      assert.deepEqual(writesOf(project, from), [], 'a second delivery writes nothing');
      // The tag moves: Docket's own notes follow, those that a person edited stay.
      const move = async (file: string) => {
        objects.setRef('refs/tags/v1.1.0', project.commit('main', { [file]: 'x' }, `feat: ${file}`));
        await project.deliver('tag', { ref: 'v1.1.0' });
        await run();
        return fake.state.releases['v1.1.0'] ?? '';
      };
      assert.match(await move('moved.txt'), /- Moved\.txt/);
      fake.state.releases['v1.1.0'] = 'By hand.';
      assert.equal(await move('again.txt'), 'By hand.');
    });

    test(`${kind}: pushes to the default branch open the pull request with drafts, update it, and its own merge ends them`, async () => {
      const project = await newProject(kind);
      const { fake, objects, repo } = project;
      const pullsOf = () => fake.pulls.filter(({ branch }) => branch === 'docs/auto/v1.0.0-to-main');
      fake.pulls.length = 0;
      const page = () =>
        objects.git(['show', 'docs/auto/v1.0.0-to-main:content/docs/changelog/v1.0.0-to-main.mdx']) ?? '';
      const push = async (files: Record<string, string>, message: string) => {
        project.commit('main', files, message);
        await project.deliver('push');
        await run();
      };
      await push({ 'src/port.ts': 'export const port = 1;\n' }, 'feat: the port');
      assert.deepEqual(
        pullsOf().map(({ title, target }) => [title, target]),
        [[`docs: ${repo} from v1.0.0 to main`, 'main']],
      );
      assert.match(page(), /The port/);
      await push({ 'src/name.ts': 'export const name = 1;\n' }, 'feat: the name');
      assert.equal(pullsOf().length, 1);
      assert.match(page(), /The name/);
      assert.equal(objects.list('docs/auto/v1.0.0-to-main', '^main').length, 1);

      const from = fake.calls.length;
      await project.deliver('push');
      await run();
      assert.deepEqual(writesOf(project, from), [], 'a second delivery writes nothing');
      (pullsOf()[0] as Fake['pulls'][0]).state = 'merged';
      await push({ 'content/docs/changelog/v1.0.0-to-main.mdx': page() }, 'docs: merge the drafts');
      assert.deepEqual(writesOf(project, from), [], 'the merge of the drafts is not drafted');
      await push({ 'src/more.ts': 'export const more = 1;\n' }, 'feat: one more');
      assert.deepEqual(
        pullsOf().map(({ state }) => state),
        ['merged', 'open'],
      );
      (pullsOf()[1] as Fake['pulls'][0]).state = 'closed';
      await push({ 'src/last.ts': 'export const last = 1;\n' }, 'feat: the last');
      assert.equal(pullsOf().length, 2, 'a pull request that a person closed is not opened again');
    });
  }

  test('drafts of the default branch have what people decided, and keep what they changed in the pull request', async () => {
    const { key, repo, fake, objects, commit, deliver: send } = await newProject('github');
    fake.pulls.length = 0;
    const branch = 'docs/auto/v1.0.0-to-main';
    const file = 'content/docs/changelog/v1.0.0-to-main.mdx';
    const page = () => objects.git(['show', `${branch}:${file}`]) ?? '';
    const push = async (name: string) => {
      commit('main', { [`src/${name}.ts`]: `export const ${name} = 1;\n` }, `feat: the ${name}`);
      await send('push');
      await run();
    };
    await push('port');
    await push('name');
    // Ada drops an entry in Docket; in the pull request, somebody changes another one and adds a paragraph.
    const range = { repo, base: 'v1.0.0', head: 'main' };
    const { docs } = (await ada.post('/api/docs/generate', range)).body;
    const drafted = docs.find(({ path }: { path: string }) => path === file);
    const items = (drafted.content.match(/^- .*$/gm) ?? []) as string[];
    const entryId = drafted.entries[items.findIndex((item) => /The port/.test(item))];
    await ada.put(`/api/project/${key}/docs/corrections/${entryId}`, { repo, decision: 'dropped' });
    const changed = page().replace('The name', 'A better name').replace('### Added', 'By hand.\n\n### Added');
    commit(branch, { [file]: changed }, 'docs: better words');

    await push('last');
    assert.match(page(), /By hand\.\n\n### Added/);
    assert.match(page(), /A better name/);
    assert.match(page(), /The last/);
    assert.doesNotMatch(page(), /The port|The name/);
    // Drafts that somebody asks for have both.
    const again = (await ada.post('/api/docs/generate', range)).body.docs;
    const { content } = again.find(({ path }: { path: string }) => path === file);
    assert.match(content, /A better name/);
    assert.doesNotMatch(content, /The port|The name/);
  });

  test('release notes have what people decided in Docket and changed in the pull request of the drafts', async () => {
    const { key, repo, fake, objects, commit, deliver: send } = await newProject('github');
    fake.pulls.length = 0;
    fake.state.releases = {};
    const branch = 'docs/auto/v1.0.0-to-main';
    const file = 'content/docs/changelog/v1.0.0-to-main.mdx';
    const [, , head = ''] = ['port', 'name', 'last'].map((name) =>
      commit('main', { [`src/${name}.ts`]: `export const ${name} = 1;\n` }, `feat: the ${name}`),
    );
    await send('push');
    await run();
    const changed = (objects.git(['show', `${branch}:${file}`]) ?? '').replace('The name', 'A better name');
    commit(branch, { [file]: changed }, 'docs: better words');
    const { docs } = (await ada.post('/api/docs/generate', { repo, base: 'v1.0.0', head: 'main' })).body;
    const drafted = docs.find(({ path }: { path: string }) => path === file);
    const items = (drafted.content.match(/^- .*$/gm) ?? []) as string[];
    const decide = (item: RegExp, decision: object) => {
      const entryId = drafted.entries[items.findIndex((text) => item.test(text))];
      return ada.put(`/api/project/${key}/docs/corrections/${entryId}`, { repo, ...decision });
    };
    await decide(/The port/, { decision: 'dropped' });
    await decide(/The last/, { decision: 'edited', text: 'Nothing comes {after} this.' });

    objects.setRef('refs/tags/v1.1.0', head);
    await send('tag', { ref: 'v1.1.0' });
    await run();
    const notes = fake.state.releases['v1.1.0'] ?? '';
    assert.match(notes, /^<!-- docket:release-notes -->\n### Added\n\n- /);
    assert.match(notes, /^- A better name/m);
    assert.match(notes, /^- Nothing comes \\\{after\\\} this\./m);
    assert.doesNotMatch(notes, /The port|The name|The last/);
  });

  test('a draft gets nothing until it is ready for review, and a closed pull request nothing at all', async () => {
    const project = await newProject('github');
    project.pull.isDraft = true;
    await project.deliver('pull');
    // What the delivery says is not trusted: the host is asked.
    await deliver('github', project.repo, 'pull', { pull: { ...project.pull, isDraft: false } });
    await run();
    assert.deepEqual([project.statuses(), project.comments()], [[], []]);
    project.pull.isDraft = false;
    await project.deliver('pull', { action: 'ready_for_review' });
    await run();
    assert.deepEqual([project.statuses().length, project.comments().length], [1, 1]);
    const closed = await newProject('github');
    closed.pull.state = 'closed';
    await deliver('github', closed.repo, 'pull', { pull: { ...closed.pull, state: 'open' } });
    await run();
    assert.deepEqual([closed.statuses(), closed.comments()], [[], []]);
  });

  test('the label turns the failure into a success with the reason, and its removal turns it back', async () => {
    const project = await newProject('gitlab');
    await project.deliver('pull');
    await run();
    project.pull.labels.push('docs-override');
    await project.deliver('pull', { action: 'update' });
    await run();
    project.pull.labels.length = 0;
    await project.deliver('pull', { action: 'update' });
    await run();
    const words = failure.charAt(0).toLowerCase() + failure.slice(1);
    assert.deepEqual(project.statuses(), [
      ['head', 'docket/docs', 'failure', failure],
      ['head', 'docket/docs', 'success', `Accepted by the label docs-override: ${words}`],
      ['head', 'docket/docs', 'failure', failure],
    ]);
    assert.equal(project.comments().length, 1);
  });

  test('a redelivery writes nothing, and the delivery log names what a delivery led to', async () => {
    const project = await newProject('github');
    const id = randomUUID();
    const { body } = await project.deliver('pull', { delivery: id });
    const { effects } = (await ada.get(`/v1/inbound/${body.data.id}`)).body.data;
    assert.deepEqual(
      effects.flatMap(({ type, what }: { type: string; what: string }) => (type === 'docs' ? [what] : [])),
      [`#${project.pull.number}`],
    );
    await run();
    const from = project.fake.calls.length;
    await project.deliver('pull', { delivery: id });
    await project.deliver('pull', { action: 'edited' });
    await run();
    await run();
    assert.deepEqual(writesOf(project, from), []);
    assert.ok(project.fake.calls.length > from, 'the host was asked again');
  });

  test('two processes that work at the same time write one comment, and what is delivered meanwhile follows', async (t) => {
    const project = await newProject('github');
    const { fake, pull, head } = project;
    const other = newContext({
      config: world.config,
      clock: world.clock,
      logger,
      db: await openPrepared(world.config.database),
    });
    t.after(() => other.close());
    const isWriting = Promise.withResolvers<void>();
    const mayWrite = Promise.withResolvers<void>();
    fake.state.hold = (call) => {
      if (call.method !== 'POST' || !call.path.endsWith('/comments')) return undefined;
      fake.state.hold = undefined;
      isWriting.resolve();
      return mayWrite.promise;
    };
    await project.deliver('pull');
    const first = run();
    await isWriting.promise;
    pull.sha = project.commit('feature', { 'package.json': manifest('2.0.0') }, 'feat: announce it');
    await Promise.all([
      project.deliver('pull', { action: 'synchronize' }),
      project.deliver('pull', { action: 'synchronize' }),
    ]);
    await run(other);
    assert.deepEqual(project.statuses(), [], 'the other process left it to the first');
    mayWrite.resolve();
    await first;
    assert.deepEqual(project.statuses()[0]?.[0], 'head');
    await Promise.all([run(), run(other)]);
    assert.deepEqual([project.comments().length, project.statuses().length], [1, 2]);
    assert.notEqual(pull.sha, head);
    assert.match(project.comments()[0]?.body ?? '', /announces a major/);
  });

  test('two projects that link the repository write one comment, and the second goes on when the first stops', async () => {
    const project = await newProject('gitea');
    const key = `T${count}`;
    await ada.post('/api/projects', { name: key, key, repositories: [project.repo] });
    await ada.put(`/api/project/${key}`, { automation: { publishDocs: true } });
    await project.deliver('pull');
    await Promise.all([run(), run()]);
    await run();
    assert.deepEqual([project.comments().length, project.statuses().length], [1, 1]);
    await ada.put(`/api/project/${project.key}`, { automation: { publishDocs: false } });
    project.pull.labels.push('docs-override');
    await project.deliver('pull', { action: 'labeled' });
    await run();
    assert.deepEqual([project.comments().length, project.statuses().length], [1, 2]);
    assert.match(project.comments()[0]?.body ?? '', /Accepted by the label/);
  });

  test('what the code host refused is tried again, and a refused status does not keep back the comment', async () => {
    const project = await newProject('github');
    const { fake } = project;
    fake.state.fail = [503, { message: 'down' }];
    await project.deliver('pull');
    await run();
    fake.state.fail = undefined;
    await run();
    assert.equal(project.comments().length, 0, 'not before the time');
    world.clock.advance(minuteMs);
    fake.state.refuse = ({ method, path }) =>
      method === 'POST' && path.includes('/statuses/') ? [403, { message: 'Not accessible' }] : undefined;
    await run();
    fake.state.refuse = undefined;
    assert.deepEqual([project.comments().length, project.statuses().length], [1, 0]);
    world.clock.advance(5 * minuteMs);
    await run();
    assert.deepEqual([project.comments().length, project.statuses().length], [1, 1]);
  });

  test('a process that is killed while it writes leaves its work to another one, and there is one comment', async (t) => {
    const project = await newProject('github');
    const { fake } = project;
    const isWritten = Promise.withResolvers<void>();
    fake.state.lose = ({ method, path: called }) => {
      if (method !== 'POST' || !called.endsWith('/comments')) return undefined;
      isWritten.resolve();
      return 'silence';
    };
    await project.deliver('pull');
    const script = `
      import { newContext } from ${JSON.stringify(import.meta.resolve('../../composition/context.ts'))};
      import { readConfig } from ${JSON.stringify(import.meta.resolve('../../config/index.ts'))};
      import { openPrepared } from ${JSON.stringify(import.meta.resolve('../../platform/db/index.ts'))};
      import { newLogger } from ${JSON.stringify(import.meta.resolve('../../platform/logger.ts'))};
      import { runDueReports } from ${JSON.stringify(import.meta.resolve('./docs-report-loop.ts'))};
      const { database, settings, now } = JSON.parse(process.argv[1]);
      const clock = { now: () => now, steadyNow: () => 0 };
      const logger = newLogger('silent');
      const context = newContext({ config: { ...readConfig(settings), database }, clock, logger, db: await openPrepared(database) });
      await runDueReports({ db: context.db, docs: context.docs, clock, logger });`;
    const dataFolder = mkdtempSync(path.join(tmpdir(), 'docket-killed-'));
    t.after(() => rmSync(dataFolder, { recursive: true }));
    const given = {
      database: world.config.database,
      settings: { ...settings, DATA_DIR: dataFolder },
      now: world.clock.now(),
    };
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script, JSON.stringify(given)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    await isWritten.promise;
    child.kill('SIGKILL');
    await once(child, 'exit');
    fake.state.lose = undefined;
    assert.deepEqual([project.comments().length, project.statuses().length], [1, 0]);
    await run();
    assert.equal(project.statuses().length, 0, 'it belongs to the killed process for a while');
    world.clock.advance(hourMs);
    await run();
    assert.deepEqual([project.comments().length, project.statuses().length], [1, 1]);
  });

  test('the head of a fork is only read through the base repository, and its branch may be gone', async () => {
    for (const kind of hosts) {
      const project = await newProject(kind);
      const { fake, pull, objects } = project;
      objects.git(['update-ref', '-d', 'refs/heads/feature']);
      objects.setRef(`refs/pull/${pull.number}/head`, project.head);
      pull.isFromFork = true;
      const from = fake.calls.length;
      await project.deliver('pull');
      await run();
      assert.deepEqual(project.statuses(), [['head', 'docket/docs', 'failure', failure]], kind);
      assert.equal(project.comments().length, 1);
      const ref = kind === 'gitlab' ? `refs/merge-requests/${pull.number}/head` : undefined;
      assert.equal(fake.statuses.at(-1)?.ref, ref);
      const others = fake.calls
        .slice(from)
        .filter(({ path }) => !decodeURIComponent(path).includes(project.repo));
      assert.deepEqual(others, []);
    }
  });

  test('without the switch, or without the link, the code host is not asked', async () => {
    const project = await newProject('github', {});
    const from = project.fake.calls.length;
    await project.deliver('pull');
    await project.deliver('push');
    await project.deliver('tag', { ref: 'v1.0.0' });
    await run();
    assert.equal(project.fake.calls.length, from);
    const left = await newProject('github');
    await left.deliver('pull');
    await ada.put(`/api/project/${left.key}`, { repositories: [] });
    await run();
    assert.deepEqual([left.comments(), left.statuses()], [[], []]);
  });
});
