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
      labels,
      groups,
      milestones: groups.filter(({ kind }) => kind === 'milestone'),
      projects: projects.map(({ key, name }) => ({ id: key, name })),
      workspaces: boot.workspaces,
    }),
    [people, labels, groups, projects, boot.workspaces],
  );
}
