import { useState } from 'react';
import { closedStatuses } from '../../../sdk/ticket-fields.ts';
import type { Grouping } from '../ticket-search.ts';

/** Closed tickets are collapsed until somebody opens them. */
const collapsedAtFirst: Partial<Record<Grouping, string[]>> = { status: [...closedStatuses] };

/** The collapsed groups of a list, stored in this browser. */
export function useCollapsed(scope: string, groupBy: Grouping) {
  const key = `docket.collapsed.${scope}.${groupBy}`;
  const [state, setState] = useState(() => ({ key, values: read(key, groupBy) }));
  const values = state.key === key ? state.values : read(key, groupBy);
  return {
    isCollapsed: (value: string) => values.includes(value),
    toggle: (value: string) => {
      const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
      localStorage.setItem(key, next.join(','));
      setState({ key, values: next });
    },
  };
}

function read(key: string, groupBy: Grouping): string[] {
  const stored = localStorage.getItem(key);
  return stored === null ? (collapsedAtFirst[groupBy] ?? []) : stored.split(',').filter(Boolean);
}
