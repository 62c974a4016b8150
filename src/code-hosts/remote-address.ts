import type { Egress } from '../platform/outbound-http/index.ts';

/** Where a code host's API is, and what gets one in. */
export interface RemoteAddress {
  kind: 'github' | 'gitlab' | 'gitea';
  apiUrl: string;
  token: string | undefined;
  egress: Egress;
  copies: CopySettings;
}

/** How a repository is copied where the API does not tell enough. */
export interface CopySettings {
  /** Where git is searched, as in PATH. */
  searchPath: string;
  /** The most that is taken from the host for one copy. */
  bytesMax: number;
}

export const hostTitles = { github: 'GitHub', gitlab: 'GitLab', gitea: 'Gitea' } as const;
