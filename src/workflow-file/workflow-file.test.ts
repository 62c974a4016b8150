import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '../../test/support/processor-time.ts';
import { parseWorkflow, parseWorkflowFile, renderTemplate, type TemplateFields } from './index.ts';

const good = `---
start:
  - todo
  - status: in_review
    labels: [agent, "needs: review"]
    agent: Reviewer
concurrency:
  todo: 2
hooks:
  after_create: npm ci
  before_run: |
    git fetch
    npm run build
  timeout: 60
checks:
  - npm test
  - name: lint
    run: npm run lint
paths:
  - src/**
  - docs/*.md
budget: { amount: 5000, currency: EUR }
---
Work on {{ ticket.key }}.
`;

test('a file is read with every key, and absent keys have defaults', () => {
  assert.deepEqual(parseWorkflow(good), {
    problems: [],
    policy: {
      start: [
        { status: 'todo', labels: [], agent: null },
        { status: 'in_review', labels: ['agent', 'needs: review'], agent: 'Reviewer' },
      ],
      concurrency: { todo: 2 },
      hooks: {
        afterCreate: 'npm ci',
        beforeRun: 'git fetch\nnpm run build',
        afterRun: null,
        beforeRemove: null,
        timeoutSeconds: 60,
      },
      checks: [
        { name: 'npm test', run: 'npm test' },
        { name: 'lint', run: 'npm run lint' },
      ],
      paths: ['src/**', 'docs/*.md'],
      budget: { amount: 5000, currency: 'EUR', period: 'month' },
      template: 'Work on {{ ticket.key }}.',
    },
  });
  assert.deepEqual(parseWorkflow(good.replaceAll('\n', '\r\n')), parseWorkflow(good));
  assert.deepEqual(parseWorkflow(`\ufeff${good}`), parseWorkflow(good));
  for (const empty of ['', '---\n---\n', '---\n# only a comment\n---'])
    assert.deepEqual(parseWorkflow(empty).policy, {
      start: [],
      concurrency: {},
      hooks: { afterCreate: null, beforeRun: null, afterRun: null, beforeRemove: null, timeoutSeconds: 600 },
      checks: [],
      paths: null,
      budget: null,
      template: '',
    });
  assert.equal(parseWorkflow('# Fix it\n---\nand go').policy?.template, '# Fix it\n---\nand go');
});

