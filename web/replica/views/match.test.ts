import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { newTicketRow } from '../support/rows.ts';
import type { TicketRow, ViewQuery } from '../types.ts';
import { compileOrder, compileQuery, sortRows } from './match.ts';

const context = {
  me: 'ada',
  zone: 'Europe/Berlin',
  nowMs: Date.parse('2026-11-15T10:00:00.000Z'),
  projectId: (ref: string) => (ref === 'ONE' ? 'one' : undefined),
  ticketId: (ref: string) => (ref === 'ONE-1' ? 'parent' : undefined),
};

const matches = (query: ViewQuery, fields: Partial<TicketRow>) =>
  compileQuery(query, context)(newTicketRow({ id: 'a', ...fields }));

describe('queries', () => {
  test('each part has to match, and of its values one', () => {
    const query = { status: ['todo', 'done'], priority: 'high' };
    assert.equal(matches(query, { status: 'done', priority: 'high' }), true);
    assert.equal(matches(query, { status: 'done', priority: 'low' }), false);
    assert.equal(matches({ status: 'todo,done' }, { status: 'done' }), true);
    assert.equal(matches({ status: [], type: '' }, {}), true);
  });

  test('people may be me or none, projects and parents keys', () => {
    assert.equal(matches({ assignee: 'me' }, { assigneeId: 'ada' }), true);
    assert.equal(matches({ assignee: ['none', 'ben'] }, { assigneeId: null }), true);
    assert.equal(matches({ assignee: 'none' }, { assigneeId: 'ada' }), false);
    assert.equal(matches({ project: 'ONE' }, { projectId: 'one' }), true);
    assert.equal(matches({ project: 'TWO' }, { projectId: 'one' }), false);
    assert.equal(matches({ parent: 'ONE-1' }, { parentId: 'parent' }), true);
    assert.equal(matches({ label: ['red', 'blue'] }, { labelIds: ['blue'] }), true);
  });

  test('none is a ticket without the value, alone and beside values', () => {
    assert.equal(matches({ label: 'none' }, { labelIds: [] }), true);
    assert.equal(matches({ label: ['none', 'red'] }, { labelIds: ['blue'] }), false);
    assert.equal(matches({ group: ['none', 'autumn'] }, { groupId: null }), true);
    assert.equal(matches({ parent: 'none' }, { parentId: 'parent' }), false);
    assert.equal(matches({ undated: true }, { dueDate: null }), true);
    assert.equal(matches({ undated: true }, { dueDate: '2026-12-01T00:00:00.000Z' }), false);
  });

  test('a range of dates has its first day and not its last, in the zone of the person', () => {
    const query = { dueAfter: '2026-12-01', dueBefore: '2027-01-01' };
    assert.equal(matches(query, { dueDate: '2026-11-30T23:00:00.000Z' }), true);
    assert.equal(matches(query, { dueDate: '2026-11-30T22:59:59.999Z' }), false);
    assert.equal(matches(query, { dueDate: '2026-12-31T22:59:59.999Z' }), true);
    assert.equal(matches(query, { dueDate: '2026-12-31T23:00:00.000Z' }), false);
    assert.equal(matches({ dueBefore: '2027-01-01' }, { dueDate: null }), false);
  });

  test('open tickets whose date is past are overdue', () => {
    const past = { dueDate: '2026-11-14T10:00:00.000Z' };
    assert.equal(matches({ overdue: true }, past), true);
    assert.equal(matches({ overdue: true }, { ...past, status: 'done' }), false);
    assert.equal(matches({ overdue: true }, { dueDate: null }), false);
  });

  test('every word of a search occurs in key or title, regardless of case', () => {
    const ticket = { key: 'PAY-12', title: 'Größe der Rechnung' };
    assert.equal(matches({ search: 'GRÖSSE' }, ticket), false);
    assert.equal(matches({ search: 'größe rech' }, ticket), true);
    assert.equal(matches({ search: 'pay-12 rechnung' }, ticket), true);
    assert.equal(matches({ search: 'rechnung betrag' }, ticket), false);
  });
});

describe('orders', () => {
  const sorted = (query: ViewQuery, rows: TicketRow[]) =>
    rows.toSorted(compileOrder(query)).map(({ id }) => id);

  test('ties are ordered by id, in the direction of the list', () => {
    const rows = ['b', 'a', 'c'].map((id) => newTicketRow({ id }));
    assert.deepEqual(sorted({ sort: 'priority', order: 'asc' }, rows), ['a', 'b', 'c']);
    assert.deepEqual(sorted({ sort: 'priority', order: 'desc' }, rows), ['c', 'b', 'a']);
  });

  test('tickets without a due date come last in both directions', () => {
    const rows = [null, '2026-12-02T00:00:00.000Z', '2026-12-01T00:00:00.000Z'].map((dueDate, index) =>
      newTicketRow({ id: String(index), dueDate }),
    );
    assert.deepEqual(sorted({ sort: 'dueDate', order: 'asc' }, rows), ['2', '1', '0']);
    assert.deepEqual(sorted({ sort: 'dueDate', order: 'desc' }, rows), ['1', '2', '0']);
  });

  test('statuses and priorities are ordered by their meaning', () => {
    const byStatus = (['done', 'backlog', 'in_review'] as const).map((status) =>
      newTicketRow({ id: status, status }),
    );
    assert.deepEqual(sorted({ sort: 'status', order: 'asc' }, byStatus), ['backlog', 'in_review', 'done']);
    const byPriority = (['low', 'highest', 'medium'] as const).map((id) =>
      newTicketRow({ id, priority: id }),
    );
    assert.deepEqual(sorted({ sort: 'priority' }, byPriority), ['highest', 'medium', 'low']);
  });

  test('rows that share values are sorted like any others', () => {
    const row = fc.record({
      id: fc.string({ maxLength: 2 }),
      priority: fc.constantFrom('low', 'medium', 'high'),
      estimate: fc.option(fc.nat(3)),
    });
    const order = fc.record({
      sort: fc.constantFrom('priority', 'estimate', 'title'),
      order: fc.constantFrom('asc', 'desc'),
    });
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ id }) => id }), order, (fields, query) => {
        const rows = fields.map(newTicketRow);
        assert.deepEqual(sortRows([...rows], query), rows.toSorted(compileOrder(query)));
      }),
    );
  });
});
