import type { ApiKey, Connection } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { useProjects } from '../replica/index.ts';

/** The column that says what a key or a connection may do, and in which projects. */
export function useScopesColumn() {
  const projects = useProjects();
  const keyOf = (projectId: string) => projects.find(({ id }) => id === projectId)?.key ?? projectId;
  return {
    title: m.users.scopes,
    cell: ({ scopes, projectIds }: Pick<ApiKey | Connection, 'scopes' | 'projectIds'>) =>
      [scopes.map((scope) => m.users.scopeNames[scope]).join(', '), projectIds?.map(keyOf).join(', ')]
        .filter(Boolean)
        .join(' · '),
  };
}
