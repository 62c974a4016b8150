import type { ReactNode } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuGroup } from '../../parts/popups/menu-group.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { fieldWord } from '../../parts/ticket-words.ts';
import { type TimelineGrouping, timelineGroupings } from './use-timeline-groups.ts';
import '../list/display-menu.css';

interface TimelineDisplayProps {
  groupBy: TimelineGrouping;
  onChange: (groupBy: TimelineGrouping) => void;
  /** Further items. */
  children: ReactNode;
}

/** What the rows of the timeline are grouped by. */
export function TimelineDisplay({ groupBy, onChange, children }: TimelineDisplayProps) {
  const { display } = m.tickets;
  return (
    <Menu
      label={display.name}
      align="end"
      trigger={
        <Button icon="display" look="quiet" className="display-button">
          {display.name}
        </Button>
      }
    >
      <MenuGroup label={display.groupBy}>
        {timelineGroupings.map((value) => (
          <MenuItem key={value} checked={groupBy === value} onSelect={() => onChange(value)}>
            {fieldWord(value, display.groupings)}
          </MenuItem>
        ))}
      </MenuGroup>
      {children}
    </Menu>
  );
}
