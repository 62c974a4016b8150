import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ProjectSnapshot, readProject } from '../snapshot.ts';
import { projectOne, projectTwo } from '../support/model-server.ts';
import { settle, Tab } from '../support/world.ts';
import { Saver } from './saver.ts';

/** Keeps what is saved, and how often each project was. */
class MemoryStorage {
  cursor = '';
  readonly projects = new Map<string, ProjectSnapshot>();
  written: string[] = [];
  isFull = false;

  async writeSnapshot(cursor: string, changed: ProjectSnapshot[]): Promise<void> {
    if (this.isFull) throw new Error('The disk is full');
    this.cursor = cursor;
    for (const project of changed) this.projects.set(project.projectId, project);
    this.written.push(...changed.map(({ projectId }) => projectId));
  }

  async writeEntries(): Promise<void> {}

  titleOf(id: string): string | undefined {
    const rows = [...this.projects.values()].flatMap((project) => readProject(project).rows);
    return rows.find((row) => row.id === id)?.title;
  }
}

/** A tab that reads the stream and has saved two projects with one ticket each. */
async function savedTab() {
  const tab = new Tab();
  const storage = new MemoryStorage();
  tab.server.create('a', 'Ticket a', projectOne);
  tab.server.create('b', 'Ticket b', projectTwo);
  const saver = saveInto(tab, storage);
  tab.replica.view({ project: ['ONE', 'TWO'] });
  await tab.finish();
  assert.deepEqual(new Set(storage.written), new Set([projectOne, projectTwo]));
  storage.written = [];
  return { tab, storage, saver };
}

function saveInto({ replica, clock }: Tab, storage: MemoryStorage, nextTask = async () => {}): Saver {
  const reads = { readSnapshot: async () => undefined, readFirstScreen: async () => undefined };
  const rest = { ...reads, takeEntries: async () => [], clear: async () => {} };
  const drafts = { readDrafts: async () => new Map(), writeDraft: async () => {} };
  const { writeSnapshot, writeEntries } = MemoryStorage.prototype;
  const writes = { writeSnapshot: writeSnapshot.bind(storage), writeEntries: writeEntries.bind(storage) };
  const saver = new Saver(replica, { ...rest, ...drafts, ...writes }, clock, 'tab', {
    findAddress: () => undefined,
    nextTask,
  });
  saver.lead();
  return saver;
}

test('of the projects that are held only those that changed are saved', async () => {
  const { tab, storage } = await savedTab();
  tab.server.change('b', { title: 'Changed' });
  await tab.finish();
  assert.deepEqual(storage.written, [projectTwo]);
  assert.equal(storage.titleOf('b'), 'Changed');
  assert.equal(storage.cursor, tab.replica.cursor);
});

test('a ticket that moves to another project is no longer stored with the former one', async () => {
  const { tab, storage } = await savedTab();
  tab.server.change('a', { projectId: projectTwo });
  await tab.finish();
  assert.deepEqual(storage.written.toSorted(), [projectOne, projectTwo].toSorted());
});

test('a page that takes over what is stored does not store the same rows again, but the changes since', async () => {
  const { tab, storage } = await savedTab();
  tab.save();
  tab.reload();
  saveInto(tab, storage);
  await tab.finish();
  assert.deepEqual(storage.written, []);
  tab.server.change('a', { title: 'Changed' });
  await tab.finish();
  assert.deepEqual(storage.written, [projectOne]);
  assert.deepEqual([storage.titleOf('a'), storage.titleOf('b')], ['Changed', 'Ticket b']);
});

test('after the session has ended nothing is saved, and after signing in again everything is', async () => {
  const { tab, storage, saver } = await savedTab();
  saver.end();
  tab.server.change('b', { title: 'Changed' });
  await tab.finish();
  await saver.save();
  assert.deepEqual(storage.written, []);
  saver.resume();
  await tab.finish();
  assert.deepEqual(new Set(storage.written), new Set([projectOne, projectTwo]));
});

test('what could not be saved is saved with the next change of another project', async () => {
  const { tab, storage } = await savedTab();
  storage.isFull = true;
  tab.server.change('a', { title: 'Not stored at first' });
  await tab.finish();
  assert.equal(storage.titleOf('a'), 'Ticket a');
  storage.isFull = false;
  tab.server.change('b', { title: 'Changed' });
  await tab.finish();
  await settle();
  assert.deepEqual([storage.titleOf('a'), storage.titleOf('b')], ['Not stored at first', 'Changed']);
});

/** The tab converts the rows of a changed project and waits for its next task. */
async function convertingTab() {
  const { tab, storage } = await savedTab();
  tab.save();
  tab.reload();
  let resume = () => {};
  let isWaiting = false;
  const saver = saveInto(tab, storage, () => {
    isWaiting = true;
    return new Promise((resolve) => {
      resume = resolve;
    });
  });
  await tab.finish();
  tab.server.change('a', { title: 'Converted' });
  await tab.finish();
  assert.ok(isWaiting);
  const finish = async () => {
    for (let step = 0; step < 100; step++) {
      resume();
      await settle();
    }
  };
  return { tab, storage, saver, finish };
}

test('a page that ends while it converts rows stores them as they are then, and nothing older after that', async () => {
  const { tab, storage, saver, finish } = await convertingTab();
  tab.server.change('a', { title: 'Changed since' });
  await tab.finish();
  assert.deepEqual(storage.written, []);
  await saver.save();
  assert.equal(storage.titleOf('a'), 'Changed since');
  const cursor = storage.cursor;
  await finish();
  assert.deepEqual([storage.titleOf('a'), storage.cursor], ['Changed since', cursor]);
});

test('a change that comes while rows are converted is stored with the next save', async () => {
  const { tab, storage, finish } = await convertingTab();
  tab.server.change('a', { title: 'Changed since' });
  await tab.finish();
  await finish();
  assert.equal(storage.titleOf('a'), 'Converted');
  await tab.finish();
  await finish();
  assert.equal(storage.titleOf('a'), 'Changed since');
});

test('rows that are being converted when the session ends are stored only after signing in again', async () => {
  const { tab, storage, saver, finish } = await convertingTab();
  saver.end();
  await finish();
  assert.deepEqual(storage.written, []);
  saver.resume();
  await tab.finish();
  await finish();
  assert.equal(storage.titleOf('a'), 'Converted');
});
