import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subjectOfDraft } from './draft-subject.ts';

test('the key of a draft tells what it belongs to', () => {
  const subjects: [string, object][] = [
    ['comment:t1', { kind: 'comment', ticketId: 't1' }],
    ['comment:t1:c1', { kind: 'reply', ticketId: 't1', commentId: 'c1' }],
    ['comment-edit:t1:c1', { kind: 'comment-edit', ticketId: 't1', commentId: 'c1' }],
    ['comment-edit:c1', { kind: 'other' }],
    ['conflict:t1:description', { kind: 'description', ticketId: 't1' }],
    ['title:t1', { kind: 'title', ticketId: 't1' }],
    ['answer:k1', { kind: 'answer', taskId: 'k1' }],
    ['docs-entry:p1:e1', { kind: 'docs-entry', projectId: 'p1' }],
    ['new-ticket:p1:todo', { kind: 'new-ticket' }],
    ['surprise', { kind: 'other' }],
  ];
  for (const [key, subject] of subjects) assert.deepEqual(subjectOfDraft(key), subject);
});
