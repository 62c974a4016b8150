import type { MeasuredKind, QuoteKind } from './quote-kinds.ts';

/** A quotation of code in a page of the head that resolved at the base and does not any more. */
export interface FalseSentence {
  /** The page, and the line in it, counted from 1. */
  file: string;
  line: number;
  /** The quoted token as the page writes it. */
  quote: string;
  kind: QuoteKind;
  /** Where it was defined at the base: `src/cli.ts:12`; a path names itself. */
  was: string;
  /** A unified diff that corrects the line; null unless the new name is certain. */
  patch: string | null;
}

export interface FoundSentences {
  /** Of the kinds whose claims were measured to be right. */
  falseNow: FalseSentence[];
  /** Of all other kinds. */
  mayBeFalse: FalseSentence[];
  /** Sentences that tell what the limits left out. */
  leftOut: string | undefined;
}

export interface SentenceLimits {
  /** Pages beyond this number, in the order of their paths, are not read. */
  pagesMax: number;
  /** Larger pages are not read. */
  pageBytesMax: number;
  /** No further page is read beyond this sum. */
  pagesBytesMax: number;
  /** If the sources of the head are more or larger in sum, only paths and versions are checked. */
  sourcesMax: number;
  sourcesBytesMax: number;
  /** Larger source files are not searched. */
  fileBytesMax: number;
  /** No more findings are compared with the sources of the head. */
  candidatesMax: number;
  /** Further findings of each certainty are left out. */
  findingsMax: number;
}

export const sentenceLimits: SentenceLimits = {
  pagesMax: 4_000,
  pageBytesMax: 500_000,
  pagesBytesMax: 32_000_000,
  sourcesMax: 30_000,
  sourcesBytesMax: 200_000_000,
  fileBytesMax: 1_000_000,
  candidatesMax: 5_000,
  findingsMax: 200,
};

/** A definition of the base that the head lacks. */
export interface GoneDefinition {
  kind: MeasuredKind;
  /** As the definition writes it: `--port`, `GET /users/:id`, `API_URL`, `Client.send`, `src/main.ts`. */
  name: string;
  /** Its file at the base, and the line, counted from 1; no line for a path. */
  path: string;
  /** Of a path: where the page leads to at the head. */
  place?: string;
  line?: number;
  /** The name at the head, if it is certain. */
  now?: string;
}

/** The text of the changed files, by their path at the base and at the head. */
export interface ChangedTexts {
  before: Map<string, string>;
  after: Map<string, string>;
  /** Path at the base → path at the head. */
  nextPath: Map<string, string>;
}
