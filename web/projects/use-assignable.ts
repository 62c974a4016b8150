import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Person } from '../../sdk/index.ts';
import { usePeople } from '../replica/index.ts';
import { assignableQuery } from './project-queries.ts';

/**
 * The people to whom a ticket of the project can be assigned. Until the server has answered, and offline: everybody
 * known.
 */
export function useAssignable(projectId: string | null | undefined): readonly Person[] {
  const people = usePeople();
  const { data } = useQuery({ ...assignableQuery(projectId ?? ''), enabled: Boolean(projectId) });
  return useMemo(
    () => (data && projectId ? people.filter(({ id }) => data.has(id)) : people),
    [people, data, projectId],
  );
}
