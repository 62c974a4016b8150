import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Popover } from '../../parts/popups/popover.tsx';
import type { Grouping, TicketSearch, TicketSort } from '../ticket-search.ts';
import { lateList } from './late-list.ts';
import './display-menu.css';

export interface DisplayMenuProps {
  search: TicketSearch;
  onChange: (search: TicketSearch) => void;
  defaults?: { sort?: TicketSort; groupBy: Grouping };
  /** Set for the tickets of one project, which may have own fields. */
  projectId?: string | undefined;
  /** True for the list of a project or of all, whose display can be the person's default. */
  isPlace?: boolean;
}

/** The display settings of a list: groups, order, density, columns. All but the density are in the address. */
export function DisplayMenu(props: DisplayMenuProps) {
  const { display } = m.tickets;
  const late = lateList.use(false);
  return (
    <Popover
      label={display.name}
      align="end"
      trigger={
        <Button icon="display" look="quiet" className="display-button" aria-label={display.name}>
          {display.name}
        </Button>
      }
    >
      {late && <late.DisplayPanel {...props} />}
    </Popover>
  );
}
