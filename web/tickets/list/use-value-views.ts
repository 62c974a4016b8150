import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { api } from '../../api/index.ts';
import {
  type CountField,
  readRow,
  useBoot,
  useViews,
  type ViewQuery,
  type ViewState,
} from '../../replica/index.ts';
import { groupValueOf } from './group-tickets.ts';

const countedFields = ['assignee', 'project', 'group', 'label'] as const satisfies readonly CountField[];
type CountedField = (typeof countedFields)[number];

/**
 * The field, if each of its values has a view of its own. The browser may hold all tickets of one project, but not those
 * of several, so it cannot form their groups: the server counts them.
 */
export function countedField(query: ViewQuery, field: string): CountedField | undefined {
  const { project } = query;
  const projects = typeof project === 'string' ? project.split(',') : project;
  if (projects?.length === 1) return undefined;
  // A ticket with a wanted label is also in the groups of its other labels, which a view for each would not know.
  if (field === 'label' && query.label?.length) return undefined;
  return countedFields.find((counted) => counted === field);
}

interface ValueViews {
  /** Those that a ticket has, and `also`. */
  values: readonly string[];
  views: readonly ViewState[];
  state: ViewState['state'];
  retry: () => void;
}

interface Options {
  /** Values that are there even if no ticket has them. */
  also?: readonly string[];
  /** Without any: all. */
  only?: readonly string[];
  /** All tickets are read at once. */
  isEager?: boolean;
}

/** How many views are read at once before anybody scrolls. */
const readAtFirst = 3;

/**
 * The tickets of several projects by the values of a field, with exact totals. The tickets of a value are read when it is
 * drawn (`loadMore`); those of the values `also` at once.
 */
export function useValueViews(
  query: ViewQuery,
  field: CountedField | undefined,
  { also = [], only = [], isEager = false }: Options = {},
): ValueViews {
  const counts = useQuery({ ...countsQuery(query, field ?? 'project'), enabled: field !== undefined });
  const counted = field ? counts.data?.by[field] : undefined;
  const values = useMemo(
    () =>
      [...new Set([...also, ...Object.keys(counted ?? {}).filter((value) => counted?.[value])])].filter(
        (value) => only.length === 0 || only.includes(value),
      ),
    [counted, also.join(), only.join()],
  );
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const read = field
    ? values.filter(
        (value, index) => isEager || index < readAtFirst || opened.has(value) || also.includes(value),
      )
    : [];
  const found = useViews(
    read.map((value) => ({ ...query, [field ?? 'project']: [value] })),
    true,
    // Reading a project for its column does not mean to keep it.
    false,
  );
  const { labels } = useBoot();
  const views = useMemo(() => {
    const labelOrder = new Map(labels.map(({ id }, index) => [id, index]));
    return values.map((value): ViewState => {
      const view = found[read.indexOf(value)];
      const total = counted?.[value] ?? 0;
      if (!view) {
        const loadMore = () =>
          setOpened((before) => (before.has(value) ? before : new Set([...before, value])));
        return { ids: [], total, state: 'ready', source: 'server', newer: 0, loadMore, showNewer: () => {} };
      }
      if (view.state !== 'ready') return { ...view, total: Math.max(view.total, total) };
      if (field !== 'label') return view;
      // A ticket with several labels is shown once, in the group of the first.
      const ids = view.ids.filter((id) => {
        const row = readRow(id);
        return row && groupValueOf(row, 'label', labelOrder) === value;
      });
      return { ...view, ids, total: view.total - (view.ids.length - ids.length) };
    });
  }, [values, read.join(), found, counted, field, labels]);
  return {
    values,
    views,
    state: counted ? 'ready' : counts.error ? 'failed' : 'loading',
    retry: () => void counts.refetch(),
  };
}

const countsQuery = ({ sort: _, order: __, ...query }: ViewQuery, by: CountedField) => {
  const filters = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
  return queryOptions({
    // Begins with `projectTicketsKey`, so that every event of a ticket makes it stale. Its file is not in the first load.
    queryKey: ['projects', 'tickets', 'by', by, filters],
    queryFn: async ({ signal }) => (await api.countTickets({ query: { ...filters, by }, signal })).data,
  });
};
