import type { RepositoryName } from '../code-host.ts';
import { segment } from './rest-client.ts';

/** How GitHub and Gitea begin every path of a repository. */
export const repositoryPath = ({ owner, name }: RepositoryName) =>
  `/repos/${segment(owner)}/${segment(name)}`;

/** A name with slashes in it, as so many segments. */
export const pathSegments = (name: string) => name.split('/').map(segment).join('/');
