import type { ReactNode } from 'react';
import { classes } from '../../parts/classes.ts';
import type { Bar, Edge } from './bar.ts';
import type { TimelineItem } from './timeline-control.ts';
import './timeline-bar.css';

interface TimelineBarProps {
  item: TimelineItem;
  bar: Bar;
  /** The horizontal position of a day. */
  left: (day: number) => number;
  px: number;
  today: number;
  /** The ends that can be dragged; empty if the dates may not be changed. */
  edges: readonly Exclude<Edge, 'both'>[];
  isDragged: boolean;
  look: string;
  /** Shown after the end of the bar. */
  label: ReactNode;
  /** From 0 to 1, drawn inside. */
  progress?: number | undefined;
}

/** The bar of a ticket or group. The row has the dates for screen readers. */
export function TimelineBar(props: TimelineBarProps) {
  const { item, bar, left, px, today, edges, isDragged, look, label, progress } = props;
  const start = left(bar.start);
  const width = (bar.end - bar.start + 1) * px;
  const isPoint = item.kind === 'group' && (bar.isStartOpen || bar.isEndOpen);
  const canDrag = edges.length > 0;
  const end = start + width;
  const overdue = bar.overdueFrom === undefined || isDragged ? 0 : (today - bar.overdueFrom + 1) * px;
  return (
    <>
      {overdue > 0 && <i className="timeline-overdue" style={{ left: end, width: overdue }} />}
      <div
        className={classes(
          'timeline-bar',
          `timeline-bar-${look}`,
          isPoint && 'timeline-point',
          bar.isEndOpen && !isPoint && 'timeline-bar-open',
          canDrag && 'timeline-bar-movable',
        )}
        data-bar={canDrag ? `${item.kind}:${item.id}` : undefined}
        data-dragged={isDragged || undefined}
        style={{ transform: `translateX(${start}px)`, width }}
      >
        {progress !== undefined && !isPoint && (
          <i className="timeline-bar-progress" style={{ width: `${progress * 100}%` }} />
        )}
        {!isPoint &&
          edges.map((edge) => (
            <i key={edge} className={`timeline-edge timeline-edge-${edge}`} data-edge={edge} />
          ))}
      </div>
      <span
        className="timeline-bar-label figures"
        style={{ transform: `translateX(${end + overdue + (isPoint ? -px / 2 + 12 : 0)}px)` }}
      >
        {label}
      </span>
    </>
  );
}
