import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { late as german } from '../../messages/de/late.ts';
import { loadLanguage, loadLateMessages, m } from '../../messages/index.ts';
import { describeRule } from './describe-rule.ts';

before(async () => {
  await loadLanguage('en');
  await loadLateMessages();
});

const sentences: Record<string, string> = {
  'FREQ=DAILY': 'Every day',
  'FREQ=DAILY;INTERVAL=3': 'Every 3 days',
  'FREQ=WEEKLY': 'Every week',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR': 'Every week on Monday to Friday',
  'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH': 'Every 2 weeks on Monday and Thursday',
  'FREQ=MONTHLY;BYDAY=1FR': 'Every month on the first Friday',
  'FREQ=MONTHLY;BYDAY=-1SU': 'Every month on the last Sunday',
  'FREQ=MONTHLY;BYMONTHDAY=1,15': 'Every month on day 1 and day 15',
  'FREQ=MONTHLY;BYMONTHDAY=-1': 'Every month on the last day',
  'FREQ=YEARLY;COUNT=5': 'Every year, 5 times',
  'FREQ=YEARLY;COUNT=1': 'Every year, once',
};

test('a rule of a schedule reads as a sentence', () => {
  for (const [rule, sentence] of Object.entries(sentences)) assert.equal(describeRule(rule), sentence);
  assert.match(describeRule('FREQ=DAILY;UNTIL=20261231T235959Z'), /^Every day, until .*31.*2026$/);
});

test('a rule with parts or days that have no words is told as it is written', () => {
  const rules = [
    'FREQ=YEARLY;BYWEEKNO=20',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=2',
    'FREQ=MONTHLY;BYMONTHDAY=-2',
    'FREQ=YEARLY;BYDAY=20MO',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
  ];
  for (const rule of rules) assert.equal(describeRule(rule), rule);
});

test('a rule reads as a sentence in German', (t) => {
  const english = m.projects.settings.templates.recurrence;
  const { recurrence } = german.projects.settings.templates;
  t.after(() => Object.assign(m.projects.settings.templates, { recurrence: english }));
  Object.assign(m.projects.settings.templates, { recurrence });
  assert.equal(describeRule('FREQ=WEEKLY;INTERVAL=2'), 'Alle 2 Wochen');
  assert.equal(describeRule('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'), 'Jede Woche von Montag bis Freitag');
  assert.equal(describeRule('FREQ=MONTHLY;BYMONTHDAY=15;COUNT=3'), 'Jeden Monat am 15., 3-mal');
  assert.equal(describeRule('FREQ=MONTHLY;BYMONTHDAY=-1'), 'Jeden Monat am letzten Tag');
});
