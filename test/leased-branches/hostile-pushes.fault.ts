import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';
import { newRepositories } from '../support/git-history.ts';
import { claimWorker, listen, newGitUser, ownTemporaryFolder, type Worker } from '../support/leased-git.ts';
import { openWorld, type Person, type World } from '../support/world.ts';

const zeros = '0'.repeat(40);

describe('hostile pushes to a leased branch', () => {
  const repositories = newRepositories();
  const agent = newGitUser();
  let temporary: ReturnType<typeof ownTemporaryFolder>;
  const programs = mkdtempSync(path.join(tmpdir(), 'docket-programs-'));
  const gate = path.join(programs, 'gate');
  const gitDir = path.join(repositories.root, 'acme/app.git');
  let main: string;
  let world: World;
  let ada: Person;
  let origin: string;
  let projectId: string;
  let worker: Worker;
  let ref: string;

  before(async () => {
    const commits = repositories.add('acme/app', [{ message: 'First', files: { 'README.md': 'Read' } }]);
    main = commits.at(-1) as string;
    // A git that waits, while the file `gate` exists, before it applies a push.
    const program = path.join(programs, 'git');
    writeFileSync(
      program,
      `#!/bin/sh
PATH='${process.env.PATH}'
case "$*" in *--advertise-refs*) ;; *receive-pack*) [ -e '${gate}' ] && : >'${gate}.reached'; while [ -e '${gate}' ]; do sleep 0.05; done ;; esac
exec git "$@"
`,
    );
    chmodSync(program, 0o755);
    world = await openWorld('sqlite', {
      RATE_LIMIT: 'off',
      LOCAL_REPOSITORIES: repositories.root,
      AGENT_TASKS_PER_HOUR: '1000',
      PATH: `${programs}:${process.env.PATH}`,
    });
    ada = await world.person('Ada');
    origin = await listen(world);
    temporary = ownTemporaryFolder();
    const created = await ada.post('/api/projects', { name: 'Work', key: 'HOS', repositories: ['acme/app'] });
    projectId = created.body.data.id;
    await begin();
  });
  after(async () => {
    await world.close();
    agent.remove();
    temporary.remove();
    repositories.remove();
    rmSync(programs, { recursive: true, force: true });
  });
  afterEach(() => {
    const leftovers = (folder: string, prefix: string) =>
      readdirSync(folder).filter((name) => name.startsWith(prefix));
    assert.deepEqual(leftovers(temporary.folder, 'docket-push-'), []);
    assert.deepEqual(leftovers(path.join(gitDir, 'objects'), 'tmp_objdir'), []);
  });

  const begin = async () => {
    worker = await claimWorker(ada, origin, projectId);
    ref = `refs/heads/${worker.git.branch}fix`;
  };
  const refs = () => execFileSync('git', ['--git-dir', gitDir, 'for-each-ref'], { encoding: 'utf8' });
  const line = (text: string | Buffer) => {
    const bytes = Buffer.from(text as string, 'latin1');
    return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
  };
  const commands = (list: [before: string, after: string, ref: string][], extras = '') =>
    Buffer.concat([
      ...list.map(([old, now, name], index) =>
        line(`${old} ${now} ${name}${index === 0 ? `\0 report-status${extras}` : ''}`),
      ),
      Buffer.from('0000'),
    ]);
  const startPush = (headers: http.OutgoingHttpHeaders = {}): ClientRequest => {
    const { pathname, username, password } = new URL(worker.remote);
    return http.request(`${origin}${pathname}/git-receive-pack`, {
      method: 'POST',
      auth: `${username}:${decodeURIComponent(password)}`,
      headers: { 'content-type': 'application/x-git-receive-pack-request', ...headers },
    });
  };
  const answerOf = async (request: ClientRequest) => {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return { status: response.statusCode, text: (await buffer(response)).toString() };
  };
  const send = (body: Buffer, headers: http.OutgoingHttpHeaders = {}) => {
    const request = startPush({ 'content-length': body.length, ...headers });
    const answer = answerOf(request);
    request.end(body);
    return answer;
  };

  type Kind = 'commit' | 'tree' | 'blob';
  const kinds = { commit: 1, tree: 2, blob: 3 };
  const objectId = (kind: Kind, content: Buffer) =>
    hash('sha1', Buffer.concat([Buffer.from(`${kind} ${content.length}\0`), content]));
  const entryHead = (type: number, size: number) => {
    const bytes = [];
    let rest = Math.floor(size / 16);
    bytes.push((type << 4) | (size % 16) | (rest > 0 ? 0x80 : 0));
    while (rest > 0) {
      bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
      rest = Math.floor(rest / 128);
    }
    return Buffer.from(bytes);
  };
  const packOf = (entries: Buffer[]) => {
    const head = Buffer.alloc(12);
    head.write('PACK');
    head.writeUInt32BE(2, 4);
    head.writeUInt32BE(entries.length, 8);
    const bytes = Buffer.concat([head, ...entries]);
    return Buffer.concat([bytes, Buffer.from(hash('sha1', bytes), 'hex')]);
  };
  const entry = (kind: Kind, content: Buffer) =>
    Buffer.concat([entryHead(kinds[kind], content.length), deflateSync(content)]);
  const treeOf = (...files: [mode: string, name: string, id: string][]) =>
    Buffer.concat(
      files.flatMap(([mode, name, id]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
    );
  /** A commit on main, and a pack with it and its tree. */
  const commitOf = (tree: Buffer, ...others: [Kind, Buffer][]) => {
    const commit = Buffer.from(
      `tree ${objectId('tree', tree)}\nparent ${main}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nx\n`,
    );
    const objects: [Kind, Buffer][] = [['commit', commit], ['tree', tree], ...others];
    return {
      id: objectId('commit', commit),
      pack: packOf(objects.map(([kind, content]) => entry(kind, content))),
    };
  };
  const simple = (content: string) => {
    const blob = Buffer.from(content);
    return commitOf(treeOf(['100644', 'a.txt', objectId('blob', blob)]), ['blob', blob]);
  };
  const assertUnchanged = async (sending: () => Promise<{ status: number | undefined; text: string }>) => {
    const before = refs();
    const answer = await sending();
    assert.equal(refs(), before);
    return answer;
  };

  test('a body with gzip, one in chunks and one after 100 Continue are taken', async () => {
    const bodies = ['one', 'two', 'three'].map((content) => {
      const { id, pack } = simple(content);
      return Buffer.concat([commands([[zeros, id, `${ref}-${content}`]]), pack]);
    });
    const zipped = gzipSync(bodies[0] as Buffer);
    const ok = { status: 200, text: /unpack ok\n.*ok refs\/heads/s };
    const check = ({ status, text }: { status: number | undefined; text: string }) => {
      assert.equal(status, ok.status);
      assert.match(text, ok.text);
    };
    check(await send(zipped, { 'content-encoding': 'gzip', 'content-length': zipped.length }));
    const chunked = startPush();
    const answer = answerOf(chunked);
    for (let at = 0; at < (bodies[1] as Buffer).length; at += 7)
      chunked.write((bodies[1] as Buffer).subarray(at, at + 7));
    chunked.end();
    check(await answer);
    const expecting = startPush({ expect: '100-continue', 'content-length': (bodies[2] as Buffer).length });
    const last = answerOf(expecting);
    expecting.flushHeaders();
    await once(expecting, 'continue');
    expecting.end(bodies[2]);
    check(await last);
  });

  test('a client that stops in the middle leaves nothing', async () => {
    const { id, pack } = simple('half');
    const body = Buffer.concat([commands([[zeros, id, `${ref}-half`]]), pack]);
    const before = refs();
    for (const share of [0.2, 0.5, 0.9]) {
      const request = startPush({ 'content-length': body.length });
      request.on('error', () => {});
      request.write(body.subarray(0, Math.floor(body.length * share)));
      await wait(50);
      request.destroy();
    }
    while (readdirSync(temporary.folder).some((name) => name.startsWith('docket-push-'))) await wait(20);
    assert.equal(refs(), before);
  });

  test('a task that is cancelled during a large push refuses it when the bytes are there', async () => {
    await begin();
    const blob = randomBytes(20 * 1024 * 1024);
    const { id, pack } = commitOf(treeOf(['100644', 'large', objectId('blob', blob)]), ['blob', blob]);
    const { text } = await assertUnchanged(async () => {
      const request = startPush({ 'content-length': 0 + commands([[zeros, id, ref]]).length + pack.length });
      const answer = answerOf(request);
      request.write(commands([[zeros, id, ref]]));
      request.write(pack.subarray(0, pack.length / 2));
      await ada.post(`/v1/agent-tasks/${worker.task.id}/cancel`, {});
      request.end(pack.subarray(pack.length / 2));
      return answer;
    });
    assert.match(text, /ng refs\S+ the task was cancelled by Ada\n/);
    await begin();
  });

  test('a lease that is lost between the check and the hook refuses the push', async () => {
    const { id, pack } = simple('late');
    writeFileSync(gate, '');
    const { text } = await assertUnchanged(async () => {
      const answer = send(Buffer.concat([commands([[zeros, id, ref]]), pack]));
      // git has been started, so Docket has checked the lease; the hook asks again.
      while (!existsSync(`${gate}.reached`)) await wait(20);
      const { epoch } = worker.task.lease;
      await ada.post(`/v1/agent-tasks/${worker.task.id}/release`, { epoch });
      const { data } = (await ada.post('/v1/agent-tasks/claim', { workerId: 'thief', projectId })).body;
      assert.deepEqual([data.id, data.lease.epoch], [worker.task.id, epoch + 1]);
      rmSync(gate);
      return answer;
    });
    assert.match(text, /ng refs\S+ the lease of this task has ended\n/);
    await begin();
  });

  test('broken, dangerous and incomplete packs are refused', async () => {
    const blob = Buffer.from('x');
    const blobId = objectId('blob', blob);
    const modules = Buffer.from('[submodule "a"]\n\tpath = a\n\turl = -u./payload\n');
    const cases: Record<string, { id: string; pack: Buffer }> = {
      'a .git folder': commitOf(treeOf(['100644', '.git', blobId]), ['blob', blob]),
      'a path with ..': commitOf(treeOf(['100644', '..', blobId]), ['blob', blob]),
      'a path with a slash': commitOf(treeOf(['100644', 'a/b', blobId]), ['blob', blob]),
      'a name twice': commitOf(treeOf(['100644', 'a', blobId], ['100644', 'a', blobId]), ['blob', blob]),
      'an option as the address of a submodule': commitOf(
        treeOf(['100644', '.gitmodules', objectId('blob', modules)]),
        ['blob', modules],
      ),
      'a missing file': commitOf(treeOf(['100644', 'a', 'ab'.repeat(20)])),
      'a wrong checksum': {
        ...simple('sum'),
        pack: Buffer.concat([simple('sum').pack.subarray(0, -1), Buffer.from([0])]),
      },
      'half a pack': { ...simple('cut'), pack: simple('cut').pack.subarray(0, 60) },
      'no pack': { ...simple('none'), pack: Buffer.alloc(0) },
      'another object': { ...simple('other'), id: 'cd'.repeat(20) },
      noise: { ...simple('noise'), pack: randomBytes(5_000) },
    };
    for (const [name, { id, pack }] of Object.entries(cases)) {
      const { status, text } = await assertUnchanged(() =>
        send(Buffer.concat([commands([[zeros, id, `${ref}-bad`]]), pack])),
      );
      assert.equal(status, 200, name);
      assert.match(text, /ng refs\S+ \S/, name);
      assert.equal(text.includes(repositories.root), false, `${name} reveals a path: ${text}`);
    }
    await begin();
  });

  test('a pack that unpacks to far more than its size does not fill the memory', async () => {
    // A delta that claims to make an object of 2^40 bytes.
    const base = Buffer.from('base');
    const number = (value: number) => {
      const bytes = [];
      let rest = value;
      do {
        bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
        rest = Math.floor(rest / 128);
      } while (rest > 0);
      return Buffer.from(bytes);
    };
    const delta = Buffer.concat([number(base.length), number(2 ** 40), Buffer.from([0x90, base.length])]);
    const liar = Buffer.concat([
      entryHead(7, delta.length),
      Buffer.from(objectId('blob', base), 'hex'),
      deflateSync(delta),
    ]);
    const { id } = simple('bomb');
    const bomb = packOf([entry('blob', base), liar]);
    const before = process.memoryUsage().rss;
    const { text } = await assertUnchanged(() =>
      send(Buffer.concat([commands([[zeros, id, `${ref}-bomb`]]), bomb])),
    );
    assert.match(text, /ng refs\S+ \S/);

    // 300 MB of zeros are 300 kB in the pack: git takes them, and Docket holds nothing of them.
    const blob = Buffer.alloc(300 * 1024 * 1024);
    const large = commitOf(treeOf(['100644', 'zeros', objectId('blob', blob)]), ['blob', blob]);
    assert.ok(large.pack.length < 1024 * 1024);
    const taken = await send(Buffer.concat([commands([[zeros, large.id, `${ref}-zeros`]]), large.pack]));
    assert.match(taken.text, /unpack ok/);
    // `blob` itself is in this process, as is what compressing it needed.
    assert.ok(process.memoryUsage().rss - before < blob.length * 2.5);
  });

  test('thousands of refs and odd names of refs are refused one by one', async () => {
    await begin();
    const { id, pack } = simple('refs');
    const many: [string, string, string][] = Array.from({ length: 4_000 }, (_, index) => [
      zeros,
      id,
      `${ref}-${index}`,
    ]);
    const { text } = await assertUnchanged(() => send(Buffer.concat([commands(many), pack])));
    assert.equal(text.match(/ng refs\S+ too many refs: the limit is 20/g)?.length, many.length);
    const flood: typeof many = Array.from({ length: 40_000 }, (_, index) => [zeros, id, `${ref}-${index}`]);
    const { status } = await assertUnchanged(() => send(Buffer.concat([commands(flood), pack])));
    assert.equal(status, 400);

    const own = `refs/heads/${worker.git.branch}`;
    const odd = [
      own,
      own.slice(0, -1),
      `${own}../../../main`,
      `${own}a..b`,
      `${own}a b`,
      `${own}a~1`,
      `${own}a.lock`,
      `${own}.a`,
      `${own}a//b`,
      `${own}a@{1}`,
      `${own}a\\b`,
      `${own}${'x'.repeat(400)}`,
      `${own}\x07bell`,
      own.toUpperCase(),
      'HEAD',
      'refs/heads/main',
      'refs/replace/x',
      'main',
    ];
    for (const name of odd) {
      const answer = await assertUnchanged(() => send(Buffer.concat([commands([[zeros, id, name]]), pack])));
      assert.ok(
        answer.text.includes(`this task may push only to ${worker.git.branch}*`),
        `${name}: ${answer.text}`,
      );
    }
  });

  test('bytes that are no push get 400, and a task pushes 30 times in a minute', async () => {
    await begin();
    for (const body of ['', '0000', 'zzzz', '0005', '0003x', '000ehello world', 'ffff']) {
      const { status } = await assertUnchanged(() => send(Buffer.from(body)));
      assert.equal(status, body === '' || body === '0000' ? 200 : 400, body);
    }
    const outcomes: string[] = [];
    for (let count = 0; count < 31; count++) {
      const { text } = await send(
        Buffer.concat([commands([[zeros, zeros.replaceAll('0', '1'), 'refs/heads/main']])]),
      );
      outcomes.push(/ng \S+ (.*)\n/.exec(text)?.[1] ?? '');
    }
    assert.deepEqual(
      [outcomes[29], outcomes[30]],
      [`this task may push only to ${worker.git.branch}*`, 'too many pushes: try again in a minute'],
    );
    world.clock.advance(60_000);
    const { text } = await send(commands([[zeros, zeros.replaceAll('0', '1'), 'refs/heads/main']]));
    assert.match(text, /this task may push only/);
  });
});
