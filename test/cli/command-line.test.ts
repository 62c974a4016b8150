import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { exitCodes } from '../../src/cli/exit-codes.ts';
import { commandHelp } from '../../src/cli/help.ts';
import { docket, docketAsProgram, newFolder } from './docket.ts';

const nowhere = { DATA_DIR: '/nonexistent' };

test('docket --help lists every command and every exit code on standard output', async () => {
  const { code, stdout, stderr } = await docketAsProgram(['--help'], nowhere);
  assert.equal(code, 0);
  assert.equal(stderr, '');
  for (const name of Object.keys(commands)) assert.match(stdout, new RegExp(`^  ${name} `, 'm'));
  for (const [number] of Object.values(exitCodes)) assert.match(stdout, new RegExp(`^  ${number} `, 'm'));
});

test('the help of every command shows its usage, each option and an example', async () => {
  for (const [name, { load, summary }] of Object.entries(commands)) {
    const command = await load();
    const help = commandHelp(name, command, summary);
    assert.match(help, new RegExp(`^Usage: docket ${name} `, 'm'));
    assert.match(help, /^Examples?\n {2}\S/m);
    for (const option of [...Object.keys(command.options), 'json', 'help']) {
      assert.match(help, new RegExp(`^  --${option} .*[.)]$`, 'm'), `${name} --${option}`);
    }
  }
});

test('a value may begin with a dash, and an option without its value is named', async () => {
  const key = `-${'k'.repeat(42)}`;
  assert.match((await docket(['verify', 'none.html', '--key', key], nowhere)).stderr, /none\.html/);
  const { code, stderr } = await docket(['verify', 'none.html', '--key', '--json'], nowhere);
  assert.equal(code, 2);
  assert.match(stderr, /'--key' argument is ambiguous/);
});

test('a refusal ends with one full stop', async () => {
  const file = path.join(newFolder(), 'notes.txt');
  writeFileSync(file, 'not an archive');
  const { code, stderr } = await docket(['verify', file], nowhere);
  assert.equal(code, 1);
  assert.equal(stderr, 'docket: notes.txt cannot be verified: it is cut off.\n');
});

test('the help of a command needs no database', async () => {
  const { code, stdout } = await docket(['user', 'create', '--help'], nowhere);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: docket user create --name NAME --email EMAIL \[--password PASSWORD\]/m);
});

test('the help of a command group lists its commands', async () => {
  const { code, stdout } = await docket(['user', '--help'], nowhere);
  assert.equal(code, 0);
  assert.match(stdout, /user create/);
  assert.doesNotMatch(stdout, /key create/);
});

const misuses: [string[], RegExp][] = [
  [['frobnicate'], /Unknown command "frobnicate".*user create/],
  [['constructor'], /Unknown command "constructor"/],
  [['user'], /Unknown command "user". Commands: user create/],
  [['user', 'frobnicate'], /Unknown command "user frobnicate"/],
  [['user', 'list', '--frobnicate'], /Unknown option '--frobnicate'/],
  [['user', 'list', 'ada'], /"ada" is an unexpected argument/],
  [['user', 'create', '--name', 'Ada'], /--email is missing/],
  [['user', 'set-role'], /EMAIL is missing/],
  [['user', 'set-role', 'ada@example.org', 'KING'], /ROLE is "KING", but must be one of ADMIN, USER, VIEWER/],
  [['seed', '--tickets', 'many'], /--tickets is "many", but must be a whole number/],
  [['--frobnicate'], /Unknown option '--frobnicate'/],
];

test('wrong usage exits with 2, explains itself on standard error and prints nothing on standard output', async () => {
  for (const [index, [args, says]] of misuses.entries()) {
    const { code, stdout, stderr } = await (index === 0 ? docketAsProgram : docket)(args, nowhere);
    assert.equal(code, 2, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, says);
    assert.match(stderr, /\nSee: docket .*--help\n$/);
  }
});

test('an invalid environment variable exits with 78 and is named', async () => {
  const { code, stdout, stderr } = await docketAsProgram(['user', 'list'], {
    PORT: 'frobnicate',
    LOG_LEVEL: 'loud',
  });
  assert.equal(code, 78);
  assert.equal(stdout, '');
  assert.match(stderr, /PORT is "frobnicate", but must be a whole number from 0 to 65535\./);
  assert.match(stderr, /LOG_LEVEL is "loud"/);
});

test('a closed standard output (EPIPE) is not a failure', async () => {
  const { spawnSync } = await import('node:child_process');
  const launcher = new URL('../../bin/docket.js', import.meta.url).pathname;
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', `("$0" "$1" user list --json; echo "code $?" >&2) | true`, process.execPath, launcher],
    { env: { PATH: process.env.PATH, DATA_DIR: newFolder() }, encoding: 'utf8' },
  );
  assert.equal(stdout, '');
  assert.equal(stderr, 'code 0\n');
});
