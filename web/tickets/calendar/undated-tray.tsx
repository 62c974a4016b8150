import { useRef, useSyncExternalStore } from 'react';
import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { useVirtualList } from '../../parts/virtual-list/use-virtual-list.ts';
import { type CalendarControl, undatedCell } from './calendar-control.ts';
import { CalendarEntry } from './calendar-entry.tsx';
import './undated-tray.css';

interface UndatedTrayProps {
  ids: readonly string[];
  control: CalendarControl;
  canDrag: boolean;
  onClose: () => void;
}

/** Open tickets without a due date: drag one to a day, or a dated one here to remove its date. */
export function UndatedTray({ ids, control, canDrag, onClose }: UndatedTrayProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const isOver = useSyncExternalStore(
    control.drag.subscribe,
    () => control.drag.topIn(undatedCell) !== undefined,
  );
  const list = useVirtualList({ scroller, items: ids, itemPx: 28, spacingPx: 4, overscan: 6 });
  return (
    <aside
      className="undated-tray"
      aria-label={m.calendar.undated}
      data-day={undatedCell}
      data-over={isOver || undefined}
    >
      <header className="undated-tray-head">
        <h2 className="undated-tray-name">{m.calendar.undated}</h2>
        <span className="undated-tray-count figures">{ids.length}</span>
        <IconButton icon="close" label={m.calendar.hideUndated} onClick={onClose} />
      </header>
      {ids.length === 0 && <p className="undated-tray-empty">{m.calendar.noneUndated}</p>}
      <div className="undated-tray-list" ref={scroller}>
        <ul className="undated-tray-tickets" style={{ height: list.totalPx }}>
          {list.drawn.map(({ index, start }) => (
            <li
              key={ids[index]}
              ref={list.measure}
              data-index={index}
              className="undated-tray-place"
              aria-setsize={ids.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <CalendarEntry id={ids[index] ?? ''} control={control} canDrag={canDrag} tabIndex={0} />
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
