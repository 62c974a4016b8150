import { useMemo } from 'react';
import { readRow, type TicketRow, useBoot, useRowsVersion } from '../../replica/index.ts';
import type { Columns } from '../active-row.ts';
import { type Lane, type LaneField, splitIntoLanes } from './lanes.ts';

/** The swimlanes of a board, by name; undefined without a field. */
export function useLanes(columns: Columns, field: LaneField | undefined): Lane[] | undefined {
  const version = useRowsVersion(field !== undefined);
  const { people, groups } = useBoot();
  return useMemo(() => {
    if (!field) return undefined;
    const names = new Map([...people, ...groups].map(({ id, name }) => [id, name]));
    const nameOf = (value: string) => names.get(value) ?? value;
    return splitIntoLanes(
      columns,
      (id) => laneOf(readRow(id), field),
      (a, b) => nameOf(a).localeCompare(nameOf(b)),
    );
  }, [columns, field, version, people, groups]);
}

function laneOf(row: TicketRow | undefined, field: LaneField): string | null {
  if (!row) return null;
  if (field === 'assignee') return row.assigneeId;
  return field === 'parent' ? row.parentId : row.groupId;
}
