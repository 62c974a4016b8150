import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '../../test/support/processor-time.ts';
import { FilePredictor, type PastChange } from './index.ts';
import { findFileNames, findWords } from './words.ts';

const change = (text: string, ...paths: string[]): PastChange => ({
  text,
  files: paths.map((path) => ({ path })),
});

function learned(...changes: PastChange[]): FilePredictor {
  const predictor = new FilePredictor();
  for (const one of changes) predictor.add(one);
  return predictor;
}

const past = [
  change('Refuse expired session cookies', 'src/auth/session.ts', 'src/auth/session.test.ts'),
  change('Draw the burndown chart with dark colours', 'web/charts/burndown.ts', 'web/charts/colours.css'),
  change('Session cookie survives a restart', 'src/auth/session.ts', 'src/auth/session-store.ts'),
  change('Import labels from CSV tables', 'src/imports/labels.ts'),
];

const paths = (predictor: FilePredictor, text: string, max = 10) =>
  predictor.predict(text, max).map(({ path }) => path);

test('files of past changes with the same words come first', () => {
  const predicted = paths(learned(...past), 'The session cookies of guests expire too early');
  assert.equal(predicted[0], 'src/auth/session.ts');
  assert.ok(!predicted.includes('src/imports/labels.ts'));
});

test('a file name in the text is predicted without any similar change', () => {
  const predictor = learned(...past);
  assert.equal(paths(predictor, 'Tidy colours.css, please')[0], 'web/charts/colours.css');
  assert.equal(paths(predictor, 'wrong result in imports/labels.ts line 3')[0], 'src/imports/labels.ts');
});

test('files that changed together with the predicted ones follow them', () => {
  const predictor = learned(
    ...past,
    change('one', 'src/imports/labels.ts', 'docs/import.md'),
    change('two', 'src/imports/labels.ts', 'docs/import.md'),
    change('three', 'src/imports/labels.ts', 'docs/import.md'),
  );
  assert.deepEqual(paths(predictor, 'Labels vanish', 2), ['src/imports/labels.ts', 'docs/import.md']);
});

test('removed files are never predicted', () => {
  const predictor = learned(...past, {
    text: 'Drop it',
    files: [{ path: 'src/auth/session.ts', isRemoved: true }],
  });
  assert.ok(!paths(predictor, 'session cookies in session.ts').includes('src/auth/session.ts'));
});

test('a change of very many files teaches nothing about its words', () => {
  const everything = Array.from({ length: 31 }, (_, index) => `src/part${index}/code.ts`);
  const predictor = learned(...past, change('Zebra licence header', ...everything));
  assert.deepEqual(paths(predictor, 'zebra'), []);
});

test('changes beyond the limit are forgotten', () => {
  const predictor = new FilePredictor({ changesMax: 4 });
  predictor.add(change('Zebra crossing', 'src/first.ts'));
  for (let index = 0; index < 5; index++) predictor.add(change(`other ${index}`, `src/other-${index}.ts`));
  assert.deepEqual(paths(predictor, 'zebra crossing'), []);
  assert.equal(paths(predictor, 'src/other-4.ts')[0], 'src/other-4.ts');
});

test('shares lie between 0 and 1, fall, and are the same for the same past', () => {
  const text = 'session cookie in session.ts and session-store.ts';
  const predicted = learned(...past).predict(text, 10);
  assert.ok(predicted.length > 1);
  for (const [index, { share }] of predicted.entries()) {
    assert.ok(share > 0 && share <= 1, String(share));
    assert.ok(share <= (predicted[index - 1]?.share ?? 1));
  }
  assert.deepEqual(learned(...past).predict(text, 10), predicted);
});

test('a text without known words predicts nothing', () => {
  assert.deepEqual(learned(...past).predict('', 10), []);
  assert.deepEqual(learned(...past).predict('这是 ??? 0 1 2', 10), []);
  assert.deepEqual(new FilePredictor().predict('session', 10), []);
});

test('names in code are split into their words', () => {
  assert.deepEqual(findWords('parseURLPath of trust_proxy'), [
    'parse',
    'url',
    'path',
    'parseurlpath',
    'trust',
    'proxy',
    'trustproxy',
  ]);
  assert.deepEqual(findFileNames('in ./lib/router.js, e.g. 3.14 and https'), ['lib/router.js', 'e.g']);
});

test('hostile texts and paths cost bounded processor time', async () => {
  const predictor = new FilePredictor();
  const long = 'aA'.repeat(100_000);
  const texts = [long, 'a.'.repeat(50_000), 'a/'.repeat(50_000), 'common words everywhere '.repeat(5_000)];
  const milliseconds = await threadMs(() => {
    predictor.add(change(long, `${'a/'.repeat(20_000)}b.c`, '.'.repeat(50_000)));
    for (let index = 0; index < 6_000; index++)
      predictor.add(change(`common words everywhere ${index}`, `src/common/${index % 50}.ts`));
    for (const text of texts) assert.ok(predictor.predict(text, 20).length <= 20);
  });
  assert.ok(milliseconds < 5_000, `${milliseconds} ms`);
});
