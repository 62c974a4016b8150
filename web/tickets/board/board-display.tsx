import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Menu } from '../../parts/popups/menu.tsx';
import { lateList } from '../list/late-list.ts';
import type { TicketSearch } from '../ticket-search.ts';
import '../list/display-menu.css';

export interface BoardDisplayProps {
  search: TicketSearch;
  onChange: (search: TicketSearch) => void;
  /** Undefined for the tickets of several projects. */
  projectId: string | undefined;
}

/** The display settings of the board: order, columns, lanes, cards. All are in the address. */
export function BoardDisplay(props: BoardDisplayProps) {
  const late = lateList.use(false);
  return (
    <Menu
      label={m.board.display}
      align="end"
      trigger={
        <Button icon="display" look="quiet" className="display-button">
          {m.board.display}
        </Button>
      }
    >
      {late && <late.BoardDisplayItems {...props} />}
    </Menu>
  );
}
