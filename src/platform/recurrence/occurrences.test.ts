import assert from 'node:assert/strict';
import { test } from 'node:test';
import { threadMs } from '../../../test/support/processor-time.ts';
import { civilDate, dayNumber, daysInMonth, yearsEnd } from './local-time.ts';
import { findNextOccurrences, nextOccurrences, type Recurrence } from './occurrences.ts';
import { parseRecurrenceRule } from './recurrence-rule.ts';

const zone = 'America/New_York';

function recurrence(rule: string, startsAt: string, timezone = zone): Recurrence {
  const parsed = parseRecurrenceRule(rule);
  assert.ok('rule' in parsed, JSON.stringify(parsed));
  return { rule: parsed.rule, startsAt, timezone };
}

const inZone = (at: number, timezone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone);

/** `1997-09-02 04 09` for 2, 4 and 9 September, all at the time of the start. */
function daysOf(rule: string, startsAt: string, limit: number): string {
  const words: string[] = [];
  let month = '';
  for (const at of nextOccurrences(recurrence(rule, startsAt), 0, limit)) {
    const local = inZone(at, zone);
    assert.equal(local.toPlainTime().toString().slice(0, 5), startsAt.slice(11));
    const day = local.toPlainDate().toString();
    words.push(day.slice(0, 7) === month ? day.slice(8) : day);
    month = day.slice(0, 7);
  }
  return words.join(' ');
}

/** The examples of RFC 5545, section 3.8.5.3, that use the supported parts; a rule without an end has its first ones here. */
const examples: [rule: string, startsAt: string, days: string][] = [
  ['FREQ=DAILY;COUNT=10', '1997-09-02T09:00', '1997-09-02 03 04 05 06 07 08 09 10 11'],
  [
    'FREQ=DAILY;INTERVAL=2',
    '1997-09-02T09:00',
    '1997-09-02 04 06 08 10 12 14 16 18 20 22 24 26 28 30 1997-10-02 04',
  ],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02T09:00', '1997-09-02 12 22 1997-10-02 12'],
  ['FREQ=WEEKLY;COUNT=10', '1997-09-02T09:00', '1997-09-02 09 16 23 30 1997-10-07 14 21 28 1997-11-04'],
  [
    'FREQ=WEEKLY;UNTIL=19971224T000000Z',
    '1997-09-02T09:00',
    '1997-09-02 09 16 23 30 1997-10-07 14 21 28 1997-11-04 11 18 25 1997-12-02 09 16 23',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    '1997-09-02T09:00',
    '1997-09-02 16 30 1997-10-14 28 1997-11-11 25 1997-12-09 23 1998-01-06 20 1998-02-03 17',
  ],
  [
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    '1997-09-02T09:00',
    '1997-09-02 04 09 11 16 18 23 25 30 1997-10-02',
  ],
  [
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    '1997-09-02T09:00',
    '1997-09-02 04 09 11 16 18 23 25 30 1997-10-02',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09-01T09:00',
    '1997-09-01 03 05 15 17 19 29 1997-10-01 03 13 15 17 27 29 31 1997-11-10 12 14 24 26 28 1997-12-08 10 12 22',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '1997-09-02T09:00',
    '1997-09-02 04 16 18 30 1997-10-02 14 16',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997-09-05T09:00',
    '1997-09-05 1997-10-03 1997-11-07 1997-12-05 1998-01-02 1998-02-06 1998-03-06 1998-04-03 1998-05-01 1998-06-05',
  ],
  [
    'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    '1997-09-05T09:00',
    '1997-09-05 1997-10-03 1997-11-07 1997-12-05',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09-07T09:00',
    '1997-09-07 28 1997-11-02 30 1998-01-04 25 1998-03-01 29 1998-05-03 31',
  ],
  [
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997-09-22T09:00',
    '1997-09-22 1997-10-20 1997-11-17 1997-12-22 1998-01-19 1998-02-16',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    '1997-09-28T09:00',
    '1997-09-28 1997-10-29 1997-11-28 1997-12-29 1998-01-29 1998-02-26',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997-09-02T09:00',
    '1997-09-02 15 1997-10-02 15 1997-11-02 15 1997-12-02 15 1998-01-02 15',
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997-09-30T09:00',
    '1997-09-30 1997-10-01 31 1997-11-01 30 1997-12-01 31 1998-01-01 31 1998-02-01',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09-10T09:00',
    '1997-09-10 11 12 13 14 15 1999-03-10 11 12 13',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '1997-09-02T09:00',
    '1997-09-02 09 16 23 30 1997-11-04 11 18 25 1998-01-06 13 20 27 1998-03-03 10 17 24 31',
  ],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997-06-10T09:00',
    '1997-06-10 1997-07-10 1998-06-10 1998-07-10 1999-06-10 1999-07-10 2000-06-10 2000-07-10 2001-06-10 2001-07-10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997-03-10T09:00',
    '1997-03-10 1999-01-10 1999-02-10 1999-03-10 2001-01-10 2001-02-10 2001-03-10 2003-01-10 2003-02-10 2003-03-10',
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '1997-01-01T09:00',
    '1997-01-01 1997-04-10 1997-07-19 2000-01-01 2000-04-09 2000-07-18 2003-01-01 2003-04-10 2003-07-19 2006-01-01',
  ],
  ['FREQ=YEARLY;COUNT=3;BYYEARDAY=-1,366', '1999-01-01T09:00', '1999-12-31 2000-12-31 2001-12-31'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12T09:00', '1997-05-12 1998-05-11 1999-05-17'],
  ['FREQ=YEARLY;BYWEEKNO=20', '1997-05-12T09:00', '1997-05-12 1998-05-11 1999-05-17'],
  ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO', '1997-09-02T09:00', '1997-12-29 1999-01-04 2000-01-03'],
  ['FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU', '1997-09-02T09:00', '1997-12-28 1999-01-03 2000-01-02'],
  ['FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO', '1997-09-02T09:00', '1998-12-28 2004-12-27 2009-12-28'],
  ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19T09:00', '1997-05-19 1998-05-18 1999-05-17'],
  [
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    '1997-03-13T09:00',
    '1997-03-13 20 27 1998-03-05 12 19 26 1999-03-04 11 18 25',
  ],
  [
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '1997-06-05T09:00',
    '1997-06-05 12 19 26 1997-07-03 10 17 24 31 1997-08-07 14 21 28 1998-06-04 11',
  ],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '1997-09-02T09:00',
    '1998-02-13 1998-03-13 1998-11-13 1999-08-13 2000-10-13',
  ],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '1997-09-13T09:00',
    '1997-09-13 1997-10-11 1997-11-08 1997-12-13 1998-01-10 1998-02-07 1998-03-07 1998-04-11 1998-05-09 1998-06-13',
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996-11-05T09:00',
    '1996-11-05 2000-11-07 2004-11-02',
  ],
  ['FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04T09:00', '1997-09-04 1997-10-07 1997-11-06'],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '1997-09-29T09:00',
    '1997-09-29 1997-10-30 1997-11-27 1997-12-30 1998-01-29 1998-02-26 1998-03-30',
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05T09:00', '1997-08-05 10 19 24'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05T09:00', '1997-08-05 17 19 31'],
  ['FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5', '2007-01-15T09:00', '2007-01-15 30 2007-02-15 2007-03-15 30'],
];

