import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Segmented } from '../../parts/controls/segmented.tsx';
import { formatDateRange } from '../../parts/dates/dates.ts';
import { dayOfNumber, type Zoom, zooms } from './time-scale.ts';

interface TimelineToolbarProps {
  sight: { first: number; last: number };
  zoom: Zoom;
  onZoom: (zoom: Zoom) => void;
  onStep: (direction: 1 | -1) => void;
  onToday: () => void;
}

/** Shows which days are visible, and leads to others. */
export function TimelineToolbar({ sight, zoom, onZoom, onStep, onToday }: TimelineToolbarProps) {
  return (
    <header className="timeline-toolbar">
      <h2 className="timeline-heading">
        {formatDateRange(dayOfNumber(sight.first), dayOfNumber(sight.last))}
      </h2>
      <Segmented
        label={m.timeline.zoom}
        options={zooms.map((value) => ({ value, label: m.timeline.zooms[value] }))}
        value={zoom}
        onChange={onZoom}
      />
      <span className="timeline-steps">
        <IconButton icon="chevron-left" label={m.timeline.keys.earlier} onClick={() => onStep(-1)} />
        <IconButton icon="chevron-right" label={m.timeline.keys.later} onClick={() => onStep(1)} />
        <Button onClick={onToday} keys="Shift+t">
          {m.parts.today}
        </Button>
      </span>
    </header>
  );
}
