import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock, settle } from '../support/world.ts';
import { type Draft, Drafts } from './drafts.ts';

function newStorage() {
  const kept = new Map<string, Draft>();
  return {
    kept,
    readDrafts: async () => new Map(kept),
    writeDraft: async (key: string, draft: Draft | undefined) => {
      if (draft) kept.set(key, draft);
      else kept.delete(key);
    },
  };
}

test('a text is kept after a pause in typing, found by the next page, and gone once it was sent', async () => {
  const storage = newStorage();
  const clock = new FakeClock();
  const drafts = new Drafts(storage, clock);
  drafts.set('comment:a', 'Hel');
  drafts.set('comment:a', 'Hello');
  assert.equal(storage.kept.size, 0);
  clock.advance(300);
  await settle();
  assert.equal(storage.kept.get('comment:a')?.text, 'Hello');

  const next = new Drafts(storage, clock);
  next.set('comment:b', 'typed before the rest was read');
  await next.restore();
  assert.deepEqual(next.get('comment:a'), { text: 'Hello', restored: true });
  assert.deepEqual(next.get('comment:b').restored, false);
  next.clear('comment:a');
  await settle();
  assert.deepEqual([...storage.kept.keys()], ['comment:b']);
});

test('a text is unsaved until it is stored, and again if the store refused it or it changed meanwhile', async () => {
  const storage = newStorage();
  const clock = new FakeClock();
  let write = Promise.withResolvers<void>();
  const drafts = new Drafts({ ...storage, writeDraft: () => write.promise }, clock);
  const save = async (end: () => void) => {
    write = Promise.withResolvers<void>();
    const saved = drafts.save().catch(() => {});
    assert.deepEqual(drafts.unsaved(), [['comment:a', drafts.get('comment:a').text]], 'while it is stored');
    end();
    await saved;
  };
  drafts.set('comment:a', 'Hel');
  await save(() => write.reject(new Error('The disk is full')));
  assert.deepEqual(drafts.unsaved(), [['comment:a', 'Hel']]);
  await save(() => {
    drafts.set('comment:a', 'Hello');
    write.resolve();
  });
  assert.deepEqual(drafts.unsaved(), [['comment:a', 'Hello']]);
  await save(() => write.resolve());
  assert.deepEqual(drafts.unsaved(), []);
});
