import { useParams } from '@tanstack/react-router';
import type { BootProject } from '../../../sdk/index.ts';
import { useProject } from '../../replica/index.ts';

/** The project of a settings page. The frame shows its pages only for a project that is there. */
export function useSettingsProject(): BootProject {
  const { key }: { key?: string } = useParams({ strict: false });
  const project = useProject(key);
  if (!project) throw new Error(`no project ${key}`);
  return project;
}
