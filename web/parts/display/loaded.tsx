import type { ReactNode } from 'react';
import { Failure } from './failure.tsx';
import { Skeleton, type SkeletonProps } from './skeleton.tsx';

export interface LoadedProps<T> {
  /** What `useQuery` returns. */
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  rows?: number;
  look?: SkeletonProps['look'];
  children: (data: T) => ReactNode;
}

/** Shows the loaded data; until then grey rows, and after a failure the reason. */
export function Loaded<T>({ query, rows = 4, look = 'row', children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <Failure error={query.error} retry={() => void query.refetch()} small />;
  return <Skeleton rows={rows} look={look} />;
}
