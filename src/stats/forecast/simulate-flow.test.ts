import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Random } from '../../platform/random.ts';
import { checkFlowAgainstPast, daysBefore } from './check-against-past.ts';
import { judgeForecast } from './forecast-verdict.ts';
import { type ByCertainty, forEachCertainty, randomFrom, simulate } from './simulate.ts';
import { type FlowDay, simulateFlow } from './simulate-flow.ts';

/** The expected arrivals and completions of each day. */
type Process = (day: number, random: Random) => { arrive: number; complete: number };

const steadily =
  (arrive: number, complete: number): Process =>
  () => ({ arrive, complete });

/** A week is calm or full of both, as around a release. */
function inBursts(): Process {
  let factor = 1;
  return (day, random) => {
    if (day % 7 === 0) factor = random() < 0.25 ? 3 : 1 / 3;
    return { arrive: 4 * factor, complete: 3.5 * factor };
  };
}

const processes: Record<string, { process: () => Process; days: number; open: number }> = {
  stationary: { process: () => steadily(4, 4), days: 90, open: 80 },
  growing: { process: () => steadily(8, 5), days: 90, open: 80 },
  shrinking: { process: () => steadily(3, 5), days: 90, open: 400 },
  bursts: { process: inBursts, days: 90, open: 200 },
  young: { process: () => steadily(5, 4), days: 21, open: 60 },
};

const seeded = (seed: number) => randomFrom([{ date: '', isWeekend: false, completed: seed }]);

/** A number of events with the given mean (Poisson, by Knuth). */
function poisson(mean: number, random: Random): number {
  let events = 0;
  for (let chance = random(); chance > Math.exp(-mean); chance *= random()) events++;
  return events;
}

function play(process: Process, count: number, random: Random): FlowDay[] {
  return Array.from({ length: count }, (_, day) => {
    const { arrive, complete } = process(day, random);
    return {
      ...{ date: `day ${day}`, isWeekend: day % 7 > 4 },
      arrived: poisson(arrive, random),
      completed: poisson(complete, random),
    };
  });
}

const sumOf = (days: readonly FlowDay[], name: 'arrived' | 'completed') =>
  days.reduce((sum, day) => sum + day[name], 0);

const ahead = 14;

/** For many histories of a process: the percentage of the statements about the open tickets, two weeks later, that hold. */
async function compareModels({ process, days, open }: (typeof processes)[string]) {
  const worlds = 100;
  const hits = { frozen: { p50: 0, p85: 0, p95: 0 }, flow: { p50: 0, p85: 0, p95: 0 } };
  for (let world = 0; world < worlds; world++) {
    const random = seeded(world);
    const all = play(process(), days + ahead, random);
    const [past, future] = [all.slice(0, days), all.slice(days)];
    const actual = open + sumOf(future, 'arrived') - sumOf(future, 'completed');
    const options = { wanted: Number.POSITIVE_INFINITY, shownDays: ahead, random };
    const frozen = (await simulate(past, future, options)).completed.at(-1) as ByCertainty<number>;
    const flow = (await simulateFlow(past, future, { open, shownDays: ahead, random })).days.at(-1)?.open;
    forEachCertainty((certainty) => {
      if (actual <= open - frozen[certainty]) hits.frozen[certainty]++;
      if (flow && actual <= flow[certainty]) hits.flow[certainty]++;
    });
  }
  const percent = (count: ByCertainty<number>) =>
    forEachCertainty((certainty) => Math.round((100 * count[certainty]) / worlds));
  return { frozen: percent(hits.frozen), flow: percent(hits.flow) };
}

for (const [name, example] of Object.entries(processes)) {
  test(`${name}: with arrivals, what is 50, 85 and 95 % certain holds about as often; without, hardly ever`, async () => {
    const { frozen, flow } = await compareModels(example);
    const shown = `frozen ${JSON.stringify(frozen)}, flow ${JSON.stringify(flow)}`;
    // Of 100 histories, 15 percentage points are three standard errors of 50 %.
    assert.ok(Math.abs(flow.p50 - 50) <= 15, shown);
    assert.ok(Math.abs(flow.p85 - 85) <= 11, shown);
    assert.ok(flow.p95 >= 86, shown);
    assert.ok(frozen.p95 <= 10, shown);
  });
}

