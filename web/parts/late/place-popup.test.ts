import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placeBeside } from './place-popup.ts';

const screen = { width: 1000, height: 600 };
const popup = { width: 200, height: 300 };
const boxAt = (left: number, top: number) => ({ left, top, right: left + 80, bottom: top + 30 });

test('a popup stands below its button, along its left edge', () => {
  const { side, left, top } = placeBeside(boxAt(100, 50), popup, screen, 'bottom', 'start');
  assert.deepEqual({ side, left, top }, { side: 'bottom', left: 100, top: 84 });
});

test('a popup without room below stands above its button', () => {
  const { side, top } = placeBeside(boxAt(100, 500), popup, screen, 'bottom', 'start');
  assert.deepEqual({ side, top }, { side: 'top', top: 196 });
});

test('a popup that fits on neither side takes the larger one and scrolls', () => {
  const tall = { width: 200, height: 2_000 };
  const { side, top, heightMax } = placeBeside(boxAt(100, 350), tall, screen, 'bottom', 'start');
  assert.deepEqual({ side, top, heightMax }, { side: 'top', top: 8, heightMax: 338 });
});

test('a popup that may cover its button shows all of itself if the window is high enough', () => {
  const menu = { width: 200, height: 500 };
  const placed = placeBeside(boxAt(100, 300), menu, screen, 'bottom', 'start', true);
  assert.deepEqual(placed, { side: 'top', left: 100, top: 8, heightMax: 584 });
  assert.equal(placeBeside(boxAt(100, 50), menu, screen, 'bottom', 'start', true).top, 84);
});

test('a popup never leaves the window', () => {
  for (const align of ['start', 'center', 'end'] as const) {
    for (const side of ['bottom', 'top', 'right', 'left'] as const) {
      for (const anchor of [boxAt(0, 0), boxAt(950, 0), boxAt(0, 590), boxAt(950, 590), boxAt(460, 280)]) {
        const { left, top, heightMax } = placeBeside(anchor, popup, screen, side, align);
        const height = Math.min(popup.height, heightMax);
        const isInside = left >= 8 && left + popup.width <= 992 && top >= 8 && top + height <= 592;
        assert.ok(isInside, JSON.stringify({ align, side, anchor, left, top, height }));
      }
    }
  }
});

test('a popup is aligned with the middle or the end of its button', () => {
  assert.equal(placeBeside(boxAt(400, 50), popup, screen, 'bottom', 'center').left, 340);
  assert.equal(placeBeside(boxAt(400, 50), popup, screen, 'bottom', 'end').left, 280);
});
