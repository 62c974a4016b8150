import type { KeyboardEvent } from 'react';
import { m } from '../../messages/index.ts';
import { useKeys } from '../../parts/keys/keys.ts';
import { readRow } from '../../replica/index.ts';
import type { ActiveRow } from '../active-row.ts';
import { dayStep } from '../calendar/calendar-days.ts';
import { useVerbKeys } from '../verbs/index.ts';
import { panDays, type Zoom, zooms } from './time-scale.ts';
import type { TimelineControl, TimelineItem } from './timeline-control.ts';

interface Options {
  active: ActiveRow;
  control: TimelineControl;
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  today: number;
  anchorDay: () => number;
  /** The item whose dates a line shows, if they may be changed. */
  itemOf: (id: string) => TimelineItem | undefined;
  press: (id: string) => void;
  elementOf: (id: string) => Element | undefined;
}

/**
 * The keys of the timeline. Shift and the arrows move dates by a day or a week; with Alt they move only the end of a
 * group. Arrows alone move through rows and time.
 */
export function useTimelineKeys(options: Options) {
  const { active, control, zoom, onZoom, today, anchorDay, itemOf, press, elementOf } = options;
  const { keys } = m.timeline;
  const group = 'lists';
  const zoomBy = (step: 1 | -1) => () => {
    const next = zooms[zooms.indexOf(zoom) + step];
    if (next) onZoom(next);
  };
  const pan = (direction: 1 | -1) => () => control.actions.goTo(anchorDay() + direction * panDays[zoom]);
  const move = (key: string, isEnd: boolean) => () => {
    const item = active.id === undefined ? undefined : itemOf(active.id);
    const days = dayStep(key);
    if (item && days !== undefined) control.actions.move(item, isEnd ? 'end' : 'both', days);
  };
  useKeys([
    { keys: 'o', name: m.tickets.keys.open, group, run: () => active.id && press(active.id) },
    { keys: 'Shift+t', name: m.parts.today, group, run: () => control.actions.goTo(today) },
    { keys: '+', name: keys.zoomIn, group, run: zoomBy(-1) },
    { keys: '-', name: keys.zoomOut, group, run: zoomBy(1) },
    { keys: 'ArrowLeft', name: keys.earlier, group, run: pan(-1) },
    { keys: 'ArrowRight', name: keys.later, group, run: pan(1) },
    { keys: 'Shift+ArrowLeft', name: keys.dayEarlier, group, run: move('ArrowLeft', false) },
    { keys: 'Shift+ArrowRight', name: keys.dayLater, group, run: move('ArrowRight', false) },
    { keys: 'Shift+ArrowUp', name: keys.weekEarlier, group, run: move('ArrowUp', false) },
    { keys: 'Shift+ArrowDown', name: keys.weekLater, group, run: move('ArrowDown', false) },
    { keys: 'Alt+Shift+ArrowLeft', name: keys.endEarlier, group, run: move('ArrowLeft', true) },
    { keys: 'Alt+Shift+ArrowRight', name: keys.endLater, group, run: move('ArrowRight', true) },
  ]);
  useVerbKeys((id = active.id) => {
    const at = id === undefined ? undefined : elementOf(id);
    if (id === undefined || !at || !readRow(id)) return undefined;
    return { ids: [id], at, more: control.actions.menuActions(id) };
  }, group);

  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || active.id === undefined) return;
    const isRow = event.target instanceof Element && event.target.getAttribute('role') === 'row';
    if (!isRow || (event.key !== 'Enter' && event.key !== ' ')) return;
    event.preventDefault();
    press(active.id);
  };
}
