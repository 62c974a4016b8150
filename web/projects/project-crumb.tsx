import type { BootProject } from '../../sdk/index.ts';
import './project-tabs.css';

/** Which project a screen is about, for the beginning of its bar. */
export function ProjectCrumb({ project }: { project: Pick<BootProject, 'name' | 'key'> }) {
  return (
    <>
      <span className="project-crumb-key">{project.key}</span>
      <span className="project-crumb">{project.name}</span>
    </>
  );
}