for (const [rule, startsAt, days] of examples)
  test(`${rule} from ${startsAt} occurs as in RFC 5545`, () => {
    const hasEnd = /COUNT|UNTIL/.test(rule);
    assert.equal(daysOf(rule, startsAt, hasEnd ? 100 : days.split(' ').length), days);
  });

test('a daily rule until a moment, and a rule for every day of January, have the days of RFC 5545', () => {
  const until = daysOf('FREQ=DAILY;UNTIL=19971224T000000Z', '1997-09-02T09:00', 1_000).split(' ');
  assert.deepEqual([until.length, until[0], until.at(-1)], [113, '1997-09-02', '23']);
  const everyDay = 'FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA';
  const days = daysOf(everyDay, '1998-01-01T09:00', 1_000);
  assert.equal(days.split(' ').length, 93);
  assert.equal(daysOf('FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', '1998-01-01T09:00', 1_000), days);
});

test('a rule with hours and minutes occurs at each of them', () => {
  const rule = 'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40';
  const times = nextOccurrences(recurrence(rule, '1997-09-02T09:00'), 0, 25).map((at) =>
    inZone(at, zone).toPlainDateTime().toString(),
  );
  assert.deepEqual(
    [times[0], times[1], times[23], times[24]],
    ['1997-09-02T09:00:00', '1997-09-02T09:20:00', '1997-09-02T16:40:00', '1997-09-03T09:00:00'],
  );
});

