import type { Egress, OutboundHttp } from '../platform/outbound-http/index.ts';

/** The API URL and credentials of a code host. */
export interface RemoteAddress {
  kind: 'github' | 'gitlab' | 'gitea';
  apiUrl: string;
  token: string | undefined;
  egress: Egress;
  clones: CloneSettings;
  /** Whether to follow the redirects that hosts send for renamed repositories. Never to another origin. */
  followsRenames: boolean;
}

/** A remote address with the HTTP client that its egress policy allows. */
export interface RemoteConnection extends RemoteAddress {
  outbound: OutboundHttp;
}

/** Settings of the partial clones that replace API calls for large comparisons. */
export interface CloneSettings {
  /** Folders to search for the git command, as in PATH. */
  searchPath: string;
  /** Limit on the bytes fetched from the host for one clone. */
  bytesMax: number;
}

export const hostTitles = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' } as const;
