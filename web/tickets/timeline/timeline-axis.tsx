import { formatMonth, formatMonthName, formatWeekdayLetter } from '../../parts/dates/dates.ts';
import { dayOfNumber, isWeekend, majorTicks, minorTicks, type TimeRange, type Zoom } from './time-scale.ts';
import './timeline-axis.css';

interface TimelineAxisProps {
  range: TimeRange;
  sight: { first: number; last: number };
  zoom: Zoom;
  px: number;
  today: number;
}

/** Days drawn beyond the visible ones, so that a quick scroll shows no empty axis. */
const overscanDays: Record<Zoom, number> = { week: 7, month: 28, quarter: 90 };

/** The names of days, weeks, months and years above the bars. Screen readers get the dates of each bar instead. */
export function TimelineAxis({ range, sight, zoom, px, today }: TimelineAxisProps) {
  const [first, last] = drawnDays(range, sight, zoom);
  const left = (day: number) => (day - range.from) * px;
  return (
    <div className={`timeline-axis timeline-axis-${zoom}`} aria-hidden="true">
      {majorTicks(first, last, zoom).map(({ day, days }) => (
        <div
          key={`major:${day}`}
          className="timeline-axis-major"
          style={{ left: Math.max(0, left(day)), width: (days + Math.min(0, day - range.from)) * px }}
        >
          <span className="timeline-axis-name">
            {zoom === 'quarter' ? dayOfNumber(day).slice(0, 4) : formatMonth(dayOfNumber(day))}
          </span>
        </div>
      ))}
      {minorTicks(first, last, zoom).map(({ day, days }) => (
        <div
          key={day}
          className="timeline-axis-minor figures"
          data-today={(today >= day && today < day + days) || undefined}
          data-quiet={(zoom === 'week' && isWeekend(day)) || undefined}
          style={{ left: left(day), width: days * px }}
        >
          {zoom === 'quarter' ? (
            formatMonthName(dayOfNumber(day))
          ) : (
            <>
              {zoom === 'week' && (
                <span className="timeline-axis-weekday">{formatWeekdayLetter(dayOfNumber(day))}</span>
              )}
              <span className="timeline-axis-number">{Number(dayOfNumber(day).slice(8))}</span>
            </>
          )}
        </div>
      ))}
    </div>
  );
}

/** The lines between the parts of the axis, weekends and today, behind the bars. */
export function TimelineLines({ range, sight, zoom, px, today }: TimelineAxisProps) {
  const [first, last] = drawnDays(range, sight, zoom);
  const left = (day: number) => (day - range.from) * px;
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return (
    <div className="timeline-lines" aria-hidden="true">
      {zoom !== 'quarter' &&
        days
          .filter(isWeekend)
          .map((day) => <i key={day} className="timeline-weekend" style={{ left: left(day), width: px }} />)}
      {minorTicks(first, last, zoom).map(({ day }) => (
        <i key={`line:${day}`} className="timeline-line" style={{ left: left(day) }} />
      ))}
      <i className="timeline-today" style={{ left: left(today) + px / 2 }} />
    </div>
  );
}

function drawnDays(
  range: TimeRange,
  { first, last }: { first: number; last: number },
  zoom: Zoom,
): [first: number, last: number] {
  return [
    Math.max(range.from, first - overscanDays[zoom]),
    Math.min(range.to - 1, last + overscanDays[zoom]),
  ];
}
