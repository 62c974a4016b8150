import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { loadLanguage, loadLateMessages } from '../../../messages/index.ts';
import { statusLabel } from '../../../parts/ticket-words.ts';
import { describeChange, describeEvent, type Names } from './describe-change.ts';

before(async () => {
  await loadLanguage('en');
  await loadLateMessages();
});

const names: Names = {
  status: statusLabel,
  person: (id) => `Person ${id}`,
  label: (id) => `Label ${id}`,
  group: (id) => `Group ${id}`,
  project: (id) => `Project ${id}`,
  ticket: (id) => `Ticket ${id}`,
  day: () => '24 Dec',
};
const describe = (field: string, from: unknown, to: unknown) =>
  describeChange({ field, from, to }, 'ada', names);

test('changes are told in the words of the screen', () => {
  assert.equal(describe('status', 'todo', 'in_progress'), 'moved it from To do to In progress');
  assert.equal(describe('assigneeId', null, 'ben'), 'assigned it to Person ben');
  assert.equal(describe('assigneeId', 'ben', 'ada'), 'took it');
  assert.equal(describe('assigneeId', 'ben', null), 'unassigned Person ben');
  assert.equal(describe('labelIds', ['a'], ['b']), 'added Label b and removed Label a');
  assert.equal(describe('dueDate', null, '2026-12-24T22:59:59.999Z'), 'set the due date to 24 Dec');
  assert.equal(describe('blocked_by', null, 'x'), 'marked it as blocked by Ticket x');
  assert.equal(describe('blocks', 'x', null), 'removed the relation to Ticket x');
});

test('a change of the checklist names the item and what became of it', () => {
  const item = (text: string, done: boolean) => ({ id: '1', text, done, position: 0, assigneeId: null });
  assert.equal(describe('checklist', null, item('Ship', false)), 'added “Ship” to the checklist');
  assert.equal(describe('checklist', item('Ship', true), null), 'deleted “Ship” from the checklist');
  assert.equal(describe('checklist', item('Ship', false), item('Ship', true)), 'ticked “Ship”');
  assert.equal(describe('checklist', item('Ship', true), item('Ship', false)), 'unticked “Ship”');
  assert.equal(describe('checklist', item('a', true), item('b', true)), 'changed “b” in the checklist');
});

test('an event without words of its own is told in those of the server', () => {
  assert.equal(describeEvent('ticket.created', 'created PAY-12', 'PAY-12'), 'created the ticket');
  assert.equal(
    describeEvent('code.review_submitted', 'reviewed acme/app#3', 'PAY-12'),
    'reviewed acme/app#3',
  );
});

test('a file is named where the server names it', () => {
  const attached = (key: string | null) =>
    describeEvent('attachment.created', 'attached road to nowhere.png to PAY-12 Wrong rate', key);
  assert.equal(attached('PAY-12'), 'attached road to nowhere.png');
  assert.equal(attached(null), 'attached a file');
});
