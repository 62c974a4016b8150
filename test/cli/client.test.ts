import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { computeTotp, decodeBase32 } from '../../src/auth/second-factor/totp.ts';
import type { ClientContext } from '../../src/cli/client/client-context.ts';
import { login } from '../../src/cli/client/login.ts';
import { logout } from '../../src/cli/client/logout.ts';
import { listen } from '../support/live-stream.ts';
import { openWorld, type Person, type World, password as worldPassword } from '../support/world.ts';
import { docket, newFolder } from './docket.ts';

const config = newFolder();
const credentials = path.join(config, 'docket/credentials.json');
let world: World;
let ada: Person;
let url: string;
let settings: Record<string, string>;

before(async () => {
  world = await openWorld('sqlite', { RATE_LIMIT: 'off' });
  ada = await world.person('Ada');
  url = await listen(world.app);
  await ada.post('/api/projects', { name: 'Lamps', key: 'LAMP' });
  const { key } = (await ada.post('/api/user/api-keys', { name: 'cli' })).body.data;
  settings = { DOCKET_URL: url, DOCKET_API_KEY: key, XDG_CONFIG_HOME: config };
});
after(() => world.close());

const contextWith = (answer: string, more: Record<string, string> = {}): ClientContext => ({
  environment: { XDG_CONFIG_HOME: config, ...more },
  prompt: {
    isInteractive: false,
    width: undefined,
    ask: async () => answer,
    askHidden: async () => answer,
    readInput: async () => answer,
    remark: () => {},
  },
});

test('a ticket is created, edited, commented on, listed, shown and closed', async () => {
  const created = await docket(
    [
      'ticket',
      'create',
      'The lamp is broken',
      '--project',
      'LAMP',
      '--type',
      'bug',
      '--assignee',
      'me',
      '--json',
    ],
    settings,
  );
  assert.equal(created.code, 0, created.stderr);
  const { key } = JSON.parse(created.stdout).ticket;
  assert.match(key, /^LAMP-\d+$/);
  const edit = ['ticket', 'edit', key, '--status', 'in_progress', '--priority', 'high'];
  assert.equal((await docket(edit, settings)).stdout, `Changed ${key}.\n`);
  assert.equal((await docket(['ticket', 'comment', key, 'On it'], settings)).code, 0);
  const { stdout: mine } = await docket(['ticket', 'mine'], settings);
  assert.match(mine, new RegExp(`^${key} +in_progress +high +Ada +The lamp is broken$`, 'm'));
  await ada.post(`/api/tickets/${key}/checklist`, { text: 'Buy a bulb', done: true, assigneeId: 'me' });
  const { stdout: shown } = await docket(['ticket', 'show', key], settings);
  assert.match(shown, /On it/);
  assert.match(shown, /^\[x\] Buy a bulb \(Ada\)$/m);
  const part = await docket(['ticket', 'create', 'The bulb', '--project', 'LAMP', '--parent', key], settings);
  assert.equal(part.code, 0, part.stderr);
  const refused = await docket(['ticket', 'close', key], settings);
  assert.notEqual(refused.code, 0);
  assert.match(refused.stderr, /1 open child: LAMP-\d+/);
  const forced = await docket(['ticket', 'close', key, '--force'], settings);
  assert.equal(forced.stdout, `Closed ${key} as done.\n`);
  const partKey = /LAMP-\d+/.exec(part.stdout)?.[0] ?? '';
  assert.equal((await docket(['ticket', 'close', partKey, '--cancelled'], settings)).code, 0);
  assert.equal((await docket(['ticket', 'list', '--project', 'LAMP'], settings)).stdout, 'No tickets.\n');
  const done = await docket(['ticket', 'list', '--status', 'done', '--json'], settings);
  assert.deepEqual(
    JSON.parse(done.stdout).tickets.map((ticket: { key: string }) => ticket.key),
    [key],
  );
});

