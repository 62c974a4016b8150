import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { tooltipAttributes } from '../../parts/popups/tooltip.ts';
import { useProject, useRow, useRows } from '../../replica/index.ts';
import type { BoardField } from '../ticket-search.ts';
import { ColumnIcon } from './column-icon.tsx';

export interface ColumnHeadProps {
  field: BoardField;
  value: string;
  name: string;
  count: number;
  ids: readonly string[];
  limit: number | undefined;
  onFold: (value: string) => void;
  /** Undefined if the person may not set limits, or the column has none. */
  onSetLimit: ((value: string) => void) | undefined;
}

/** Name, full count and limit of a column. If the limit is exceeded, a sign and a colour show it. */
export function ColumnHead({ field, value, name, count, ids, limit, onFold, onSetLimit }: ColumnHeadProps) {
  const estimate = useEstimateSum(ids, count);
  const isOver = limit !== undefined && count > limit;
  return (
    <header className="column-head">
      <ColumnIcon field={field} value={value} />
      <h2 className="column-head-name clipped">{name}</h2>
      <span
        className={classes('column-head-count figures', isOver && 'column-head-over')}
        {...tooltipAttributes(isOver ? m.board.overLimit(count, limit) : undefined)}
      >
        {isOver && <Icon name="warning" size="small" />}
        {limit === undefined ? count : m.board.countOfLimit(count, limit)}
        {isOver && <span className="said">{m.board.overLimit(count, limit)}</span>}
      </span>
      {estimate > 0 && (
        <span className="column-head-count figures" {...tooltipAttributes(m.board.estimates)}>
          Σ {estimate}
        </span>
      )}
      <span className="column-head-actions">
        <Menu
          label={m.board.columnOptions(name)}
          align="end"
          trigger={<IconButton icon="more" label={m.board.columnOptions(name)} />}
        >
          <MenuItem icon="minus" onSelect={() => onFold(value)}>
            {m.board.fold}
          </MenuItem>
          {onSetLimit && (
            <MenuItem icon="flag" onSelect={() => onSetLimit(value)}>
              {m.board.setLimit}
            </MenuItem>
          )}
        </Menu>
      </span>
    </header>
  );
}

/** The sum of the estimates, if the project estimates and all tickets of the column are loaded. */
function useEstimateSum(ids: readonly string[], count: number): number {
  const unit = useProject(useRow(ids[0])?.projectId)?.estimateUnit ?? 'none';
  const rows = useRows(unit === 'none' ? [] : ids);
  if (rows.length < count) return 0;
  return Math.round(rows.reduce((sum, { estimate }) => sum + (estimate ?? 0), 0) * 100) / 100;
}
