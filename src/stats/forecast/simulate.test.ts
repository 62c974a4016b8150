import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAgainstPast, daysBefore } from './check-against-past.ts';
import { type PastDay, randomFrom, simulate } from './simulate.ts';

/** Days from Monday on, of which the completions are given by their number. */
const days = (count: number, completedOn: (index: number) => number = () => 0): PastDay[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ date: `day ${index}`, isWeekend: index % 7 > 4, completed: completedOn(index) },
  }));

const everySecondDay = (index: number) => index % 2;
const onWorkdays = (index: number) => (index % 7 > 4 ? 0 : 1);

/** Beside the simulation: the chance of at least `wanted` successes in `trials`, each with a chance of one half. */
function chanceOf(wanted: number, trials: number): number {
  let chance = 0;
  let ways = 1;
  for (let successes = 0; successes <= trials; successes++) {
    if (successes >= wanted) chance += ways / 2 ** trials;
    ways = (ways * (trials - successes)) / (successes + 1);
  }
  return chance;
}

test('a team that completes one ticket a day is done after as many days as there are tickets', async () => {
  const past = days(28, () => 1);
  const outlook = await simulate(past, days(100), { wanted: 12, shownDays: 3, random: randomFrom(past) });
  assert.deepEqual(outlook.daysUntilDone, { p50: 12, p85: 12, p95: 12 });
  assert.deepEqual(
    outlook.completed,
    [1, 2, 3].map((n) => ({ p50: n, p85: n, p95: n })),
  );
});

test('weekends to come are like weekends of the past', async () => {
  const past = days(28, onWorkdays);
  const outlook = await simulate(past, days(100), { wanted: 10, shownDays: 7, random: randomFrom(past) });
  assert.deepEqual(outlook.daysUntilDone, { p50: 12, p85: 12, p95: 12 });
  assert.deepEqual(
    outlook.completed.map(({ p50 }) => p50),
    [1, 2, 3, 4, 5, 5, 5],
  );
});

test('the days and numbers are those of the binomial distribution', async () => {
  const past = days(28, everySecondDay).map((day) => ({ ...day, isWeekend: false }));
  const future = days(200).map((day) => ({ ...day, isWeekend: false }));
  const random = randomFrom(past);
  const { daysUntilDone, completed } = await simulate(past, future, { wanted: 20, shownDays: 60, random });
  for (const [certainty, share] of [
    ['p50', 0.5],
    ['p85', 0.85],
    ['p95', 0.95],
  ] as const) {
    const day = daysUntilDone[certainty] ?? 0;
    // A simulation is not exact: a day earlier must be too early, a day later enough.
    assert.ok(chanceOf(20, day + 1) >= share && chanceOf(20, day - 2) < share, `${certainty}: ${day} days`);
    const number = completed.at(-1)?.[certainty] ?? 0;
    assert.ok(
      chanceOf(number - 1, 60) >= share && chanceOf(number + 2, 60) < share,
      `${certainty}: ${number}`,
    );
  }
});

test('without a completed ticket there is no day, and nothing is promised', async () => {
  const past = days(28);
  const outlook = await simulate(past, days(50), { wanted: 1, shownDays: 2, random: randomFrom(past) });
  assert.deepEqual(outlook.daysUntilDone, { p50: undefined, p85: undefined, p95: undefined });
  assert.deepEqual(outlook.completed.at(-1), { p50: 0, p85: 0, p95: 0 });
  assert.equal(await checkAgainstPast(days(28 + daysBefore), 28, randomFrom(past)), undefined);
});

test('past forecasts of a steady team all came true', async () => {
  const past = days(28 + daysBefore, () => 2);
  assert.deepEqual(await checkAgainstPast(past, 28, randomFrom(past)), {
    ...{ forecasts: 12, days: 14, cameTrue: { p50: 100, p85: 100, p95: 100 } },
  });
});

test('past forecasts of a team that stopped did not come true', async () => {
  const past = days(28 + daysBefore, (index) => (index < 28 ? 1 : 0));
  const check = await checkAgainstPast(past, 28, randomFrom(past));
  assert.equal(check?.cameTrue.p50, 0);
});
