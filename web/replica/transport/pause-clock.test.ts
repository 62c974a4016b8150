import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FakeClock } from '../support/world.ts';
import { newPauseClock } from './pause-clock.ts';

function newPerson() {
  const clock = new FakeClock();
  const target = new EventTarget();
  let runs = 0;
  const pauses = newPauseClock(clock, { target, whenIdle: (run) => run() });
  const cancel = pauses.after(3_000, () => {
    runs += 1;
  });
  return { clock, cancel, press: () => target.dispatchEvent(new Event('keydown')), runs: () => runs };
}

test('work of a person who rests is done after its time', () => {
  const { clock, runs } = newPerson();
  clock.advance(2_999);
  assert.equal(runs(), 0);
  clock.advance(1);
  assert.equal(runs(), 1);
});

test('work waits while the person works, until they pause for a second', () => {
  const { clock, press, runs } = newPerson();
  for (let times = 0; times < 20; times++) {
    press();
    clock.advance(500);
  }
  assert.equal(runs(), 0);
  clock.advance(499);
  assert.equal(runs(), 0);
  clock.advance(1);
  assert.equal(runs(), 1);
});

test('work of a person who never pauses is done half a minute after its time', () => {
  const { clock, press, runs } = newPerson();
  for (let seconds = 0; seconds < 33; seconds += 0.5) {
    assert.equal(runs(), 0);
    press();
    clock.advance(500);
  }
  assert.equal(runs(), 1);
});

test('work that is cancelled while it waits for a pause is never done', () => {
  const { clock, cancel, press, runs } = newPerson();
  clock.advance(2_900);
  press();
  clock.advance(200);
  cancel();
  clock.advance(60_000);
  assert.equal(runs(), 0);
});
