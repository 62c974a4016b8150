import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Segmented } from '../../parts/controls/segmented.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { Popover } from '../../parts/popups/popover.tsx';
import { fieldWord } from '../../parts/ticket-words.ts';
import {
  columnsOf,
  type Grouping,
  groupings,
  listColumns,
  listDefaults,
  type TicketSearch,
  type TicketSort,
  ticketSorts,
  usualOrder,
} from '../ticket-search.ts';
import { setDensity, useDensity } from './density.ts';
import './display-menu.css';

interface DisplayMenuProps {
  search: TicketSearch;
  onChange: (search: TicketSearch) => void;
  defaults?: { sort?: TicketSort; groupBy: Grouping };
}

/** The display settings of a list: groups, order, density, columns. All but the density are in the address. */
export function DisplayMenu({ search, onChange, defaults = listDefaults }: DisplayMenuProps) {
  const density = useDensity();
  const { display } = m.tickets;
  const groupBy = search.groupBy ?? defaults.groupBy;
  const sort = search.sort ?? defaults.sort;
  const order = search.order ?? (sort && usualOrder(sort));
  const columns = columnsOf(search);
  const { groupBy: _, sort: __, order: ___, columns: ____, ...filters } = search;

  const toggleColumn = (column: (typeof listColumns)[number], isShown: boolean) => {
    const next = listColumns.filter((one) => (one === column ? isShown : columns.has(one)));
    const { columns: _all, ...rest } = search;
    onChange(
      next.length === listColumns.length || next.length === 0 ? rest : { ...rest, columns: next.join(',') },
    );
  };

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
      <div className="display-menu">
        <div className="display-line">
          <label className="display-line-label" htmlFor="display-group">
            {display.groupBy}
          </label>
          <Select
            id="display-group"
            value={groupBy}
            options={groupings.map((value) => ({ value, label: fieldWord(value, display.groupings) }))}
            onChange={(value) => onChange({ ...search, groupBy: value })}
          />
        </div>
        <div className="display-line">
          <label className="display-line-label" htmlFor="display-sort">
            {display.sortBy}
          </label>
          <Select
            id="display-sort"
            value={sort ?? 'best'}
            options={[
              ...(defaults.sort ? [] : [{ value: 'best' as const, label: m.tickets.display.ranked }]),
              ...ticketSorts.map((value) => ({ value, label: fieldWord(value, display.sorts) })),
            ]}
            onChange={(value) => {
              const { sort: _sort, order: _order, ...rest } = search;
              onChange(value === 'best' ? rest : { ...rest, sort: value });
            }}
          />
          <IconButton
            icon={order === 'desc' ? 'arrow-down' : 'arrow-up'}
            label={order === 'desc' ? display.descending : display.ascending}
            disabled={sort === undefined}
            onClick={() => onChange({ ...search, order: order === 'desc' ? 'asc' : 'desc' })}
          />
        </div>
        <div className="display-line">
          <span>{display.density}</span>
          <Segmented
            label={display.density}
            value={density}
            options={[
              { value: 'comfortable', label: display.comfortable },
              { value: 'compact', label: display.compact },
            ]}
            onChange={setDensity}
          />
        </div>
        <fieldset className="display-columns">
          <legend>{display.shown}</legend>
          {listColumns.map((column) => (
            <Checkbox
              key={column}
              label={fieldWord(column, m.tickets.columns)}
              checked={columns.has(column)}
              onChange={(on) => toggleColumn(column, on)}
            />
          ))}
        </fieldset>
        <Button look="quiet" onClick={() => onChange(filters)}>
          {display.reset}
        </Button>
      </div>
    </Popover>
  );
}
