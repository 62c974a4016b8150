import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Person } from '../../sdk/index.ts';
import { usePeople } from '../replica/index.ts';
import { workspaceMembersQuery } from './initiatives/initiative-queries.ts';
import { membersQuery } from './project-queries.ts';

type Home = { projectId: string | null; workspaceId: string };

/**
 * The people whom the server lets review tickets of this project or workspace: those who may edit them. Until it has
 * answered, and offline: everybody known.
 */
export function useReviewers({ projectId, workspaceId }: Home): readonly Person[] {
  const people = usePeople();
  const { data: ofProject } = useQuery({ ...membersQuery(projectId ?? ''), enabled: projectId !== null });
  const { data: ofWorkspace } = useQuery({
    ...workspaceMembersQuery(workspaceId),
    enabled: projectId === null,
  });
  const members: readonly Member[] | undefined = projectId === null ? ofWorkspace : ofProject;
  return useMemo(() => {
    if (!members) return people;
    const may = new Set(members.filter(({ role }) => role !== 'viewer').map(({ id }) => id));
    return people.filter(({ id }) => may.has(id));
  }, [people, members]);
}

interface Member {
  id: string;
  role: 'owner' | 'admin' | 'member' | 'viewer';
}