const front = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n`;

/** What is wrong → where it is, what it is called, what to write instead. */
const wrong: [text: string, line: number, column: number, message: RegExp, instead: RegExp][] = [
  [front('start: []', 'hoks: {}'), 3, 1, /no key "hoks"/, /^hooks$/],
  [front('hooks:', '  after_creat: x'), 3, 3, /no key "after_creat"/, /^after_create$/],
  [front('nothing: 1'), 2, 1, /no key "nothing"/, /start, concurrency, hooks/],
  [front('start:', '  - status: in_progres'), 3, 13, /cannot be "in_progres"/, /^in_progress$/],
  [front('start:', '  - labels: [a]'), 3, 5, /no status/, /status: todo/],
  [front('start: todo'), 2, 8, /must be a list/, /-/],
  [front('concurrency:', '  todo: many'), 3, 9, /whole number/, /from 1 to/],
  [front('concurrency:', '  todo: 0'), 3, 9, /whole number/, /from 1 to/],
  [front('concurrency: 3'), 2, 14, /keys with values/, /todo/],
  [front('hooks:', '  before_run: 5'), 3, 15, /must be text/, /"5"/],
  [front('hooks:', '\tbefore_run: x'), 3, 1, /tab/, /spaces/],
  [front('paths: []'), 2, 1, /no file/, /src/],
  [front('paths:', '  - src/**', '  - ../secret'), 4, 5, /relative/, /without/],
  [front('paths:', '  - /etc/passwd'), 3, 5, /relative/, /without/],
  [front('budget: 50'), 2, 1, /amount and a currency/, /5000/],
  [front('budget:', '  amount: 12.5', '  currency: EUR'), 3, 11, /whole number/, /number/],
  [front('budget:', '  amount: 1', '  currency: EUX'), 4, 3, /ISO 4217/, /EUR/],
  [front('start: []', 'start: []'), 3, 1, /twice/, /one of them/],
  [front('checks: &a [x]', 'paths: *a'), 2, 12, /aliases/, /itself/],
  [front('checks:', '  - !!js/function x'), 3, 19, /[Tt]ag/, /./],
  [front('- todo'), 2, 1, /not a list of keys/, /start/],
  [front('hooks: {before_run: "x'), 3, 1, /./, /YAML/],
  ['---\nstart: []\n', 1, 1, /never closed/, /---/],
  ['Fix {{ ticket.titel }}', 1, 5, /no field "ticket.titel"/, /^ticket.title$/],
  [`${front('start: []')}\nFix\n  {{ nothing }}`, 6, 3, /no field "nothing"/, /ticket.key/],
  ['a\n{{ ticket.key', 2, 1, /never closed/, /\}\}/],
  ['{% if ticket.key %}x', 1, 1, /never closed/, /endif/],
  ['x {% endif %}', 1, 3, /belongs to/, /if/],
  ['{% for a in ticket.labels %}', 1, 1, /no loops/, /ticket.labels/],
  ['{% include "x" %}', 1, 1, /no statement "include"/, /if/],
  ['{{ constructor }}', 1, 1, /no field/, /ticket/],
  ['{{ ticket.key | upcase }}', 1, 1, /no field/, /ticket/],
  ['{% raw %}x', 1, 1, /never closed/, /endraw/],
  ['a\nb\0', 2, 1, /control character/, /text/],
];

test('each problem names its line, what is wrong and what to write instead', () => {
  for (const [text, line, column, message, instead] of wrong) {
    const { policy, problems } = parseWorkflow(text);
    assert.equal(policy, null, text);
    const [first] = problems;
    assert.deepEqual([first?.line, first?.column], [line, column], `${text}\n${JSON.stringify(problems)}`);
    assert.match(first?.message ?? '', message, text);
    assert.match(first?.instead ?? '', instead, text);
  }
});

test('hostile files are refused within bounds of time and of problems', async () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x]',
    ...'bcdefghi'.split('').map((key, i) => {
      const before = 'abcdefgh'[i];
      return `${key}: &${key} [*${before},*${before},*${before},*${before},*${before}]`;
    }),
  ];
  const hostile = [
    front(...bomb),
    front(`paths: ${'['.repeat(16_000)}`),
    front(`paths: ${'{a: '.repeat(4_000)}`),
    front(`paths:\n${'- '.repeat(8_000)}x`),
    front(...Array.from({ length: 170 }, (_, depth) => `${' '.repeat(depth)}a:`)),
    front(...Array.from({ length: 2_000 }, (_, i) => `key${i}: 1`)),
    front(...Array.from({ length: 2_000 }, () => 'start: 1')),
    front(`? ${'? '.repeat(7_000)}`),
    front(`start: "${'\\x41'.repeat(4_000)}`),
    front(`start: ${'!!a '.repeat(4_000)}`),
    `${'{{ a }}'.repeat(9_000)}`,
    `${'{%'.repeat(30_000)}`,
    `${'{{'.repeat(30_000)}`,
    `${'{% if ticket.key %}'.repeat(3_000)}`,
    `${'{% raw %}'.repeat(7_000)}`,
    'x'.repeat(70_000),
    `---\n${'x'.repeat(60_000)}`,
  ];
  const ms = await threadMs(() => {
    for (const text of hostile) {
      const { policy, problems } = parseWorkflow(text);
      assert.equal(policy, null, text.slice(0, 60));
      assert.ok(problems.length >= 1 && problems.length <= 50, `${problems.length}: ${text.slice(0, 60)}`);
      assert.ok(JSON.stringify(problems).length < 30_000, text.slice(0, 60));
    }
  });
  assert.ok(ms < 5_000, `${ms} ms`);
  assert.match(parseWorkflowFile(Buffer.from([0x66, 0xff])).problems[0]?.message ?? '', /UTF-8/);
  assert.match(parseWorkflowFile(Buffer.alloc(900_000, 'é')).problems[0]?.message ?? '', /characters|UTF-8/);
});

test('a template renders fields and conditions, and the text of others as data', () => {
  const fields: TemplateFields = {
    'ticket.key': 'HAR-7',
    'ticket.title': 'Ignore `this`\nand {{ task.id }}',
    'ticket.description': 'One\r# Two\u2028{% if task.id %}',
    'task.instructions': 'Fix it.\nSoon.',
  };
  const template = [
    '# {{ ticket.key }}: {{ ticket.title }}',
    '{{ticket.description}}',
    '{% if task.branch %}Go on in {{ task.branch }}.{% else %}Start anew.{% endif %}',
    '{{ task.instructions }}',
    '{% raw %}{{ not.a.field }}{% endraw %}',
    '{% if ticket.labels %}{{ ticket.labels }}{% endif %}',
  ].join('\n');
  assert.equal(
    renderTemplate(template, fields),
    [
      "# HAR-7: `Ignore 'this' and {{ task.id }}`",
      '> One\n> # Two\n> {% if task.id %}',
      'Start anew.',
      'Fix it.\nSoon.',
      '{{ not.a.field }}',
    ].join('\n'),
  );
});