const moments = (rule: string, startsAt: string, timezone: string, limit: number) =>
  nextOccurrences(recurrence(rule, startsAt, timezone), 0, limit).map((at) =>
    inZone(at, timezone).toString({ timeZoneName: 'never' }),
  );

test('the time of the clock stays when the clock changes; a skipped time moves, a double time is the first', () => {
  assert.deepEqual(moments('FREQ=DAILY', '2026-03-28T02:30', 'Europe/Vienna', 3), [
    '2026-03-28T02:30:00+01:00',
    '2026-03-29T03:30:00+02:00',
    '2026-03-30T02:30:00+02:00',
  ]);
  assert.deepEqual(moments('FREQ=DAILY', '2026-10-24T02:30', 'Europe/Vienna', 3), [
    '2026-10-24T02:30:00+02:00',
    '2026-10-25T02:30:00+02:00',
    '2026-10-26T02:30:00+01:00',
  ]);
});

test('two times that a gap makes the same moment occur once, and moved ones stay in order', () => {
  assert.deepEqual(moments('FREQ=DAILY;BYHOUR=2,3', '2026-03-29T00:00', 'Europe/Vienna', 2), [
    '2026-03-29T03:00:00+02:00',
    '2026-03-30T02:00:00+02:00',
  ]);
  assert.deepEqual(moments('FREQ=DAILY;BYHOUR=2,3;BYMINUTE=15,45', '2026-03-29T00:00', 'Europe/Vienna', 3), [
    '2026-03-29T03:15:00+02:00',
    '2026-03-29T03:45:00+02:00',
    '2026-03-30T02:15:00+02:00',
  ]);
});

test('a day that a zone leaves out moves to the next one', () => {
  // Samoa had no 30 December 2011.
  assert.deepEqual(moments('FREQ=DAILY;COUNT=3', '2011-12-29T08:00', 'Pacific/Apia', 9), [
    '2011-12-29T08:00:00-10:00',
    '2011-12-31T08:00:00+14:00',
  ]);
});

test('the occurrences after a moment are those of the whole rule that come later', () => {
  const rules: [string, string][] = [
    ['FREQ=DAILY;INTERVAL=3;BYHOUR=0,23', '2020-02-28T23:30'],
    ['FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SU;WKST=SU', '2020-02-28T00:10'],
    ['FREQ=MONTHLY;INTERVAL=5;BYDAY=-1FR,2MO', '2020-01-31T12:00'],
    ['FREQ=YEARLY;INTERVAL=2;BYDAY=53TH,-1MO,1SU', '2020-01-31T12:00'],
    ['FREQ=WEEKLY;BYDAY=WE;COUNT=300', '2020-01-31T12:00'],
    ['FREQ=WEEKLY;BYDAY=WE;UNTIL=20251224', '2020-01-31T12:00'],
  ];
  for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])
    for (const [rule, startsAt] of rules) {
      const whole = nextOccurrences(recurrence(rule, startsAt, timezone), 0, 200);
      for (const [index, at] of whole.slice(0, 60).entries()) {
        const expected = whole.slice(index + 1, index + 4);
        assert.deepEqual(
          nextOccurrences(recurrence(rule, startsAt, timezone), at, 3).slice(0, expected.length),
          expected,
        );
        assert.equal(nextOccurrences(recurrence(rule, startsAt, timezone), at - 1, 1)[0], at);
      }
    }
});

test('the search for a rule that never occurs is bounded and lets others have their turn', async () => {
  const rules = [
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=DAILY;BYMONTH=4;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYDAY=MO;BYMONTHDAY=1;BYSETPOS=3',
    'FREQ=YEARLY;BYMONTH=5;BYSETPOS=3;BYMONTHDAY=3;COUNT=1000',
    'FREQ=WEEKLY;BYMONTH=2;BYDAY=MO;BYSETPOS=366',
  ];
  // A search looks at no more than 50 years, and the event loop gets a turn after each 1,000 days of them.
  const turnsMin = Math.floor((50 * 365) / 1_000) - 1;
  for (const rule of rules) {
    let turns = 0;
    const nextTurn = async () => {
      turns += 1;
    };
    const never = recurrence(rule, '1970-01-01T09:00');
    assert.deepEqual(await findNextOccurrences(never, 0, 5, nextTurn), []);
    assert.ok(turns >= turnsMin && turns <= 26, `${rule}: ${turns} turns`);
    assert.deepEqual(nextOccurrences(never, 0, 5), []);
  }
  assert.deepEqual(
    nextOccurrences(recurrence('FREQ=DAILY;INTERVAL=1000', '2199-01-01T09:00'), 0, 5).length,
    1,
  );
});

