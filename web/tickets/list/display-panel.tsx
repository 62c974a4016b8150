import { useState } from 'react';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Segmented } from '../../parts/controls/segmented.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { fieldWord } from '../../parts/ticket-words.ts';
import {
  columnsOf,
  groupingsFor,
  type ListColumn,
  listColumns,
  listDefaults,
  moreColumns,
  ticketSorts,
  usualOrder,
  withoutDisplay,
} from '../ticket-search.ts';
import { moveColumn, orderedColumns, toggleColumn, withColumns } from './choose-columns.ts';
import { DefaultDisplayButtons } from './default-display-items.tsx';
import { setDensity, useDensity } from './density.ts';
import type { DisplayMenuProps } from './display-menu.tsx';
import { partName, useOwnFields } from './own-columns.ts';

/** What `DisplayMenu` shows when it is open. */
export function DisplayPanel({
  search,
  onChange,
  defaults = listDefaults,
  projectId,
  isPlace,
}: DisplayMenuProps) {
  const density = useDensity();
  const ownFields = useOwnFields(projectId);
  const [announcement, announce] = useState('');
  const { display } = m.tickets;
  const groupBy = search.groupBy ?? defaults.groupBy;
  const sort = search.sort ?? defaults.sort;
  const order = search.order ?? (sort && usualOrder(sort));
  const shown = columnsOf(search);
  const { subGroupBy, showEmpty } = search;
  const own = ownFields.map(({ id }): ListColumn => `field:${id}`);
  const columns = orderedColumns(shown, [...listColumns, ...moreColumns, ...own]);
  const nameOf = (column: ListColumn) =>
    column in m.tickets.columns ? fieldWord(column, m.tickets.columns) : partName(column, ownFields);

  const move = (column: ListColumn, by: -1 | 1) => {
    const next = moveColumn(shown, column, by);
    announce(m.arrange.movedColumn(nameOf(column), next.indexOf(column) + 1, next.length));
    onChange(withColumns(search, next));
  };

  return (
    <div className="display-menu">
      <div className="display-line">
        <label className="display-line-label" htmlFor="display-group">
          {display.groupBy}
        </label>
        <Select
          id="display-group"
          value={groupBy}
          options={groupingsFor(projectId).map((value) => ({
            value,
            label: fieldWord(value, display.groupings),
          }))}
          onChange={(value) => onChange({ ...search, groupBy: value })}
        />
      </div>
      <div className="display-line">
        <label className="display-line-label" htmlFor="display-sub-group">
          {m.arrange.subGroupBy}
        </label>
        <Select
          id="display-sub-group"
          value={subGroupBy ?? 'none'}
          disabled={groupBy === 'none'}
          options={groupingsFor(projectId)
            .filter((value) => value !== groupBy)
            .map((value) => ({
              value,
              label: value === 'none' ? m.arrange.noSubGroups : fieldWord(value, display.groupings),
            }))}
          onChange={(value) => {
            const { subGroupBy: _former, ...rest } = search;
            onChange(value === 'none' ? rest : { ...rest, subGroupBy: value });
          }}
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
      <Checkbox
        label={m.arrange.showEmpty}
        checked={showEmpty ?? false}
        onChange={(on) => {
          const { showEmpty: _former, ...rest } = search;
          onChange(on ? { ...rest, showEmpty: true } : rest);
        }}
      />
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
        {columns.map((column) => (
          <span key={column} className="display-column">
            <Checkbox
              label={nameOf(column)}
              checked={shown.includes(column)}
              onChange={() => onChange(withColumns(search, toggleColumn(shown, column)))}
            />
            {shown.includes(column) && (
              <span className="display-column-moves">
                <IconButton
                  icon="arrow-up"
                  label={m.arrange.moveLeft(nameOf(column))}
                  disabled={shown.indexOf(column) === 0}
                  onClick={() => move(column, -1)}
                />
                <IconButton
                  icon="arrow-down"
                  label={m.arrange.moveRight(nameOf(column))}
                  disabled={shown.indexOf(column) === shown.length - 1}
                  onClick={() => move(column, 1)}
                />
              </span>
            )}
          </span>
        ))}
      </fieldset>
      <div role="status" className="said">
        {announcement}
      </div>
      {isPlace ? (
        <DefaultDisplayButtons place={{ projectId, layout: 'list' }} search={search} onChange={onChange} />
      ) : (
        <Button look="quiet" onClick={() => onChange(withoutDisplay(search))}>
          {display.reset}
        </Button>
      )}
    </div>
  );
}
