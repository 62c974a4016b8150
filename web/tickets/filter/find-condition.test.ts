import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ticketFilters } from '../../../sdk/ticket-fields.ts';
import { findCondition } from './find-condition.ts';

test('a condition begins as soon as a field has its operator', () => {
  for (const text of [
    'status =',
    'due<',
    'priority >= high',
    'estimate > 3',
    'label not in (',
    'text ~ login',
    'Assignee != me',
    '(status = todo or due < 7d',
    'not (status = todo)',
    'not (not (label in (',
    'overdue and assignee = me',
    'field.Severity',
    'field."Found in"',
  ])
    assert.equal(findCondition(text), 0, text);
});

test('every field of the query language begins a condition, and flags need a field after them', () => {
  for (const [name, { kind }] of Object.entries(ticketFilters))
    assert.equal(findCondition(`${name} = 1`), kind === 'flag' ? -1 : 0, name);
});

test('the filters before a condition are not part of it', () => {
  assert.equal(findCondition('assignee:me due < 7d'), 12);
  assert.equal(findCondition('login page (status = todo'), 11);
});

test('filters and words are no condition', () => {
  for (const text of [
    '',
    'status',
    'status:todo',
    'a = b',
    'utm_source=mail',
    'sign in (again)',
    'substatus = 4',
    '"status = todo"',
    'overdue and ready',
    'an empty field. Again',
    'not due',
  ])
    assert.equal(findCondition(text), -1, text);
});