test('a task is created, listed, steered, answered, shown, stopped, cancelled and retried', async () => {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await docket(['task', ...args], settings);
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const ben = await world.person('Ben');
  await ada.post('/api/project/LAMP/members', { userId: ben.id, role: 'member' });
  const ticket = (await ada.post('/api/tickets', { title: 'Dim the lamp', projectId: 'LAMP' })).body.data;
  assert.equal((await docket(['task', 'show', ticket.key], settings)).code, 4);
  assert.match(await run('create', ticket.key, 'With a test'), /^Created the task [0-9a-f-]{36}\.\n$/);
  assert.match(await run('list', '--project', 'LAMP', '--ready'), new RegExp(`queued +${ticket.key}`));

  const claimed = (await ben.post('/v1/agent-tasks/claim', { workerId: 'lab-1' })).body.data;
  const { epoch } = claimed.lease;
  const work = (path: string, body: object) =>
    ben.post(`/v1/agent-tasks/${claimed.id}/${path}`, { epoch, ...body });
  await run('message', ticket.key, 'Slowly');
  assert.equal((await work('heartbeat', {})).body.data.messages[0].text, 'Slowly');
  const form = {
    type: 'object',
    properties: { steps: { type: 'integer' }, fade: { type: 'boolean' }, name: { type: 'string' } },
    required: ['steps'],
  };
  await work('ask', { question: 'How many steps?', form });
  assert.match(await run('needs'), new RegExp(`question +${ticket.key} .*How many steps\\?`));
  const shown = await run('show', ticket.key);
  assert.match(shown, /Question: How many steps\?\n--values steps=…/);
  const wrong = await docket(['task', 'answer', ticket.key], settings);
  assert.deepEqual([wrong.code, /Give one of TEXT/.test(wrong.stderr)], [2, true]);
  assert.equal((await docket(['task', 'answer', ticket.key, '--values', 'steps=few'], settings)).code, 1);
  await run('answer', ticket.key, '--values', 'steps=3,fade=true,name=7');
  const answered = JSON.parse(await run('show', ticket.key, '--json')).task;
  assert.deepEqual(answered.answer.values, { steps: 3, fade: true, name: '7' });

  const again = (await ben.post('/v1/agent-tasks/claim', { workerId: 'lab-1' })).body.data;
  const approval = { kind: 'approval', question: 'Push?', subject: { type: 'branch', text: 'dim-lamp' } };
  await ben.post(`/v1/agent-tasks/${again.id}/ask`, { epoch: again.lease.epoch, ...approval });
  await run('answer', ticket.key, '--reject', '--reason', 'Not yet');
  assert.match(await run('show', ticket.key), /^answer: .*Not yet/m);
  await ben.post('/v1/agent-tasks/claim', { workerId: 'lab-1' });
  await run('stop', ticket.key);
  assert.match(await run('cancel', ticket.key), /^Cancelled/);
  assert.equal(await run('list', '--ticket', ticket.key), 'No tasks.\n');
  assert.match(await run('list', '--ticket', ticket.key, '--state', 'cancelled'), /cancelled/);
  assert.match(await run('retry', ticket.key), /^Queued/);
});

test('evidence is added with files, shows its criterion and exits with an error for a wrong one', async () => {
  const criteria = [{ text: 'The bulb is new' }, { text: 'It shines' }];
  const { key } = (await ada.post('/api/tickets', { title: 'Light', projectId: 'LAMP', criteria })).body.data;
  const report = path.join(newFolder(), 'junit.xml');
  writeFileSync(report, '<testsuite><testcase name="shines"/></testsuite>');
  const add = (...more: string[]) => docket(['evidence', 'add', key, ...more], settings);
  const sent = await add(report, '--criterion', '2', '--commit', '1a2b3c4d');
  assert.equal(sent.code, 0, sent.stderr);
  assert.match(
    sent.stdout,
    /^Added evidence that passes\. 1 passed, 0 failed, 0 skipped\.\n {2}[0-9a-f]{64} {2}junit/,
  );
  const failed = await add('--criterion', '1', '--exit-code', '3', '--summary', 'No bulb');
  assert.match(failed.stdout, /^Added evidence that fails\./);
  const { stdout: shown } = await docket(['ticket', 'show', key], settings);
  assert.match(shown, /^1\. \[failed\] The bulb is new\n2\. \[shown at 1a2b3c4\] It shines$/m);
  for (const [wrong, message] of [
    [['--criterion', '3', '--passed', '--summary', 'x'], /has 2 criteria/],
    [['--passed', '--failed', '--summary', 'x'], /one of --passed and --failed/],
    [['--passed'], /--summary/],
    [[path.join(report, 'gone')], /not a file/],
    [['--summary', 'x'], /Passed is required/],
  ] as const) {
    const { code, stderr } = await add(...wrong);
    assert.notEqual(code, 0);
    assert.match(stderr, message);
  }
});

