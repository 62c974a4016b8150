import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, areValid, type Edit } from '../../packages/text-edits/index.ts';
import { dueRuns } from '../../test/support/rotation.ts';
import { type SessionEdit, SharedText, type SharedTextState } from './shared-text.ts';

/** Repeatable numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The rule of `src/collaboration/text-sessions.ts`, in memory. */
class ModelServer {
  readonly log: SessionEdit[] = [];
  text: string;
  constructor(text: string) {
    this.text = text;
  }
  edit(base: number, sent: Omit<SessionEdit, 'version'> | undefined) {
    const missing = this.log.slice(base);
    const isKnown = missing.some(({ client, number }) => client === sent?.client && number === sent.number);
    if (!sent || isKnown) return { isAccepted: true, missing };
    if (missing.length > 0) return { isAccepted: false, missing };
    assert.ok(areValid(sent.edits, this.text.length));
    this.text = applyEdits(this.text, sent.edits);
    this.log.push({ ...sent, version: base + 1 });
    return { isAccepted: true, missing: [] };
  }
}

interface Writer {
  shared: SharedText;
  /** What the editor shows, changed only by what `receive` returns. */
  shown: string;
  /** Messages of the stream on their way, and answers. */
  stream: SessionEdit[];
  kept: SharedTextState;
}

/** Every inserted character is another one, so that each can be found again. */
function runHistory(seed: number): void {
  const random = randomFrom(seed);
  const pick = (max: number) => Math.floor(random() * max);
  let nextCharacter = 0xe000;
  const start = 'The quick brown fox';
  const server = new ModelServer(start);
  const inserted = new Set<string>();
  const deleted = new Set<string>();
  let clients = 0;
  const writers = Array.from({ length: 2 + pick(3) }, (): Writer => {
    const state = { session: 's', version: 0, known: start, waiting: [] };
    return { shared: new SharedText(state, `c${clients++}`), shown: start, stream: [], kept: state };
  });
  const take = (writer: Writer, edit: SessionEdit) => {
    const change = writer.shared.receive(edit);
    if (change) writer.shown = applyEdits(writer.shown, change);
    assert.equal(writer.shown, writer.shared.text, `seed ${seed}: what is shown is what the state says`);
    writer.kept = writer.shared.state;
    return change !== undefined;
  };
  const type = (writer: Writer) => {
    const from = pick(writer.shown.length + 1);
    const to = random() < 0.6 ? from : Math.min(writer.shown.length, from + pick(4));
    const insert =
      random() < 0.2
        ? ''
        : String.fromCharCode(...Array.from({ length: 1 + pick(3) }, () => nextCharacter++));
    for (const one of insert) inserted.add(one);
    for (const one of writer.shown.slice(from, to)) deleted.add(one);
    const edits: Edit[] = [{ from, to, insert }];
    writer.shown = applyEdits(writer.shown, edits);
    writer.shared.type(edits);
    writer.kept = writer.shared.state;
  };
  /** Sends what is typed. The request or the answer can be lost; an answer can come after messages of the stream. */
  const send = (writer: Writer, isReliable = false) => {
    const sent = writer.shared.take();
    writer.kept = writer.shared.state;
    const base = writer.shared.state.version;
    if (!isReliable && random() < 0.1) return;
    const before = server.log.length;
    const { isAccepted, missing } = server.edit(base, sent && { ...sent });
    for (const edit of server.log.slice(before))
      for (const other of writers) if (random() < 0.9) other.stream.push(edit);
    if (!isReliable && random() < 0.2) return;
    if (!isReliable && random() < 0.3) hear(writer);
    for (const edit of missing) take(writer, edit);
    if (isAccepted && sent) writer.shared.confirm(base + 1, sent.number);
    assert.equal(writer.shown, writer.shared.text);
  };
  /** Messages arrive in any order and twice. */
  const hear = (writer: Writer) => {
    for (let left = pick(4); left > 0 && writer.stream.length > 0; left--) {
      const index = random() < 0.7 ? 0 : pick(writer.stream.length);
      const [edit] = random() < 0.8 ? writer.stream.splice(index, 1) : [writer.stream[index]];
      if (edit) take(writer, edit);
    }
  };
  /** The page is loaded again: another client, which goes on with what the tab kept. */
  const reload = (writer: Writer) => {
    writer.shared = new SharedText(structuredClone(writer.kept), `c${clients++}`);
    writer.stream = [];
    assert.equal(writer.shared.text, writer.shown, `seed ${seed}: nothing is lost by a reload`);
  };

  for (let step = 0; step < 60; step++) {
    const writer = writers[pick(writers.length)] as Writer;
    const what = random();
    if (what < 0.45) type(writer);
    else if (what < 0.75) send(writer);
    else if (what < 0.97) hear(writer);
    else reload(writer);
  }
  for (
    let round = 0;
    writers.some(({ shared }) => !shared.isSaved || shared.state.version < server.log.length);
    round++
  ) {
    assert.ok(round < 200, `seed ${seed}: all are done some time`);
    for (const writer of writers) send(writer, true);
  }
  for (const { shown } of writers) assert.equal(shown, server.text, `seed ${seed}: all have the same text`);
  for (const one of inserted) {
    const count = server.text.split(one).length - 1;
    assert.ok(
      count === 1 || (count === 0 && deleted.has(one)),
      `seed ${seed}: ${count} times ${one.codePointAt(0)}`,
    );
  }
}

const runs = dueRuns(4_000);
test(`after ${runs} histories of two to four writers all have the same text, with every character once`, () => {
  for (let seed = 1; seed <= runs; seed++) runHistory(seed);
});

test('a text that was typed before the session was joined goes into it', () => {
  const session = { id: 's', version: 3, text: 'one TWO three' };
  const shared = SharedText.join(session, { base: 'one two three', text: 'zero one two three' }, 'c');
  assert.equal(shared.text, 'zero one TWO three');
  assert.equal(applyEdits(session.text, shared.take()?.edits ?? []), shared.text);
});
