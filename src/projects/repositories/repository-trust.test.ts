import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  codeHostName,
  findTrust,
  type LinkState,
  matchesPattern,
  type RepositoryTrust,
} from './repository-trust.ts';

const closed: RepositoryTrust = {
  isOpen: false,
  allowed: ['corp/*', 'git.corp.example/team/**'],
  hostNames: { github: 'github.com', gitlab: 'git.corp.example' },
};
const trust = (name: string, state: LinkState, kind?: string, settings = closed) =>
  findTrust(settings, { name, state }, kind);

test('a link is trusted when it is approved, on the allow list, or the instance is open, and never when it is refused', () => {
  assert.equal(trust('mallory/tool', 'waiting'), undefined);
  assert.equal(trust('mallory/tool', 'approved'), 'approved');
  assert.equal(trust('mallory/tool', 'waiting', 'github', { ...closed, isOpen: true }), 'open');
  assert.equal(trust('corp/site', 'waiting', 'github'), 'allowed');
  for (const settings of [closed, { ...closed, isOpen: true }])
    assert.equal(trust('corp/site', 'refused', 'github', settings), undefined);
});

test('a pattern with a host allows the repository on that host alone', () => {
  assert.equal(trust('team/a/b', 'waiting', 'gitlab'), 'allowed');
  assert.equal(trust('team/a/b', 'waiting', 'github'), undefined);
  assert.equal(trust('team/a/b', 'waiting'), 'allowed');
  assert.equal(trust('team/a/b', 'waiting', undefined, { ...closed, hostNames: {} }), undefined);
});

test('a pattern matches whole segments, ignores case and does not reach other owners', () => {
  const table: [pattern: string, name: string, isMatch: boolean][] = [
    ['corp/*', 'Corp/Site', true],
    ['corp/*', 'corp/group/site', false],
    ['corp/**', 'corp/group/site', true],
    ['corp/**', 'corp', false],
    ['corp/*', 'corp-evil/site', false],
    ['corp/*', 'evil/corp/site', false],
    ['corp/docs-*', 'corp/docs-api', true],
    ['corp/docs-*', 'corp/docs', false],
    ['corp/*-*-api', 'corp/a-b-api', true],
    ['corp/*-*-api', 'corp/a-api', false],
    ['corp/a*a', 'corp/a', false],
    ['corp/site', 'corp/site.git', false],
    ['*/*', 'any/thing', true],
    ['**', 'any/thing', true],
  ];
  for (const [pattern, name, isMatch] of table)
    assert.equal(matchesPattern(pattern, name, 'github.com'), isMatch, `${pattern} and ${name}`);
});

test('the name of a host is that of its web pages', () => {
  assert.equal(codeHostName('https://api.github.com'), 'github.com');
  assert.equal(codeHostName('https://git.example.org/api/v3'), 'git.example.org');
  assert.equal(codeHostName('http://127.0.0.1:3000/api/v1'), '127.0.0.1:3000');
});
