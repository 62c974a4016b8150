import type { RepositoryName } from '../code-host.ts';
import { segment } from './rest-client.ts';

/** The path of a repository in the GitHub and Gitea APIs. */
export const repoPath = ({ owner, name }: RepositoryName) => `/repos/${segment(owner)}/${segment(name)}`;

/** Escapes each segment of a name that contains slashes. */
export const pathSegments = (name: string) => name.split('/').map(segment).join('/');
