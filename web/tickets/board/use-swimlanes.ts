import { useMemo } from 'react';
import { readRow, type TicketRow, useBoot, useRowsVersion } from '../../replica/index.ts';
import type { Columns } from '../active-row.ts';
import { type Swimlane, type SwimlaneField, splitIntoSwimlanes } from './swimlanes.ts';

/** The swimlanes of a board, by name; undefined without a field. */
export function useSwimlanes(columns: Columns, field: SwimlaneField | undefined): Swimlane[] | undefined {
  const version = useRowsVersion(field !== undefined);
  const { people, groups } = useBoot();
  return useMemo(() => {
    if (!field) return undefined;
    const names = new Map([...people, ...groups].map(({ id, name }) => [id, name]));
    const nameOf = (value: string) => names.get(value) ?? value;
    return splitIntoSwimlanes(
      columns,
      (id) => swimlaneOf(readRow(id), field),
      (a, b) => nameOf(a).localeCompare(nameOf(b)),
    );
  }, [columns, field, version, people, groups]);
}

function swimlaneOf(row: TicketRow | undefined, field: SwimlaneField): string | null {
  if (!row) return null;
  if (field === 'assignee') return row.assigneeId;
  return field === 'parent' ? row.parentId : row.groupId;
}
