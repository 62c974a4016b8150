export type Side = 'bottom' | 'top' | 'right' | 'left';
export type Align = 'start' | 'center' | 'end';

/** Between the anchor and the popup. */
const gap = 4;
/** Between the popup and the edge of the window. */
const margin = 8;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

export interface Placement {
  side: Side;
  left: number;
  top: number;
  /** The popup scrolls beyond it. */
  heightMax: number;
}

const opposite = { bottom: 'top', top: 'bottom', right: 'left', left: 'right' } as const;

/**
 * Places the popup on the wanted side if there is room, otherwise on the side with more room; never beyond the window.
 * One that may cover its button uses the whole height of the window before it scrolls.
 */
export function placeBeside(
  anchor: Box,
  popup: Size,
  screen: Size,
  wanted: Side,
  align: Align,
  mayCover = false,
): Placement {
  const room: Record<Side, number> = {
    bottom: screen.height - anchor.bottom - gap - margin,
    top: anchor.top - gap - margin,
    right: screen.width - anchor.right - gap - margin,
    left: anchor.left - gap - margin,
  };
  const isVertical = wanted === 'bottom' || wanted === 'top';
  const needed = isVertical ? popup.height : popup.width;
  const fits = room[wanted] >= needed || room[wanted] >= room[opposite[wanted]];
  const side = fits ? wanted : opposite[wanted];
  const heightMax = isVertical && !mayCover ? room[side] : screen.height - 2 * margin;
  const size = { width: popup.width, height: Math.min(popup.height, heightMax) };
  const beside: Record<Side, number> = {
    bottom: anchor.bottom + gap,
    top: anchor.top - gap - size.height,
    right: anchor.right + gap,
    left: anchor.left - gap - size.width,
  };
  const left = isVertical ? along(anchor.left, anchor.right, size.width, align) : beside[side];
  const top = isVertical ? beside[side] : along(anchor.top, anchor.bottom, size.height, align);
  return {
    side,
    left: within(left, screen.width - size.width),
    top: within(top, screen.height - size.height),
    heightMax,
  };
}

const along = (start: number, end: number, length: number, align: Align) =>
  ({ start, center: (start + end - length) / 2, end: end - length })[align];

const within = (at: number, end: number) => Math.max(margin, Math.min(at, end - margin));
