import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuGroup } from '../../parts/popups/menu-group.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { fieldWord } from '../../parts/ticket-words.ts';
import type { TicketSearch } from '../ticket-search.ts';
import { boardSorts } from './board-order.ts';
import { isSwimlaneField, swimlaneFields } from './swimlanes.ts';
import '../list/display-menu.css';

interface BoardDisplayProps {
  search: TicketSearch;
  onChange: (search: TicketSearch) => void;
}

/** The display settings of the board: its order and its swimlanes. Both are in the address. */
export function BoardDisplay({ search, onChange }: BoardDisplayProps) {
  const { groupBy, sort: _, order: __, ...rest } = search;
  const swimlane = isSwimlaneField(groupBy) ? groupBy : undefined;
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
        <MenuItem checked={swimlane === undefined} onSelect={() => onChange(withSwimlane(search, undefined))}>
          {m.board.noLanes}
        </MenuItem>
        {swimlaneFields.map((value) => (
          <MenuItem
            key={value}
            checked={swimlane === value}
            onSelect={() => onChange(withSwimlane(search, value))}
          >
            {m.board.lanesBy[value]}
          </MenuItem>
        ))}
      </MenuGroup>
    </Menu>
  );
}

function withSwimlane(
  { groupBy: _, ...search }: TicketSearch,
  swimlane: TicketSearch['groupBy'],
): TicketSearch {
  return swimlane ? { ...search, groupBy: swimlane } : search;
}
