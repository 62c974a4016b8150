import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import './data-table.css';

export interface Column<T> {
  /** Also the key of the column. */
  title: string;
  /** The heading is only for screen readers, as above a menu button. */
  titleHidden?: boolean;
  cell: (row: T) => ReactNode;
  align?: 'start' | 'end';
  /** `main` is the first line on a phone; `titled` has its title before it there; `hide` leaves it out. */
  phone?: 'main' | 'titled' | 'end' | 'hide';
  /** For buttons at the end of the row: the heading is only for screen readers. */
  actions?: boolean;
  width?: string;
  /** For short values that must not be broken: addresses, times. */
  nowrap?: boolean;
  /** The cell names its row for screen readers. */
  header?: boolean;
}

export interface DataTableProps<T> {
  label: string;
  columns: readonly (Column<T> | false | undefined)[];
  rows: readonly T[];
  /** The id of the row by default. */
  rowKey?: (row: T) => string;
  /** Shown instead of a table without rows. */
  empty?: ReactNode;
  className?: string | undefined;
}

const idOf = (row: unknown) => (row as { id: string }).id;
const actionColumn = { titleHidden: true, align: 'end', phone: 'end' } as const;

/** A plain table for settings and logs. On a phone each row becomes a small block. */
export function DataTable<T>({ label, rows, rowKey = idOf, empty, className, ...props }: DataTableProps<T>) {
  const columns = props.columns
    .filter((column) => column !== undefined && column !== false)
    .map((column) => (column.actions ? { ...column, ...actionColumn } : column));
  if (rows.length === 0 && empty !== undefined) return <div className="data-table-empty">{empty}</div>;
  return (
    <div className={classes('data-table', className)}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, titleHidden, align, width }) => (
              <th
                key={title}
                scope="col"
                className={align === 'end' ? 'data-table-end' : undefined}
                style={{ width }}
              >
                <span className={titleHidden ? 'said' : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ title, cell, align, phone, header, nowrap }) => {
                const Cell = header ? 'th' : 'td';
                return (
                  <Cell
                    key={title}
                    scope={header ? 'row' : undefined}
                    data-title={phone === 'titled' ? title : undefined}
                    className={classes(
                      align === 'end' && 'data-table-end',
                      nowrap && 'data-table-nowrap',
                      phone && `data-table-phone-${phone}`,
                    )}
                  >
                    {cell(row)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
