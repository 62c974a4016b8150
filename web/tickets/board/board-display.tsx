import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuGroup } from '../../parts/popups/menu-group.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { fieldWord } from '../../parts/ticket-words.ts';
import type { TicketSearch } from '../ticket-search.ts';
import { boardSorts } from './board-order.ts';
import { isLaneField, laneFields } from './lanes.ts';
import '../list/display-menu.css';

interface BoardDisplayProps {
  search: TicketSearch;
  onChange: (search: TicketSearch) => void;
}

/** The display settings of the board: its order and its swimlanes. Both are in the address. */
export function BoardDisplay({ search, onChange }: BoardDisplayProps) {
  const { groupBy, sort: _, order: __, ...rest } = search;
  const lane = isLaneField(groupBy) ? groupBy : undefined;
  const sort = search.sort ?? 'rank';
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
      <MenuGroup label={m.board.order}>
        {boardSorts.map((value) => (
          <MenuItem
            key={value}
            checked={sort === value}
            onSelect={() =>
              onChange({ ...rest, ...(groupBy && { groupBy }), ...(value !== 'rank' && { sort: value }) })
            }
          >
            {fieldWord(value, m.board.orders)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={m.board.lanes}>
        <MenuItem checked={lane === undefined} onSelect={() => onChange(withLane(search, undefined))}>
          {m.board.noLanes}
        </MenuItem>
        {laneFields.map((value) => (
          <MenuItem key={value} checked={lane === value} onSelect={() => onChange(withLane(search, value))}>
            {m.board.lanesBy[value]}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}

function withLane({ groupBy: _, ...search }: TicketSearch, lane: TicketSearch['groupBy']): TicketSearch {
  return lane ? { ...search, groupBy: lane } : search;
}