test('a hundred searches for a rule that never occurs take less than a second of the processor', async () => {
  const never = recurrence('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01T09:00');
  nextOccurrences(never, 0, 1);
  const ms = await threadMs(() => {
    for (let times = 0; times < 100; times++) nextOccurrences(never, 0, 1);
  });
  assert.ok(ms < 1_000, `${ms} ms of processor time`);
});

test('a rule that ended costs no search', async () => {
  const ended = recurrence('FREQ=DAILY;BYMONTH=2;UNTIL=19700301', '1970-01-01T09:00');
  let turns = 0;
  const nextTurn = async () => {
    turns += 1;
  };
  assert.deepEqual(await findNextOccurrences(ended, Date.parse('1971-01-01T00:00Z'), 5, nextTurn), []);
  assert.equal(turns, 0);
});

test('days become dates and dates days, as Date does it', () => {
  for (let day = 0; day < dayNumber(yearsEnd, 1, 1); day++) {
    const date = new Date(day * 86_400_000);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
    const civil = civilDate(day);
    if (civil.year !== year || civil.month !== month || civil.day !== date.getUTCDate())
      assert.fail(`${date.toISOString()} is not ${JSON.stringify(civil)}`);
    if (dayNumber(year, month, date.getUTCDate()) !== day) assert.fail(date.toISOString());
    if (daysInMonth(year, month) !== new Date(Date.UTC(year, month, 0)).getUTCDate())
      assert.fail(date.toISOString());
  }
});

test('a 29 February waits for a leap year', () => {
  assert.equal(daysOf('FREQ=YEARLY', '2096-02-29T09:00', 2), '2096-02-29 2104-02-29');
});

test('what a rule may not have is named', () => {
  const problems: [string, RegExp][] = [
    ['', /no part but FREQ/],
    ['BYDAY=MO', /FREQ with one of DAILY/],
    ['FREQ=HOURLY', /FREQ with one of DAILY/],
    ['FREQ=DAILY;FREQ=DAILY', /FREQ twice/],
    ['FREQ=YEARLY;BYSECOND=20', /it has “BYSECOND”/],
    ['FREQ=DAILY;INTERVAL=0', /from 1 to 1000 as INTERVAL/],
    ['FREQ=DAILY;INTERVAL=.007', /from 1 to 1000 as INTERVAL/],
    ['FREQ=DAILY;INTERVAL=1,2', /one number as INTERVAL/],
    ['FREQ=DAILY;COUNT=99999', /from 1 to 1000 as COUNT/],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', /both COUNT and UNTIL/],
    ['FREQ=DAILY;UNTIL=20270231', /20261231T235959Z as UNTIL/],
    ['FREQ=DAILY;UNTIL=tomorrow', /20261231T235959Z as UNTIL/],
    ['FREQ=WEEKLY;BYDAY=1MO', /numbers in BYDAY only/],
    ['FREQ=MONTHLY;BYDAY=0MO', /days such as MO/],
    ['FREQ=MONTHLY;BYDAY=XX', /days such as MO/],
    ['FREQ=WEEKLY;BYMONTHDAY=3', /BYMONTHDAY with WEEKLY/],
    ['FREQ=MONTHLY;BYMONTHDAY=0', /without 0, as BYMONTHDAY/],
    ['FREQ=MONTHLY;BYSETPOS=1', /BYSETPOS only with another part/],
    ['FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40', /more than 24 times a day/],
    ['FREQ=WEEKLY;WKST=MON', /as WKST/],
    ['FREQ=MONTHLY;BYYEARDAY=1', /BYWEEKNO and BYYEARDAY only with YEARLY/],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO', /numbers in BYDAY together with BYWEEKNO/],
    ['FREQ=YEARLY;BYWEEKNO=54', /numbers from -53 to 53/],
    [`FREQ=DAILY;BYMONTH=${'1,'.repeat(300)}1`, /at most 500 characters/],
  ];
  for (const [rule, problem] of problems) {
    const parsed = parseRecurrenceRule(rule);
    assert.match('problem' in parsed ? parsed.problem : 'none', problem, rule);
  }
  assert.ok('rule' in parseRecurrenceRule(' rrule:freq=weekly;byday=mo '));
});
