import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { suggestName } from '../../platform/suggest-name.ts';
import { parseFilterDate } from './filter-dates.ts';
import { FilterProblem } from './filter-problem.ts';
import { type FilterNode, filterLimits, parseFilter } from './filter-syntax.ts';
import { filterCharactersMax, quoteValue, tokenize } from './filter-tokens.ts';

/** The tree with parentheses around every operation. */
function show(node: FilterNode): string {
  if (node.kind === 'not') return `not(${show(node.part)})`;
  if (node.kind !== 'condition') return `(${node.parts.map(show).join(` ${node.kind} `)})`;
  const { field, comparison } = node;
  if (!comparison) return field.text;
  return `${field.text} ${comparison.operator} ${comparison.values.map(({ text }) => text).join('|')}`;
}

const problemOf = (text: string) => {
  try {
    parseFilter(text);
  } catch (error) {
    assert.ok(error instanceof FilterProblem, String(error));
    return error.located;
  }
  return undefined;
};

test('or binds weaker than and, and and weaker than not', () => {
  const cases = {
    'a = 1 or b = 2 and c = 3': '(a = 1 or (b = 2 and c = 3))',
    'NOT a = 1 And b = 2': '(not(a = 1) and b = 2)',
    '(a = 1 or b = 2) and c = 3': '((a = 1 or b = 2) and c = 3)',
    'not (a = 1 or ready)': 'not((a = 1 or ready))',
    'a not in (x, "y, z", \'(\') and due < end of month': '(a not in x|y, z|( and due < end of month)',
    'text ~ "say \\"hi\\""': 'text ~ say "hi"',
    'a!=b': 'a != b',
    'a = "end" and b !~ x': '(a = end and b !~ x)',
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(show(parseFilter(text)), expected);
});

test('a problem names its column and what was expected', () => {
  const cases = {
    '': 'Column 1: Expected a field, not, or an opening parenthesis, but the filter ends here.',
    'a = ': 'Column 5: Expected a value, but the filter ends here.',
    'a = 1 b = 2': 'Column 7: Expected and, or, or the end of the filter, but found “b”.',
    '(a = 1': 'Column 7: Expected and, or, or a closing parenthesis, but the filter ends here.',
    'a in b': 'Column 6: Expected a list of values in parentheses, but found “b”.',
    'a in (b c)': 'Column 9: Expected a comma or a closing parenthesis, but found “c”.',
    'a ! b': 'Column 3: Expected != or !~.',
    'a = "x': 'Column 5: The closing " is missing.',
    'a = and': 'Column 5: Expected a value, but found “and”.',
    'due < start of': 'Column 15: Expected week, month, quarter or year, but the filter ends here.',
    'a = b\u0000': 'Column 6: Control characters are not allowed.',
    'a = \ud800': 'Column 5: This is half of a character.',
  };
  for (const [text, expected] of Object.entries(cases)) assert.equal(problemOf(text), expected, text);
});

test('depth, conditions, values and length are limited', () => {
  const { depth, conditions, values } = filterLimits;
  const nested = (levels: number) => `${'('.repeat(levels)}a = 1${')'.repeat(levels)}`;
  assert.equal(problemOf(nested(depth)), undefined);
  assert.equal(problemOf(nested(depth + 1)), 'Column 21: Parentheses and not may be nested 20 deep at most.');
  assert.match(problemOf(`${'not '.repeat(500)}a = 1`) ?? '', /^Column 81: Parentheses and not/);
  assert.match(problemOf('('.repeat(10_000)) ?? '', /^Column 4001: A filter has at most 4000 characters/);
  const many = (count: number) => Array.from({ length: count }, () => 'a = 1').join(' or ');
  assert.equal(problemOf(many(conditions)), undefined);
  assert.match(problemOf(many(conditions + 1)) ?? '', /at most 100 conditions/);
  assert.match(problemOf(`a in (${'x,'.repeat(values)}x)`) ?? '', /at most 200 values/);
  assert.equal(problemOf(`a = ${'x'.repeat(filterCharactersMax - 4)}`), undefined);
});

test('any text is a filter or has a problem inside of it', () => {
  const piece = fc.constantFrom(
    '(',
    ')',
    'and',
    'not',
    'in',
    ' ',
    '=',
    '!',
    '"',
    "'",
    ',',
    '~',
    'a',
    '\\',
    '🚀',
    '\u202e',
  );
  const texts = fc.oneof(
    fc.array(fc.nat(0xffff), { maxLength: 60 }).map((codes) => String.fromCharCode(...codes)),
    fc.array(piece).map((list) => list.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      try {
        parseFilter(text);
      } catch (error) {
        assert.ok(error instanceof FilterProblem, String(error));
        assert.ok(error.span.from >= 0 && error.span.from <= error.span.to && error.span.to <= text.length);
      }
    }),
    { numRuns: 300 },
  );
});

test('a quoted value is read as it was', () => {
  const value = fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '(', ',', '=', 'ß', '客') });
  fc.assert(
    fc.property(fc.oneof(value, fc.constantFrom('and', 'NOT', '')), (text) => {
      assert.deepEqual(
        tokenize(quoteValue(text)).map((token) => [token.kind !== 'keyword', token.value]),
        [[true, text]],
      );
    }),
  );
});

test('dates are days in the zone of the caller', () => {
  // A Sunday evening in Berlin, two weeks before the clocks change there.
  const now = Date.parse('2026-03-15T20:30:00Z');
  const iso = (at: number) => new Date(at).toISOString().replace(':00.000Z', 'Z');
  const days = {
    today: ['2026-03-14T23:00Z', '2026-03-15T23:00Z'],
    '2026-03-29': ['2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    '14d': ['2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    '-2w': ['2026-02-28T23:00Z', '2026-03-01T23:00Z'],
    '1m': ['2026-04-14T22:00Z', '2026-04-15T22:00Z'],
    'start of week': ['2026-03-08T23:00Z', '2026-03-09T23:00Z'],
    'END OF MONTH': ['2026-03-30T22:00Z', '2026-03-31T22:00Z'],
    'end of quarter': ['2026-03-30T22:00Z', '2026-03-31T22:00Z'],
    'start of year': ['2025-12-31T23:00Z', '2026-01-01T23:00Z'],
  };
  for (const [text, expected] of Object.entries(days)) {
    const { from, before } = parseFilterDate(text, now, 'Europe/Berlin') ?? { from: 0, before: 0 };
    assert.deepEqual([iso(from), iso(before)], expected, text);
  }
  assert.deepEqual(parseFilterDate('3h', now, 'UTC'), {
    from: now + 3 * 3_600_000,
    before: now + 3 * 3_600_000 + 1,
  });
  assert.equal(parseFilterDate('2026-03-15T20:30:00Z', 0, 'UTC')?.from, now);
  for (const text of ['2026-02-30', 'someday', '7', '7days', '', 'end of day', '99999d'])
    assert.equal(parseFilterDate(text, now, 'UTC'), undefined, text);
});

test('a name with few typos is suggested', () => {
  const names = ['status', 'stage', 'assignee', 'Two Words'];
  assert.equal(suggestName('statsu', names), 'status');
  assert.equal(suggestName('asignee', names), 'assignee');
  assert.equal(suggestName('two', names), 'Two Words');
  assert.equal(suggestName('banana', names), undefined);
  assert.equal(suggestName('x'.repeat(4_000), names), undefined);
});