test('the evidence of a ticket is exported as one page, which is verified without a server', async () => {
  const { key } = (
    await ada.post('/api/tickets', { title: 'Proof', projectId: 'LAMP', criteria: [{ text: 'It shines' }] })
  ).body.data;
  const file = path.join(newFolder(), 'evidence.html');
  const exported = await docket(['export', 'evidence', key, '--output', file], settings);
  assert.equal(exported.code, 0, exported.stderr);
  const again = await docket(['export', 'evidence', key, '--output', file], settings);
  assert.match(again.stderr, /exists already/);
  const verify = (...more: string[]) => docket(['verify', file, ...more], {});
  const { code, stdout } = await verify();
  assert.equal(code, 0, stdout);
  assert.match(
    stdout,
    new RegExp(`^The evidence of ${key} fits: 0 events, 0 of them in 0 seals, and 0 files\\.\n`),
  );
  const { sealPublicKey } = (await world.anonymous.get('/api/instance')).body.data;
  const keyFile = path.join(newFolder(), 'key');
  writeFileSync(keyFile, `${sealPublicKey}\n`);
  for (const right of [sealPublicKey, keyFile]) assert.equal((await verify('--key', right)).code, 0);
  const wrong = await verify('--key', '0'.repeat(32));
  assert.match(wrong.stdout, /^The page of evidence does not fit\. The page is signed with the key/);
  assert.equal(wrong.code, 1);
  assert.match((await verify('--key', 'nonsense')).stderr, /--key must be the id of a key/);
  writeFileSync(file, readFileSync(file, 'utf8').replace('It shines', 'It burns'));
  const changed = await verify('--json');
  assert.equal(changed.code, 1);
  assert.match(JSON.parse(changed.stdout).problem, /differs from its data/);
});

test('a ticket is created from a template by its name', async () => {
  const project = (await ada.post('/api/projects', { name: 'Forms', key: 'FORM' })).body.data;
  const template = { name: 'Bug report', ticket: { type: 'BUG', checklist: ['Reproduce'] } };
  await ada.post(`/api/project/${project.id}/templates`, template);
  const create = ['ticket', 'create', 'Dark', '--project', 'FORM', '--template', 'bug report', '--json'];
  const { ticket } = JSON.parse((await docket(create, settings)).stdout);
  assert.deepEqual([ticket.type, ticket.checklist.total], ['BUG', 1]);
});

test('projects and views are listed, and a view shows its tickets by name', async () => {
  const { stdout } = await docket(['project', 'list'], settings);
  assert.match(stdout, /^LAMP +private +active +Lamps$/m);
  assert.match((await docket(['project', 'show', 'LAMP'], settings)).stdout, /^LAMP {2}Lamps\n/);
  await ada.post('/api/tickets', { title: 'Seen in a view', priority: 'highest' });
  await ada.post('/api/views', { name: 'Hot', query: { priority: 'highest' } });
  assert.match((await docket(['view', 'list'], settings)).stdout, /Hot$/m);
  assert.match((await docket(['view', 'show', 'hot'], settings)).stdout, /Seen in a view/);
});

