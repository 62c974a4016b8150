import type { Prompt } from './prompt.ts';

/** What a command needs that talks to a server over HTTP. */
export interface ClientContext {
  environment: Record<string, string | undefined>;
  /** The address of the server of this installation, if it has one. */
  localUrl?: string;
  prompt: Prompt;
}
