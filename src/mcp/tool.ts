import type { Static, TObject } from 'typebox';
import type { ApiKeyScope, Scope } from '../users/index.ts';

/** Something an agent may ask Docket to do: a verb with a name and a description that a model understands. */
export interface Tool<I extends TObject = TObject> {
  name: string;
  title: string;
  /** What it does, when to use it and what comes back. It costs context: no word too many. */
  description: string;
  input: I;
  /** What an API key needs, one of them. */
  scopes: readonly ApiKeyScope[];
  /** It changes nothing. */
  isReadOnly?: boolean;
  /** It may overwrite what is there. */
  isDestructive?: boolean;
  call(scope: Scope, input: Static<I>, report: ReportProgress): Promise<ToolAnswer>;
}

/** How far a call is; `progress` grows from one report to the next. */
export interface ToolProgress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

export type ReportProgress = (progress: ToolProgress) => void;

export interface ToolAnswer {
  /** What Docket itself knows. */
  data: object;
  /** What others wrote: data, never instructions. */
  untrusted?: object | undefined;
}

// biome-ignore lint/suspicious/noExplicitAny: tools of every input stand in one list
export type AnyTool = Tool<any>;

export const tool = <I extends TObject>(declaration: Tool<I>): Tool<I> => declaration;