test('a table fits the terminal, counts wide letters as two columns and escapes control characters', async () => {
  await ada.post('/api/projects', { name: 'Wide', key: 'WIDE' });
  for (const title of [
    '電球が壊れています。すぐに直してください。お願いします。',
    'Bell \u0007 and \u001b[31mred',
    'x'.repeat(200),
  ])
    await ada.post('/api/tickets', { title, projectId: 'WIDE' });
  const { stdout } = await docket(['ticket', 'list', '--project', 'WIDE'], { ...settings, COLUMNS: '60' });
  const lines = stdout.trimEnd().split('\n');
  assert.equal(lines.length, 4);
  for (const line of lines) {
    const wide = line.match(/[\u3040-\u30ff\u4e00-\u9fff\u3000-\u303f]/g)?.length ?? 0;
    assert.ok(line.length + wide <= 60, line);
  }
  assert.ok(!stdout.includes('\u001b') && !stdout.includes('\u0007'));
  assert.match(stdout, /\\u\{7\}/);
  const piped = await docket(['ticket', 'list', '--project', 'WIDE'], settings);
  assert.ok(piped.stdout.includes('x'.repeat(200)));
});

test('with --json an error is JSON on standard error, and the exit code says what kind', async () => {
  const cases: [string[], Record<string, string>, number, string][] = [
    [['ticket', 'show', 'NONE-1'], settings, 4, 'NOT_FOUND'],
    [['ticket', 'show', 'NONE-1'], { ...settings, DOCKET_API_KEY: 'dkt_wrong' }, 77, 'UNAUTHORIZED'],
    [['ticket', 'edit', 'LAMP-1', '--due', 'someday'], settings, 1, 'VALIDATION_ERROR'],
    [['ticket', 'list', '--status', 'lost'], settings, 2, 'usage'],
    [['ticket', 'mine'], { XDG_CONFIG_HOME: config, DOCKET_URL: url }, 2, 'usage'],
  ];
  for (const [args, environment, code, name] of cases) {
    const result = await docket([...args, '--json'], environment);
    assert.equal(result.stdout, '');
    const { error } = JSON.parse(result.stderr);
    assert.deepEqual([result.code, error.code, error.exitCode], [code, name, code], args.join(' '));
  }
});

test('login stores a key readable by its owner alone, sends it to that server only, and logout deletes it', async () => {
  const password = 'correct horse battery';
  const email = 'grace@example.org';
  await world.anonymous.post('/api/auth/sign-up/email', { name: 'Grace', email, password });
  await login.run({ url, email, 'with-key': false }, contextWith(`${password}\n`));
  assert.equal(statSync(credentials).mode & 0o777, 0o600);
  assert.ok(!readFileSync(credentials, 'utf8').includes(password));
  const signedIn = { XDG_CONFIG_HOME: config };
  assert.equal((await docket(['project', 'list'], signedIn)).code, 0);
  const elsewhere = await docket(['project', 'list'], { ...signedIn, DOCKET_URL: 'http://127.0.0.1:9' });
  assert.match(elsewhere.stderr, /no key is stored for http:\/\/127\.0\.0\.1:9/);

  const stored = JSON.parse(readFileSync(credentials, 'utf8')).servers[url].apiKey;
  chmodSync(credentials, 0o644);
  assert.match((await docket(['project', 'list'], signedIn)).stderr, /chmod 600/);
  chmodSync(credentials, 0o600);
  const { json } = await logout.run({ url: undefined }, contextWith(''));
  assert.deepEqual(json, { url, keyDeleted: true });
  const deleted = await docket(['project', 'list'], { ...signedIn, DOCKET_URL: url, DOCKET_API_KEY: stored });
  assert.equal(deleted.code, 77);
});

test('login asks for the second factor at a terminal, and says what to do without one', async () => {
  const person = await world.person('Totp');
  const { secret } = (await person.post('/api/user/second-factor/totp', { password: worldPassword })).body
    .data;
  const code = () => computeTotp(decodeBase32(secret), Math.floor(world.clock.now() / 30_000));
  await person.post('/api/user/second-factor/totp/confirm', { code: code() });
  world.clock.advance(30_000);
  const options = { url, email: person.email, 'with-key': false };
  await assert.rejects(login.run(options, contextWith(`${worldPassword}\n`)), /use --with-key/);
  const { prompt, ...context } = contextWith(worldPassword);
  const terminal = { ...prompt, isInteractive: true, ask: async () => code() };
  const { json } = await login.run(options, { ...context, prompt: terminal });
  assert.equal((json as { email: string }).email, person.email);
  assert.deepEqual((await logout.run({ url }, contextWith(''))).json, { url, keyDeleted: true });
});

