import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toCostSeries } from './agent-cost-series.ts';

const week = (monday: string, name: string, ...costs: [number, string][]) => ({
  week: monday,
  agent: { id: name, name },
  costs: costs.map(([amount, currency]) => ({ amount, currency })),
});

test('amounts of different currencies are in different series', () => {
  const series = toCostSeries(
    [week('2026-11-02', 'Pilot', [150, 'EUR'], [20, 'USD'])],
    '2026-11-04',
    '2026-11-10',
  );
  assert.deepEqual(
    series.map(({ currency, layers }) => [currency, layers[0]?.values]),
    [
      ['EUR', [150, 0]],
      ['USD', [20, 0]],
    ],
  );
});

test('weeks without costs are there, from the Monday of the first day', () => {
  const [series] = toCostSeries([week('2026-11-16', 'Pilot', [1, 'EUR'])], '2026-11-04', '2026-11-18');
  assert.deepEqual(series?.weeks, ['2026-11-02', '2026-11-09', '2026-11-16']);
  assert.deepEqual(series?.layers[0]?.values, [0, 0, 1]);
});

test('the dearest agents have layers of their own, all others share one', () => {
  const found = Array.from({ length: 8 }, (_, index) => week('2026-11-02', `A${index}`, [index + 1, 'EUR']));
  const [series] = toCostSeries(found, '2026-11-02', '2026-11-08');
  assert.deepEqual(
    series?.layers.map(({ agent, values }) => [agent?.name, values[0]]),
    [
      ['A7', 8],
      ['A6', 7],
      ['A5', 6],
      ['A4', 5],
      ['A3', 4],
      [undefined, 6],
    ],
  );
});
