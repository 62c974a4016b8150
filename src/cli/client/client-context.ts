import type { Prompt } from './prompt.ts';

/** What a command needs that talks to a server over HTTP. */
export interface ClientContext {
  environment: Record<string, string | undefined>;
  /** The address of the server of this installation, if it has one. */
  localUrl?: string;
  prompt: Prompt;
}

/** The text of an argument, or standard input for `-`. */
export const readText = async ({ prompt }: ClientContext, text: string): Promise<string> =>
  text === '-' ? prompt.readInput() : text;
