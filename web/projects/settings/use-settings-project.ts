import type { BootProject } from '../../../sdk/index.ts';
import { useProject } from '../../replica/index.ts';
import { useParams } from '../../router/index.ts';

/** The project of a settings page. The frame shows its pages only for an existing project. */
export function useSettingsProject(): BootProject {
  const { key } = useParams();
  const project = useProject(key);
  if (!project) throw new Error(`no project ${key}`);
  return project;
}