test('the day on which nothing is open comes true as often as it is certain, months ahead', async () => {
  const worlds = 60;
  const hits = { p50: 0, p85: 0, p95: 0 };
  for (let world = 0; world < worlds; world++) {
    const random = seeded(1_000 + world);
    const all = play(steadily(3, 5), 90 + 730, random);
    const [past, future] = [all.slice(0, 90), all.slice(90)];
    let open = 300;
    const actual = future.findIndex(({ arrived, completed }) => {
      open += arrived - completed;
      return open <= 0;
    });
    const { daysUntilEmpty } = await simulateFlow(past, future, { open: 300, shownDays: 0, random });
    forEachCertainty((certainty) => {
      if (actual < (daysUntilEmpty[certainty] ?? Number.POSITIVE_INFINITY)) hits[certainty]++;
    });
  }
  const share = forEachCertainty((certainty) => Math.round((100 * hits[certainty]) / worlds));
  assert.ok(Math.abs(share.p50 - 50) <= 20, JSON.stringify(share));
  assert.ok(Math.abs(share.p85 - 85) <= 14, JSON.stringify(share));
  assert.ok(share.p95 >= 85, JSON.stringify(share));
});

test('the range grows with the distance, faster than for a rate that is known exactly', async () => {
  const past = play(steadily(3, 5), 90, seeded(1));
  const future = play(steadily(0, 0), 120, seeded(2));
  const { days } = await simulateFlow(past, future, { open: 2_000, shownDays: 120, random: seeded(3) });
  const width = (day: number) => {
    const { low = 0, high = 0 } = days[day - 1]?.completed ?? {};
    return high - low;
  };
  assert.ok(width(120) > width(30) && width(30) > width(7), `${width(7)}, ${width(30)}, ${width(120)}`);
  // With a known rate of 5 a day: 3.29 standard deviations of 600 completions.
  assert.ok(width(120) > 1.2 * 3.29 * Math.sqrt(600), `${width(120)}`);
});

test('arrivals and completions of one day stay together', async () => {
  // Each week has one day on which ten tickets arrive and are completed: the number of open tickets never changes.
  const past = play(steadily(0, 0), 56, seeded(1)).map((day, index) => ({
    ...day,
    ...(index % 7 === 2 && { arrived: 10, completed: 10 }),
  }));
  const future = play(steadily(0, 0), 60, seeded(1));
  const outlook = await simulateFlow(past, future, { open: 5, shownDays: 60, random: seeded(4) });
  assert.deepEqual(outlook.days.at(-1)?.open, { p50: 5, p85: 5, p95: 5 });
  assert.deepEqual(outlook.daysUntilEmpty, { p50: undefined, p85: undefined, p95: undefined });
  assert.equal(outlook.endingRuns, 0);
});

test('no more tickets are completed than there are', async () => {
  const past = play(steadily(0, 0), 28, seeded(1)).map((day) => ({ ...day, completed: 2 }));
  const outlook = await simulateFlow(past, past, { open: 5, shownDays: 28, random: seeded(5) });
  assert.deepEqual(outlook.days.at(-1)?.completed, { low: 5, p50: 5, high: 5 });
  assert.deepEqual(outlook.daysUntilEmpty, { p50: 3, p85: 3, p95: 3 });
  assert.equal(outlook.endingRuns, 100);
});

test('the check against the past repeats the forecast with arrivals', async () => {
  const past = play(steadily(6, 5), 90 + daysBefore, seeded(6));
  const open = 100 + sumOf(past, 'arrived') - sumOf(past, 'completed');
  const check = await checkFlowAgainstPast(past, 90, open, seeded(7));
  assert.equal(check?.forecasts, 12);
  assert.ok((check?.cameTrue.p95 ?? 0) >= 75, JSON.stringify(check));
  // A project that is eight weeks old has four weeks of history for two of the forecasts at least.
  const young = await checkFlowAgainstPast(past.slice(-56), 90, open, seeded(7));
  assert.ok((young?.forecasts ?? 0) >= 2 && (young?.forecasts ?? 0) < 12, JSON.stringify(young));
  assert.equal(await checkFlowAgainstPast(past.slice(-30), 90, open, seeded(7)), undefined);
});

test('the verdict names what is missing before it judges the rates', () => {
  const facts = { open: 30, arrived: 56, completed: 33, knownDays: 90, mostRunsEnd: false };
  assert.equal(judgeForecast(facts), 'growing');
  assert.equal(judgeForecast({ ...facts, arrived: 33 }), 'growing');
  assert.equal(judgeForecast({ ...facts, arrived: 32 }), 'slow');
  assert.equal(judgeForecast({ ...facts, arrived: 10, mostRunsEnd: true }), 'ends');
  assert.equal(judgeForecast({ ...facts, completed: 0 }), 'nothing_done');
  assert.equal(judgeForecast({ ...facts, knownDays: 13 }), 'too_young');
  assert.equal(judgeForecast({ ...facts, open: 0, knownDays: 0 }), 'nothing_open');
});
