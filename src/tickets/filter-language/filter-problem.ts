/** A part of a filter text, from `from` up to but not including `to`, in UTF-16 code units from 0. */
export interface Span {
  from: number;
  to: number;
}

/** A problem of a filter and its place. */
export class FilterProblem extends Error {
  readonly span: Span;
  readonly suggestion: string | undefined;

  constructor(span: Span, sentence: string, suggestion?: string) {
    super(suggestion === undefined ? sentence : `${sentence} Did you mean ${suggestion}?`);
    this.span = span;
    this.suggestion = suggestion;
  }

  /** The message with the column, counted from 1. */
  get located(): string {
    return `Column ${this.span.from + 1}: ${this.message}`;
  }
}
