import { useMemo } from 'react';
import { useBoot, useGroups, useLabels, usePeople, useProject, useProjects } from '../../replica/index.ts';
import type { Vocabulary } from './filter-text.ts';

/** The things that filters may name: within a project its people, labels and groups, elsewhere those of all projects. */
export function useVocabulary(projectId: string | undefined): Vocabulary {
  const boot = useBoot();
  const project = useProject(projectId);
  const people = usePeople();
  const labels = useLabels(project?.workspaceId);
  const groups = useGroups(projectId);
  const projects = useProjects();
  return useMemo(
    () => ({
      people,
      labels: project ? labels : boot.labels,
      groups,
      milestones: groups.filter(({ kind }) => kind === 'milestone'),
      ownStatuses: (project ? [project] : projects).flatMap(({ workflow }) =>
        (workflow?.statuses ?? []).flatMap(({ id, name }) => (id && name ? [{ id, name }] : [])),
      ),
      projects: projects.map(({ key, name }) => ({ id: key, name })),
      workspaces: boot.workspaces,
    }),
    [people, project, labels, boot.labels, groups, projects, boot.workspaces],
  );
}