test('login takes an API key, and refuses one that the server does not know', async () => {
  const withKey = { url, email: undefined, 'with-key': true };
  const { json } = await login.run(withKey, contextWith(`${settings.DOCKET_API_KEY}\n`));
  assert.equal((json as { email: string }).email, ada.email);
  await logout.run({ url }, contextWith(''));
  await assert.rejects(login.run(withKey, contextWith('dkt_wrong\n')), { status: 401 });
  assert.ok(existsSync(credentials));
  await assert.rejects(login.run({ ...withKey, url: undefined }, contextWith('')), /--url is missing/);
});

test('the bash completion offers commands, options and values', async () => {
  const { stdout: script } = await docket(['completion', 'bash'], settings);
  const complete = (...words: string[]) =>
    execFileSync(
      'bash',
      [
        '-c',
        `${script}\nCOMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _docket; echo "\${COMPREPLY[@]}"`,
        'bash',
        ...words,
      ],
      {
        encoding: 'utf8',
      },
    ).trim();
  assert.match(complete('docket', 'ti'), /^ticket$/);
  assert.equal(complete('docket', 'ticket', 'c'), 'create comment close');
  assert.match(complete('docket', 'ticket', 'list', '--st'), /^--status$/);
  assert.equal(complete('docket', 'ticket', 'list', '--status', 'in_'), 'in_progress in_review');
  assert.match((await docket(['completion', 'fish'], settings)).stdout, /-l status -x -a 'backlog todo/);
  assert.match((await docket(['completion', 'zsh'], settings)).stdout, /bashcompinit/);
});

test('a list is filtered by names and e-mail addresses, and an unknown name is not found, with the nearest one', async () => {
  const bob = await world.person('Bob');
  await ada.post('/api/project/LAMP/members', { userId: bob.id, role: 'member' });
  await ada.post('/api/projects', { name: 'Quiet', key: 'QUIET' });
  await ada.post('/api/labels', { name: 'Urgent' });
  const ticket = { title: 'Bulb', projectId: 'LAMP', assigneeId: bob.email, labelIds: ['Urgent'] };
  assert.equal((await ada.post('/api/tickets', ticket)).status, 201);
  const list = (...filters: string[]) => docket(['ticket', 'list', '--json', ...filters], settings);
  for (const filters of [
    ['--assignee', bob.email],
    ['--assignee', 'bob', '--label', 'urgent'],
    ['--assignee', bob.id, '--project', 'Lamps'],
    ['--assignee', `none,${bob.email.toUpperCase()}`, '--label', 'Urgent', '--project', 'LAMP,QUIET'],
  ]) {
    const { code, stdout, stderr } = await list(...filters);
    assert.equal(code, 0, stderr);
    assert.deepEqual(
      JSON.parse(stdout).tickets.map(({ title }: { title: string }) => title),
      ['Bulb'],
      filters.join(' '),
    );
  }
  const carol = await world.person('Carol');
  await carol.post('/api/projects', { name: 'Hidden', key: 'HIDE' });
  const unknown = [
    ['--project', 'LAMB', 'There is no project LAMB, or you may not see it. The nearest name is LAMP.'],
    ['--project', 'HIDE', 'There is no project HIDE, or you may not see it. The nearest name is '],
    ['--label', 'urgnt', 'There is no label urgnt, or you may not see it. The nearest name is Urgent.'],
    ['--assignee', 'bbo', 'There is no person bbo, or you may not see it. The nearest name is Bob.'],
    ['--assignee', 'nobody@example.org', 'There is no person nobody@example.org, or you may not see it.'],
  ] as const;
  for (const [option, value, sentence] of unknown) {
    const { code, stdout, stderr } = await list(option, value);
    assert.deepEqual([code, stdout], [4, ''], stderr);
    const { error } = JSON.parse(stderr);
    assert.equal(error.code, 'NOT_FOUND');
    assert.ok(error.message.startsWith(sentence), error.message);
  }
});
