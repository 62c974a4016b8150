import type { RepositoryName } from '../code-host.ts';

/** GitLab expects `owner/name` as one escaped path segment. */
export const projectPath = ({ owner, name }: RepositoryName) =>
  `/projects/${encodeURIComponent(`${owner}/${name}`)}`;
