import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import type { Bar } from './bar.ts';
import type { TimelineControl } from './timeline-control.ts';

interface OffscreenButtonProps {
  bar: Bar;
  /** The first visible day. */
  first: number;
  last: number;
  control: TimelineControl;
  name: string;
}

/** Scrolls to a bar that is before or after the visible days. */
export function OffscreenButton({ bar, first, last, control, name }: OffscreenButtonProps) {
  const isBefore = bar.end < first;
  if (!isBefore && bar.start <= last) return null;
  return (
    <span className={isBefore ? 'timeline-offscreen' : 'timeline-offscreen timeline-offscreen-after'}>
      <IconButton
        icon={isBefore ? 'arrow-left' : 'arrow-right'}
        label={m.timeline.showBar(name)}
        tabIndex={-1}
        onClick={(event) => {
          event.stopPropagation();
          control.actions.goTo(isBefore ? bar.end : bar.start);
        }}
      />
    </span>
  );
}
