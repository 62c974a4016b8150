import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comment, HistoryItem } from '../../../../sdk/index.ts';
import { streamOf } from './stream.ts';

const ada = { id: 'ada', name: 'Ada', email: 'ada@example.org', image: null };
const at = (minute: number) => `2026-11-15T10:${String(minute).padStart(2, '0')}:00.000Z`;
const changed = (minute: number, changes: Record<string, unknown>): HistoryItem => ({
  id: `event-${minute}`,
  type: 'ticket.updated',
  actor: ada,
  description: 'changed it',
  changes,
  createdAt: at(minute),
});
const comment = (minute: number): Comment => ({
  id: `comment-${minute}`,
  ticketId: 'pay-12',
  content: 'Yes',
  author: ada,
  mentions: [],
  reactions: [],
  createdAt: at(minute),
  updatedAt: at(minute),
});
const none = new Set<string>();

test('comments and changes stand in one stream, oldest first', () => {
  const history = [
    changed(3, { status: { from: 'todo', to: 'done' } }),
    changed(1, { title: { from: 'A', to: 'B' } }),
  ];
  const entries = streamOf({ comments: [comment(2)], history, tasks: [] }, 'all', none);
  assert.deepEqual(
    entries.map(({ at }) => at),
    [at(1), at(2), at(3)],
  );
});

test('an event that changed two fields is two entries, and a new rank is none', () => {
  const change = { from: 1, to: 2 };
  const history = [changed(1, { status: change, priority: change, rank: change })];
  assert.equal(streamOf({ comments: [], history, tasks: [] }, 'all', none).length, 2);
});

test('events that the stream shows otherwise are left out', () => {
  const history = ['comment.created', 'ticket.status_changed', 'agent_task.activity', 'reaction.added'].map(
    (type, index) => ({ ...changed(index, {}), type }),
  );
  assert.deepEqual(streamOf({ comments: [], history, tasks: [] }, 'all', none), []);
});

test('a long run of changes is folded until somebody asks for it', () => {
  const history = Array.from({ length: 9 }, (_, index) =>
    changed(index, { status: { from: 'todo', to: 'done' } }),
  );
  const sources = { comments: [], history, tasks: [] };
  const folded = streamOf(sources, 'all', none);
  assert.deepEqual(
    folded.map(({ kind }) => kind),
    ['change', 'folded', 'change', 'change'],
  );
  const key = folded[1]?.key ?? '';
  assert.equal(streamOf(sources, 'all', new Set([key])).length, 9);
});

test('the filter shows comments alone', () => {
  const history = [changed(1, { status: { from: 'todo', to: 'done' } })];
  assert.deepEqual(
    streamOf({ comments: [comment(2)], history, tasks: [] }, 'comments', none).map(({ kind }) => kind),
    ['comment'],
  );
});

test('replies stand under the first comment of their thread, also when that is deleted', () => {
  const [first, other, reply, orphan] = [comment(1), comment(2), comment(3), comment(4)];
  const comments = [
    first,
    other,
    { ...reply, parentId: first.id } as Comment,
    { ...orphan, parentId: 'gone' } as Comment,
  ];
  const entries = streamOf({ comments, history: [], tasks: [] }, 'comments', none);
  assert.deepEqual(
    entries.map((entry) => entry.kind === 'comment' && [entry.comment.id, entry.replies.map(({ id }) => id)]),
    [
      [first.id, [reply.id]],
      [other.id, []],
      [orphan.id, []],
    ],
  );
});
