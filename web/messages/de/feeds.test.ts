import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activityInGerman, feedInGerman } from './feeds.ts';

test('the own activity is in German', () => {
  assert.equal(activityInGerman('Commented on PAY-7 Refunds'), 'Kommentiert: PAY-7 Refunds');
  assert.equal(activityInGerman('Logged 90 minutes on PAY-7 A'), '90 Minuten erfasst: PAY-7 A');
  assert.equal(
    activityInGerman('Made Ben admin of project Pay'),
    'Ben im Projekt Pay die Rolle gegeben: Verwaltung',
  );
});

test('an activity with several fields names each in German', () => {
  assert.equal(
    activityInGerman('Changed status, due date of PAY-7 A of B'),
    'Status, Fälligkeit geändert: PAY-7 A of B',
  );
  assert.equal(activityInGerman('Did something new'), 'Did something new');
});

test('an answer of the inbox keeps everything but what Docket itself reports', () => {
  const page = (message: string, actor: object | null) => ({
    data: [{ id: '1', message, actor, comment: { excerpt: 'An agent' } }],
    pagination: { total: 1 },
  });
  const inGerman = (body: object) =>
    JSON.parse(feedInGerman(JSON.stringify(body), '/api/user/notifications'));
  const ofPerson = page('Ada commented on PAY-7 A', { name: 'Ada' });
  assert.deepEqual(inGerman(ofPerson), ofPerson);
  assert.deepEqual(
    inGerman(page('80 % of the agent budget of PAY is spent', null)),
    page('80 % des Agentenbudgets von PAY sind verbraucht', null),
  );
});
