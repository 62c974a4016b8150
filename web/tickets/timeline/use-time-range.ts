import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import {
  type DayNumber,
  extendRange,
  pxPerDay,
  rangeAround,
  type TimeRange,
  type Zoom,
} from './time-scale.ts';

/** The day in the address is at this share of the width, so that more of the future than of the past is visible. */
const anchorShare = 0.35;
/** The address changes after scrolling has stopped for this time. */
const restMs = 300;

interface Options {
  scroller: RefObject<HTMLElement | null>;
  zoom: Zoom;
  /** The day in the address. */
  at: DayNumber;
  /** The width of the column with names, which covers the start of the time axis. */
  namesPx: number;
  /** Called when scrolling has ended with this day at the anchor. */
  onRest: (day: DayNumber) => void;
}

/** The existing days, the visible ones, and scrolling along them. Days are added when an end comes near. */
export function useTimeRange({ scroller, zoom, at, namesPx, onRest }: Options) {
  const px = pxPerDay[zoom];
  const [range, setRange] = useState<TimeRange>(() => rangeAround(at, zoom));
  const [sight, setSight] = useState({ first: at, last: at });
  const drawn = useRef({ zoom, range });
  /** The day that scrolls to the anchor as soon as its range is drawn. */
  const aim = useRef<DayNumber | undefined>(at);
  const anchor = useRef(at);

  const measure = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const visiblePx = element.clientWidth - namesPx;
    const { from } = drawn.current.range;
    const first = from + Math.floor(element.scrollLeft / px);
    const last = from + Math.ceil((element.scrollLeft + visiblePx) / px);
    anchor.current = from + Math.round((element.scrollLeft + visiblePx * anchorShare) / px);
    setSight((before) => (before.first === first && before.last === last ? before : { first, last }));
    setRange((before) => extendRange(before, { first, last }, zoom));
  }, [scroller, namesPx, px, zoom]);

  const scrollToDay = useCallback(
    (day: DayNumber, behavior: ScrollBehavior) => {
      const element = scroller.current;
      if (!element) return;
      const visiblePx = element.clientWidth - namesPx;
      const left = (day - drawn.current.range.from) * px - visiblePx * anchorShare;
      element.scrollTo({ left, behavior });
    },
    [scroller, namesPx, px],
  );

  // The same days stay visible when the zoom changes and when days are added before them.
  useLayoutEffect(() => {
    const before = drawn.current;
    if (before.zoom !== zoom) {
      aim.current ??= anchor.current;
      drawn.current = { zoom, range };
      setRange(rangeAround(aim.current, zoom));
      return;
    }
    drawn.current = { zoom, range };
    if (aim.current !== undefined) scrollToDay(aim.current, 'instant');
    else if (before.range.from !== range.from && scroller.current) {
      scroller.current.scrollLeft += (before.range.from - range.from) * px;
    }
    aim.current = undefined;
    measure();
  }, [zoom, range, px, scroller, scrollToDay, measure]);

  const goTo = useCallback(
    (day: DayNumber) => {
      const { from, to } = drawn.current.range;
      if (day > from && day < to) {
        const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
        scrollToDay(day, isCalm ? 'instant' : 'smooth');
      } else {
        aim.current = day;
        setRange(rangeAround(day, zoom));
      }
    },
    [scrollToDay, zoom],
  );

  // The address has changed, for example after going back.
  const rested = useRef(at);
  useEffect(() => {
    if (at === rested.current) return;
    rested.current = at;
    if (at !== anchor.current) goTo(at);
  }, [at, goTo]);

  const onRestNow = useRef(onRest);
  onRestNow.current = onRest;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      measure();
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (anchor.current === rested.current) return;
        rested.current = anchor.current;
        onRestNow.current(anchor.current);
      }, restMs);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      element.removeEventListener('scroll', onScroll);
    };
  }, [scroller, measure]);

  /** The day under a point of the page, with its fraction. */
  const dayAt = useCallback(
    (clientX: number): number => {
      const element = scroller.current;
      if (!element) return 0;
      const x = clientX - element.getBoundingClientRect().left - namesPx + element.scrollLeft;
      return drawn.current.range.from + x / px;
    },
    [scroller, namesPx, px],
  );
  const anchorDay = useCallback(() => anchor.current, []);
  return { range, sight, px, goTo, dayAt, anchorDay };
}
