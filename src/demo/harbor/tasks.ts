import type { DemoTask } from '../demo-story.ts';

/** Work that agents did, do now, ask about and failed at. */
export const tasks: readonly DemoTask[] = [
  {
    ticket: 'cancelledberth',
    agent: 'pilot',
    by: 'mara',
    title: 'Release the berth together with the cancellation',
    instructions:
      'Remove the hourly job. Release the berth in the transaction that cancels the booking, and prove it with a test of two bookings at once.',
    queuedDaysAgo: 31.7,
    claimedDaysAgo: 31.5,
    usage: [412_000, 9_300, 34_560, 214],
    steps: [
      {
        daysAgo: 31.48,
        type: 'thought',
        text: 'The job `release-berths` selects cancelled bookings older than an hour. Nothing else depends on the delay.',
      },
      {
        daysAgo: 31.4,
        type: 'action',
        text: 'Moved the release into `cancelBooking` and deleted the job.',
        files: ['src/bookings/cancel-booking.ts', 'src/jobs/release-berths.ts'],
      },
      {
        daysAgo: 31.3,
        type: 'action',
        text: 'Ran 214 tests: all pass. The new one fails without the change.',
      },
    ],
    end: {
      kind: 'completed',
      daysAgo: 31.1,
      summary: 'The berth is free at the moment of the cancellation.',
      pullRequest: {
        title: 'Release the berth with the cancellation',
        url: 'https://git.harbor.example/harbor/app/pull/188',
      },
    },
  },
  {
    ticket: 'surveyfiles',
    agent: 'pilot',
    by: 'jonas',
    title: 'Move survey files out of the database',
    instructions:
      'Store files on disk under their hash, keep the parsed berths. Write a migration that can be repeated.',
    queuedDaysAgo: 31.2,
    claimedDaysAgo: 31,
    usage: [655_000, 14_800, 69_120, 352],
    steps: [
      {
        daysAgo: 30.9,
        type: 'action',
        text: 'Wrote the migration; it moves 20 files at a time and skips those that are done.',
      },
      { daysAgo: 30.5, type: 'message', text: 'The database shrinks from 1.4 GB to 210 MB.' },
    ],
    end: {
      kind: 'completed',
      daysAgo: 30.2,
      summary: 'Survey files are on disk; the migration took 90 seconds on a copy.',
      pullRequest: {
        title: 'Store survey files outside of the database',
        url: 'https://git.harbor.example/harbor/app/pull/191',
      },
    },
  },
  {
    ticket: 'meters',
    agent: 'pilot',
    by: 'jonas',
    title: 'Simulate 200 pedestals for the load test',
    instructions: 'A script that publishes readings of 200 pedestals, one of them going backwards.',
    queuedDaysAgo: 19.5,
    claimedDaysAgo: 19.4,
    usage: [98_000, 3_100, 17_280, 51],
    steps: [{ daysAgo: 19.3, type: 'action', text: 'Wrote `simulate-pedestals` with a seed.' }],
    end: {
      kind: 'failed',
      daysAgo: 19.2,
      error: 'The test needs an MQTT broker, which this machine does not have.',
      type: 'environment',
    },
  },
  {
    ticket: 'refundsign',
    agent: 'pilot',
    by: 'mara',
    title: 'Correct the sign of refunds on the same day',
    instructions: 'Add a test with a payment and a refund on one day, then correct the report.',
    queuedDaysAgo: 3.3,
    claimedDaysAgo: 3.2,
    usage: [301_000, 6_900, 95_040, 158],
    steps: [
      {
        daysAgo: 3.1,
        type: 'thought',
        text: 'The report groups by day before it applies the sign. A refund has a negative amount already.',
      },
      {
        daysAgo: 3.05,
        ask: 'Reports of past days change too. From when on should they?',
        form: {
          type: 'object',
          properties: {
            from: {
              type: 'string',
              title: 'Correct reports',
              oneOf: [
                { const: 'today', title: 'From today on' },
                { const: 'month', title: 'From the first of the month' },
                { const: 'all', title: 'All of them' },
              ],
            },
            tell: { type: 'boolean', title: 'Tell the harbour masters', default: true },
          },
          required: ['from'],
        },
        answeredBy: 'mara',
        answeredDaysAgo: 2.9,
        values: { from: 'month', tell: true },
      },
      {
        daysAgo: 2.8,
        type: 'action',
        text: 'Sum first, then group. The report of the last 30 days differs in 4 rows, all of them refunds.',
      },
    ],
    end: {
      kind: 'completed',
      daysAgo: 2.1,
      summary: 'Refunds on the same day are subtracted.',
      pullRequest: {
        title: 'Subtract refunds on the day of the payment',
        url: 'https://git.harbor.example/harbor/app/pull/236',
      },
    },
  },
  {
    ticket: 'apiguide',
    agent: 'scribe',
    by: 'mara',
    title: 'Write the guide for the availability API',
    instructions:
      'For partners. Take the examples from the OpenAPI document, and try each of them against the test system.',
    queuedDaysAgo: 1,
    claimedDaysAgo: 0.9,
    usage: [544_000, 21_400, 51_840, 311],
    steps: [
      { daysAgo: 0.85, type: 'action', text: 'Read the OpenAPI document and the two partner integrations.' },
      {
        daysAgo: 0.6,
        type: 'action',
        text: 'Drafted authentication and search; all 11 examples answer as written.',
      },
      {
        daysAgo: 0.4,
        type: 'thought',
        text: 'The old endpoint `/v1/slots` still answers. Three partners use it, and no document mentions its end.',
      },
    ],
    end: {
      kind: 'question',
      daysAgo: 0.3,
      text: 'Should the guide cover the old endpoint `/v1/slots`? Three partners use it. I would write a page on moving to `/v2/availability`.',
      form: {
        type: 'object',
        properties: {
          cover: {
            type: 'string',
            title: 'The old endpoint',
            oneOf: [
              { const: 'no', title: 'Leave it out' },
              { const: 'deprecated', title: 'Describe it as deprecated' },
              { const: 'move', title: 'Write a page on moving' },
            ],
          },
        },
        required: ['cover'],
      },
    },
  },
  {
    ticket: 'clockchange',
    agent: 'pilot',
    by: 'jonas',
    title: 'Read tides in UTC instead of converting them',
    instructions:
      'Use the field `utc` of the feed, drop our own conversion, and cover both clock changes with tests.',
    queuedDaysAgo: 0.14,
    claimedDaysAgo: 0.12,
    usage: [187_000, 4_600, 9_500, 97],
    steps: [
      {
        daysAgo: 0.11,
        type: 'thought',
        text: 'The conversion is in `parse-tide.ts` and adds the offset of the current day.',
      },
      {
        daysAgo: 0.08,
        type: 'action',
        text: 'Wrote a failing test: the night of the clock change, 02:30, both before and after it.',
      },
      { daysAgo: 0.075, push: 'tides-in-utc', files: ['src/tides/parse-tide.test.ts'] },
      {
        daysAgo: 0.05,
        type: 'action',
        text: 'Replaced the conversion by `utc`. 3 of 41 tests fail: they expect local times.',
        files: ['src/tides/parse-tide.ts', 'src/tides/parse-tide.test.ts'],
      },
      { daysAgo: 0.04, refusedPush: 'this task may push only to BRANCH*' },
      {
        daysAgo: 0.035,
        push: 'tides-in-utc',
        files: ['src/tides/parse-tide.ts', 'src/tides/parse-tide.test.ts', 'src/tides/tide-feed.ts'],
      },
      { daysAgo: 0.01, type: 'action', text: 'Correcting the three tests, then the harbour page.' },
    ],
    end: { kind: 'working' },
  },
];

/** `[from, kind, to, days ago]`, by the names of tickets. */
export const relations = [
  ['clockchange', 'duplicated_by', 'duplicate', 2.1],
  ['clockchange', 'blocks', 'lowwater', 2.9],
  ['offlinequeue', 'blocks', 'moveboat', 10],
  ['meters', 'relates', 'kwh', 14],
  ['extendstay', 'relates', 'waitinglist', 12],
  ['kwh', 'blocks', 'dailyreport', 9],
  ['payments', 'relates', 'dailyreport', 12.5],
] as const;
