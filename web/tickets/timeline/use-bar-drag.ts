import { type RefObject, useEffect } from 'react';
import { AutoScroll } from '../drag/auto-scroll.ts';
import { addTouchDrag } from '../drag/touch-drag.ts';
import type { Edge } from './bar.ts';
import type { TimelineControl, TimelineItem } from './timeline-control.ts';

/** A pointer that moves less than this is a press. */
const slipPx = 4;

interface Grip {
  item: TimelineItem;
  edge: Edge;
  /** The day under the pointer at the start, with its fraction. */
  from: number;
}

/**
 * Drags of bars and their ends, by mouse and, after a long press, by touch. A bar says what it is by `data-bar`
 * ("ticket:id"), an end by `data-edge`.
 *
 * | state   | event                          | next    | effect                                |
 * |---------|--------------------------------|---------|---------------------------------------|
 * | idle    | pointer down on a bar          | pressed |                                       |
 * | pressed | it moves 4 px                  | dragged | the bar follows in whole days         |
 * | pressed | it is lifted                   | idle    | a press: the ticket opens             |
 * | dragged | it is lifted                   | idle    | the dates change; no press follows    |
 * | dragged | Escape, or the pointer is lost | idle    | everything stays as it was            |
 */
export function useBarDrag(
  scroller: RefObject<HTMLElement | null>,
  control: TimelineControl,
  dayAt: (clientX: number) => number,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let pressed: (Grip & { x: number; pointer: number }) | undefined;
    let grip: Grip | undefined;
    let pointerX = 0;

    const daysOf = ({ from }: Grip) => Math.round(dayAt(pointerX) - from);
    const follow = () => {
      if (grip) control.setDrag({ ...grip.item, edge: grip.edge, days: daysOf(grip) });
    };
    const scroll = new AutoScroll(() => ({ x: element, y: null }), follow);
    const move = (x: number, y: number) => {
      pointerX = x;
      follow();
      scroll.point(x, y);
    };
    const finish = (isDrop: boolean) => {
      scroll.stop();
      const dropped = grip;
      grip = undefined;
      pressed = undefined;
      // The change is shown before the drag ends, so that the bar does not jump back in between.
      if (dropped && isDrop) {
        const days = daysOf(dropped);
        if (days !== 0) control.actions.move(dropped.item, dropped.edge, days);
      }
      control.setDrag(undefined);
    };

    const onDown = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || event.button !== 0) return;
      const found = gripAt(event.target, dayAt(event.clientX));
      if (found) pressed = { ...found, x: event.clientX, pointer: event.pointerId };
    };
    const onMove = (event: PointerEvent) => {
      if (!pressed || event.pointerId !== pressed.pointer) return;
      if (!grip && Math.abs(event.clientX - pressed.x) < slipPx) return;
      if (!grip) {
        grip = pressed;
        element.setPointerCapture(event.pointerId);
      }
      move(event.clientX, event.clientY);
    };
    const onUp = (event: PointerEvent) => {
      if (event.pointerId !== pressed?.pointer) return;
      if (grip) {
        pointerX = event.clientX;
        // The click that follows the drag is not meant for the ticket below.
        addEventListener('click', refuse, { capture: true, once: true });
        setTimeout(() => removeEventListener('click', refuse, { capture: true }));
      }
      finish(true);
    };
    const onCancel = (event: PointerEvent) => {
      if (event.pointerId === pressed?.pointer) finish(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !grip) return;
      event.stopPropagation();
      finish(false);
    };

    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointerdown', onDown, { signal });
    element.addEventListener('pointermove', onMove, { signal });
    element.addEventListener('pointerup', onUp, { signal });
    element.addEventListener('pointercancel', onCancel, { signal });
    // The browser's own drag of a link or of selected text would end this one.
    element.addEventListener('dragstart', refuse, { signal });
    document.addEventListener('keydown', onKey, { capture: true, signal });
    const endTouch = addTouchDrag(element, {
      hasCopy: false,
      ticketAt: (target) =>
        target instanceof Element ? (target.closest<HTMLElement>('[data-bar]') ?? undefined) : undefined,
      start: (bar, x, target) => {
        grip = gripAt(target ?? bar, dayAt(x));
      },
      move,
      drop: () => finish(true),
      cancel: () => finish(false),
    });
    return () => {
      finish(false);
      endTouch();
      listening.abort();
    };
  }, [scroller, control, dayAt]);
}

function refuse(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

function gripAt(target: EventTarget | null, from: number): Grip | undefined {
  const bar = target instanceof Element ? target.closest<HTMLElement>('[data-bar]') : null;
  if (!bar) return undefined;
  const [kind, id = ''] = bar.dataset.bar?.split(':') ?? [];
  const edge = (target as Element).closest<HTMLElement>('[data-edge]')?.dataset.edge as Edge | undefined;
  return { item: { kind: kind === 'group' ? 'group' : 'ticket', id }, edge: edge ?? 'both', from };
}
