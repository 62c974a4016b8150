import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '../../../test/support/processor-time.ts';
import { JunitReader } from './junit.ts';
import { isTap, TapReader } from './tap.ts';
import { fitsPattern, TestTally, UnreadableReport } from './test-tally.ts';

function read(Reader: typeof JunitReader | typeof TapReader, text: string, names: string | null, step = 7) {
  const tally = new TestTally(names);
  const reader = new Reader(tally);
  for (let at = 0; at < text.length; at += step) reader.write(text.slice(at, at + step));
  reader.end();
  return tally;
}
const readJunit = (text: string, names: string | null = null, step?: number) =>
  read(JunitReader, text, names, step);
const readTap = (text: string, names: string | null = null) => read(TapReader, text, names);

const junit = `<?xml version="1.0"?>
<!-- <testcase name="a comment"/> -->
<testsuites>
  <testsuite name="rates">
    <testcase name="reads &lt;today&gt; &#x1F98A;" classname="rates"/>
    <testcase name="reads &quot;yesterday&quot;" classname="rates"><failure message="a > b">x</failure></testcase>
    <testcase name="later" classname="rates"><skipped/></testcase>
    <testcase name="prints" classname="out"><system-out><![CDATA[</testcase><failure/> ]]]]></system-out></testcase>
  </testsuite>
  <testsuite name="set-up"><error message="no database"/></testsuite>
</testsuites>`;

test('a JUnit report gives the same counts in pieces of any length', () => {
  for (const step of [1, 2, 3, 11, 10_000]) {
    const { counts, hasPassed } = readJunit(junit, null, step);
    assert.deepEqual(counts, { passed: 2, failed: 2, skipped: 1, failing: ['reads "yesterday"', 'set-up'] });
    assert.equal(hasPassed, false);
  }
});

test('of a criterion that names tests, these alone decide, and one that did not run shows nothing', () => {
  assert.equal(readJunit(junit, 'reads <today>*').hasPassed, true);
  assert.equal(readJunit(junit, 'rates reads*').hasPassed, false);
  assert.equal(readJunit(junit, 'later').hasPassed, false);
  assert.equal(readJunit(junit, 'prints, nothing').hasPassed, true);
  assert.equal(readJunit('<testsuite/>').hasPassed, false);
});

test('a JUnit bomb is refused, and takes no longer than its bytes', async () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite name="&b;"/>';
  const bombs: [string, RegExp][] = [
    [entities, /document type/],
    ['<testsuite>'.repeat(101), /100 levels/],
    [`<testsuite name="${'x'.repeat(300_000)}`, /too long/],
    [`<testsuite>${'<testcase/>'.repeat(100_001)}</testsuite>`, /100000 tests/],
    ['<testsuite><testcase></testsuite>', /well-formed/],
    ['<testsuite><testcase name="a"/>', /too early/],
    ['<coverage/>', /not a JUnit report/],
    ['<testsuite/><testsuite/>', /well-formed/],
    ['<testsuite><!-- ', /too early/],
    ['<testsuite><testcase name=a></testsuite>', /well-formed/],
  ];
  for (const [bomb, reason] of bombs)
    assert.throws(
      () => readJunit(bomb, null, 65_536),
      (error) => error instanceof UnreadableReport && reason.test(error.message),
      bomb.slice(0, 40),
    );
  const attributes = `<testsuite>${`<testcase ${'a'.repeat(200_000)}="x" name="n"/>`.repeat(20)}</testsuite>`;
  const ms = await threadMs(async () => void readJunit(attributes, null, 65_536));
  assert.ok(ms < 5_000, `${ms} ms`);
});

test('an entity that XML does not define stays as it is', () => {
  const { counts } = readJunit(
    '<testsuite><testcase name="&nbsp;&#0;&#x110000;"><error/></testcase></testsuite>',
  );
  assert.deepEqual(counts.failing, ['&nbsp;&#0;&#x110000;']);
});

test('a TAP report counts its tests, directives and what the plan misses', () => {
  const report = `TAP version 14
1..6
ok 1 - reads the rate
not ok 2 - writes the rate
  ---
  message: not ok 9
  ...
    ok 1 - of a subtest
ok 3 - later # SKIP no network
not ok 4 # TODO not yet
ok 5 uses # in its name
`;
  const { counts, hasPassed } = readTap(report);
  assert.deepEqual(counts, {
    passed: 2,
    failed: 2,
    skipped: 2,
    failing: ['writes the rate', '1 tests of the plan did not run'],
  });
  assert.equal(hasPassed, false);
  assert.equal(readTap(report, 'reads the *').hasPassed, true);
  assert.equal(readTap('ok 1\nBail out! No disk\n').hasPassed, false);
  assert.throws(() => readTap(`ok ${' '.repeat(70_000)}\u2028`), UnreadableReport);
  assert.deepEqual(['ok 1', '1..3', 'TAP version 13', 'okay', 'diff'].map(isTap), [
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('a pattern of stars fits in the time of a search', async () => {
  assert.ok(fitsPattern('a*b*c', 'a-b-c') && fitsPattern('*', '') && fitsPattern('a', 'a'));
  assert.ok(!fitsPattern('a*b', 'ab-') && !fitsPattern('ab*ba', 'aba') && !fitsPattern('A', 'a'));
  const ms = await threadMs(async () => {
    for (let n = 0; n < 1_000; n++) fitsPattern(`${'*a'.repeat(249)}*b`, 'a'.repeat(1_000));
  });
  assert.ok(ms < 2_000, `${ms} ms`);
});
