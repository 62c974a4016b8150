import { ageSeconds, type QueueName, readQueues } from '../../monitoring/index.ts';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import { type Check, type Finding, ok, warn } from './check.ts';

/**
 * The age from which work counts as overdue, and what to do. Agent tasks wait for agents, so only a day is
 * remarkable.
 */
const limits: Record<QueueName, { seconds: number; advice: string }> = {
  webhook_deliveries: {
    seconds: 5 * (minuteMs / secondMs),
    advice: 'Look for "webhook deliveries" in the log, and at webhooks that answer slowly.',
  },
  mails: {
    seconds: 5 * (minuteMs / secondMs),
    advice: 'Check the mail server and SMTP_URL; "mail" in the log says what it answered.',
  },
  agent_tasks: { seconds: 24 * 3_600, advice: 'Start an agent for these tasks, or cancel them.' },
  docs_jobs: {
    seconds: 15 * (minuteMs / secondMs),
    advice: 'Look for "documentation jobs" in the log.',
  },
  notifications: {
    seconds: 5 * (minuteMs / secondMs),
    advice: 'Check that a server runs; look for "notifications" in its log.',
  },
  search_index: {
    seconds: 5 * (minuteMs / secondMs),
    advice: 'Check that a server runs; look for "search index" in its log.',
  },
};
const unsettledSeconds = 60;

export const checkQueues: Check = {
  name: 'queues',
  needsSchema: true,
  run: async ({ database, clock }) => {
    if (!database) return [];
    const now = clock.now();
    const { queues, unsettledEvents } = await readQueues(database.inspection.reads, now);
    const findings: Finding[] = [];
    for (const [name, { seconds, advice }] of Object.entries(limits) as [
      QueueName,
      (typeof limits)[QueueName],
    ][]) {
      const age = ageSeconds(queues[name], now);
      if (age > seconds) findings.push(warn(describe(name, queues[name].waiting, formatAge(age)), advice));
    }
    const unsettledAge = ageSeconds(unsettledEvents, now);
    if (unsettledAge > unsettledSeconds)
      findings.push(
        warn(
          `Events wait for ${formatAge(unsettledAge)} behind a transaction that still runs, and live updates with them`,
          'Find it in pg_stat_activity by the oldest xact_start, and end it.',
        ),
      );
    return findings.length > 0 ? findings : [ok('Nothing is late')];
  },
};

function describe(name: QueueName, waiting: number, age: string): string {
  if (name === 'search_index') return `The search index is behind by ${waiting} events, for ${age}`;
  if (name === 'notifications') return `${waiting} events wait for their notifications, for ${age}`;
  return `${waiting} ${name.replace('_', ' ')} wait, the oldest for ${age}`;
}

const formatAge = (seconds: number) =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7_200
      ? `${Math.round(seconds / 60)} min`
      : `${Math.round(seconds / 3_600)} h`;
