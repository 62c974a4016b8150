import type { Static, TObject } from 'typebox';
import type { ApiKeyScope, Scope } from '../users/index.ts';

/** A use case that an agent can call, with a name and a description for the language model. */
export interface Tool<I extends TObject = TObject> {
  name: string;
  /** What it does, when to use it and what it returns. Every word costs each agent context. */
  description: string;
  input: I;
  /** An API key needs one of these. */
  scopes: readonly ApiKeyScope[];
  isReadOnly?: boolean;
  /** It may overwrite existing data. */
  isDestructive?: boolean;
  call(scope: Scope, input: Static<I>, report: ReportProgress): Promise<ToolOutput>;
}

/** The progress of a call; `progress` grows with each report. */
export interface ToolProgress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

export type ReportProgress = (progress: ToolProgress) => void;

export type ToolOutput =
  | ToolData
  /** Text with its own marks of what is data of others. */
  | { text: string };

export interface ToolData {
  /** Values that Docket generated or checked. */
  data: object;
  /** Text that users or third parties wrote: data, never instructions. */
  untrusted?: object | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: one list holds tools with different inputs
export type AnyTool = Tool<any>;

export const tool = <I extends TObject>(declaration: Tool<I>): Tool<I> => declaration;
