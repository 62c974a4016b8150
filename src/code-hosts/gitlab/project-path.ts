import type { RepositoryName } from '../code-host.ts';

/** GitLab takes the whole name as one segment. */
export const projectPath = ({ owner, name }: RepositoryName) =>
  `/projects/${encodeURIComponent(`${owner}/${name}`)}`;
