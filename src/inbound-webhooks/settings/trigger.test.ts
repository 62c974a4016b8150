import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findTrigger, matchesPattern, renderTemplate, type Trigger } from './trigger.ts';

test('a star in a trigger pattern matches any characters, case-insensitively', () => {
  const table: [pattern: string, name: string, fits: boolean][] = [
    ['deploy', 'deploy', true],
    ['deploy', 'deployed', false],
    ['Deploy', 'dEPLOY', true],
    ['*', '', true],
    ['*', 'anything.at all', true],
    ['deploy.*', 'deploy.', true],
    ['deploy.*', 'deploy.failed.twice', true],
    ['deploy.*', 'deploy', false],
    ['*.failed', 'deploy.failed', true],
    ['*.failed', 'deploy.failed.twice', false],
    ['a*b*c', 'abc', true],
    ['a*b*c', 'axxbyyc', true],
    ['a*b*c', 'acb', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*a*a*', 'a', false],
    ['a.b', 'axb', false],
    ['(', '(', true],
  ];
  for (const [pattern, name, fits] of table)
    assert.equal(matchesPattern(pattern, name), fits, `${pattern} ${name}`);
  assert.equal(matchesPattern('*a'.repeat(100), 'a'.repeat(199).concat('b')), false);
});

test('the first matching trigger applies', () => {
  const trigger = (event: string, kind: string): Trigger => ({
    event,
    kind,
    ignores: false,
    instructions: null,
    priority: null,
  });
  const triggers = [trigger('deploy.failed', 'repair'), trigger('deploy.*', 'check'), trigger('*', 'rest')];
  assert.deepEqual(
    ['deploy.failed', 'deploy.done', 'other'].map((event) => findTrigger(triggers, event)?.kind),
    ['repair', 'check', 'rest'],
  );
  assert.equal(findTrigger(triggers.slice(0, 1), 'other'), undefined);
});

test('inserted values are not executed, not rendered again, and come only from the event', () => {
  const data = {
    service: 'api',
    count: 3,
    isLate: true,
    none: null,
    list: ['first', { name: 'second' }],
    trap: '{{data.service}} <script>',
    'with-dash': 'dash',
  };
  const table: [template: string, text: string][] = [
    ['Look at {{data.service}}, {{ data.count }} times', 'Look at api, 3 times'],
    ['{{data.isLate}} {{data.none}}{{data.missing.deeply}}{{nothing}}', 'true '],
    ['{{data.list.0}} {{data.list.1.name}} {{data.list}}', 'first second ["first",{"name":"second"}]'],
    ['{{data.trap}}', '{{data.service}} <script>'],
    ['{{data.with-dash}} {{event}}', 'dash deploy'],
    ['{{data.constructor}}{{data.__proto__.toString}}{{data.list.length}}{{data.count}}', '23'],
    ['{{data.constructor.constructor("return 1")()}}', '{{data.constructor.constructor("return 1")()}}'],
    ['{{{data.service}}} {{}} {{ }} {{data.}}', '{api} {{}} {{ }} {{data.}}'],
    ['$& $1 {{data.service}}', '$& $1 api'],
  ];
  for (const [template, text] of table)
    assert.equal(renderTemplate(template, { event: 'deploy', data }), text, template);
});

test('long template values and long rendered texts are truncated', () => {
  const text = renderTemplate('{{data.long}}', { data: { long: 'x'.repeat(1_000_000) } });
  assert.equal(text.length, 2_001);
  assert.equal(
    renderTemplate('{{data.long}}'.repeat(1_000), { data: { long: 'x'.repeat(5_000) } }).length,
    50_000,
  );
});
