import type { Egress, OutboundHttp } from '../platform/outbound-http/index.ts';

/** Where a code host's API is, and what gets one in. */
export interface RemoteAddress {
  kind: 'github' | 'gitlab' | 'gitea';
  apiUrl: string;
  token: string | undefined;
  egress: Egress;
  copies: CopySettings;
}

/** A remote address with the HTTP client that its egress policy allows. */
export interface RemoteConnection extends RemoteAddress {
  outbound: OutboundHttp;
}

/** How a repository is copied where the API does not tell enough. */
export interface CopySettings {
  /** Where git is searched, as in PATH. */
  searchPath: string;
  /** The most that is taken from the host for one copy. */
  bytesMax: number;
}

export const hostTitles = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' } as const;
