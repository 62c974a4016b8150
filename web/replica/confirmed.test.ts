import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEvent } from './apply-event.ts';
import { Confirmed } from './confirmed.ts';
import { newTicketRow } from './support/rows.ts';

const at = (second: number) => `2026-11-15T10:00:${String(second).padStart(2, '0')}.000Z`;
const row = (second: number, fields = {}) => newTicketRow({ id: 'a', updatedAt: at(second), ...fields });

describe('confirmed rows', () => {
  test('of two rows the later one stays, in whichever order they arrive', () => {
    const confirmed = new Confirmed();
    assert.equal(confirmed.confirm(row(2, { title: 'new' })), true);
    assert.equal(confirmed.confirm(row(1, { title: 'old' })), false);
    assert.equal(confirmed.get('a')?.title, 'new');
  });

  test('an answer without labels does not replace a complete row of the same moment', () => {
    const confirmed = new Confirmed();
    confirmed.confirm(row(1, { labelIds: ['red'] }));
    confirmed.confirm(row(1, { labelIds: [] }), { since: 0, isPartial: true });
    assert.deepEqual(confirmed.get('a')?.labelIds, ['red']);
  });

  test('a deleted ticket returns by a later row only', () => {
    const confirmed = new Confirmed();
    confirmed.confirm(row(1));
    confirmed.removeDeleted('a', at(2));
    confirmed.confirm(row(1));
    assert.equal(confirmed.get('a'), undefined);
    confirmed.confirm(row(3), { isRestored: true });
    assert.equal(confirmed.get('a')?.updatedAt, at(3));
  });

  test('a ticket that was lost returns by an answer to a request that was sent afterwards', () => {
    const confirmed = new Confirmed();
    confirmed.confirm(row(1));
    const before = confirmed.now();
    confirmed.removeGone('a', at(2));
    confirmed.confirm(row(1), { since: before });
    assert.equal(confirmed.get('a'), undefined);
    confirmed.confirm(row(1), { since: confirmed.now() });
    assert.equal(confirmed.get('a')?.updatedAt, at(1));
  });

  test('a loss that is told twice does not remove a row that was read after it', () => {
    const confirmed = new Confirmed();
    confirmed.confirm(row(3));
    assert.equal(confirmed.removeGone('a', at(2)), false);
    assert.equal(confirmed.removeGone('a', at(3)), false);
  });

  test('the answer to a deletion hides the ticket until its event, whatever comes in between', () => {
    const confirmed = new Confirmed();
    confirmed.confirm(row(1));
    confirmed.removeByAnswer('a', confirmed.now(), false);
    confirmed.confirm(row(2));
    assert.equal(confirmed.get('a'), undefined);
    confirmed.removeDeleted('a', at(3));
    confirmed.confirm(row(4));
    assert.equal(confirmed.get('a')?.updatedAt, at(4));
  });

  test('a load removes the rows that it lacks, except those that were confirmed while it ran', () => {
    const confirmed = new Confirmed();
    for (const id of ['a', 'b', 'c']) confirmed.confirm(newTicketRow({ id, updatedAt: at(1) }));
    const since = confirmed.beginLoad();
    confirmed.confirm(newTicketRow({ id: 'b', updatedAt: at(2) }));
    assert.deepEqual(
      confirmed.endLoad(since, new Set(['a']), () => true),
      ['c'],
    );
    assert.deepEqual([...confirmed.all()].map(({ id }) => id).sort(), ['a', 'b']);
  });

  test('a deleted label and a new project key apply to rows that arrive later too', () => {
    const confirmed = new Confirmed();
    confirmed.deletePart('red');
    confirmed.changeProjectKey('one', 'NEW');
    confirmed.confirm(row(1, { labelIds: ['blue', 'red'], key: 'OLD-7', number: 7, projectId: 'one' }));
    assert.deepEqual([confirmed.get('a')?.labelIds, confirmed.get('a')?.key], [['blue'], 'NEW-7']);
  });

  test('a deleted own status leaves its tickets in their status', () => {
    const confirmed = new Confirmed();
    confirmed.confirm(row(1, { status: 'in_review', ownStatusId: 'qa', projectId: 'one' }));
    const statuses = [{ status: 'in_review' }, { id: 'qa', status: 'in_review' }];
    const changes = { workflow: { from: { statuses }, to: { statuses: statuses.slice(0, 1) } } };
    const data = { project: { id: 'one', key: 'ONE' }, changes };
    const event = { id: '1', type: 'project.updated', timestamp: at(2), data };
    assert.deepEqual(applyEvent(confirmed, event as never, 'ada').changed, ['a']);
    assert.deepEqual([confirmed.get('a')?.status, confirmed.get('a')?.ownStatusId], ['in_review', null]);
  });

  test('with a project go its tickets, except those of the person themselves', () => {
    const confirmed = new Confirmed();
    confirmed.confirm(newTicketRow({ id: 'a', projectId: 'one', reporterId: 'ada' }));
    confirmed.confirm(newTicketRow({ id: 'b', projectId: 'one' }));
    const since = confirmed.now();
    assert.deepEqual(
      confirmed.removeProject('one', 'ada', false).map(({ id }) => id),
      ['b'],
    );
    assert.equal(confirmed.confirm(newTicketRow({ id: 'c', projectId: 'one' }), { since }), false);
    assert.equal(confirmed.removeProject('one', 'ada', true).length, 1);
  });
});
