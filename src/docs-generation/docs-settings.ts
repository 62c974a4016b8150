import type { CopySettings, HostAddress } from '../code-hosts/index.ts';
import type { Egress } from '../platform/outbound-http/index.ts';
import type { ChangeLimits } from './analysis/analyze-change.ts';

/** What an operator decides about documentation drafts. */
export interface DocsSettings {
  /** Where repositories are looked for, in this order. */
  hosts: HostAddress[];
  copies: CopySettings;
  /** Where hosts that users chose may be. */
  egress: Egress;
  /** Whether any signed-in person may use repositories that belong to no project. */
  isOpen: boolean;
  limits: ChangeLimits;
  timeoutMs: number;
  /** Where people look at tickets. */
  baseUrl: string;
  /** The file of the workflow that is started where the request names none. */
  workflow: string;
  model: ModelAddress | undefined;
}

/** A language model that may put the prose of a draft in better words. */
export interface ModelAddress {
  kind: 'openai' | 'anthropic';
  url: string;
  key: string | undefined;
  name: string;
  tokensMax: number;
  timeoutMs: number;
}
