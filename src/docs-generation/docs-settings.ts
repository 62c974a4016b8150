import type { ChangeLimits, VerdictRequest } from '../../packages/docs-drafts/index.ts';
import type { CloneSettings, HostAddress } from '../code-hosts/index.ts';
import type { Egress, PrivateTargets } from '../platform/outbound-http/index.ts';
import type { RepositoryTrust } from '../projects/index.ts';

/** What the operator configures for documentation drafts. */
export interface DocsSettings {
  /** Code hosts to search for a repository, in this order. */
  hosts: HostAddress[];
  clones: CloneSettings;
  /** What the processes that draft get of the environment, such as certificate authorities. No secrets. */
  processEnvironment: Record<string, string>;
  /** Which networks the code hosts that users set on their projects may be on. */
  egress: Egress;
  privateTargets: PrivateTargets;
  /** Which linked repositories `hosts` serve. If it is open, they also serve repositories that are linked to no project. */
  trust: RepositoryTrust;
  limits: ChangeLimits;
  /** The bump that a break needs before version 1.0. */
  breakBeforeOne: VerdictRequest['breakBeforeOne'];
  timeoutMs: number;
  /** The base URL of ticket links. */
  baseUrl: string;
  /** The workflow file to start when the request names none. */
  workflow: string;
  model: ModelAddress | undefined;
}

/** The endpoint of a language model that rewords the prose of drafts. */
export interface ModelAddress {
  kind: 'openai' | 'anthropic';
  url: string;
  key: string | undefined;
  name: string;
  tokensMax: number;
  timeoutMs: number;
}
