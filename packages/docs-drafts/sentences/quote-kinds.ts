/** How often the claims of a kind were right, on repositories whose claims were labelled by reading both versions. */
interface Measured {
  right: number;
  claims: number;
}

/** The kinds of definitions that documentation quotes, with the figures of the last set that nothing was tuned on. */
const measured = {
  flag: { right: 0, claims: 0 },
  route: { right: 0, claims: 0 },
  variable: { right: 0, claims: 0 },
  export: { right: 0, claims: 0 },
  setting: { right: 1, claims: 1 },
  /** The target of a link to a file. */
  link: { right: 52, claims: 52 },
  /** A file or folder in a code span. */
  path: { right: 10, claims: 20 },
  version: { right: 0, claims: 0 },
} satisfies Record<string, Measured>;

export type QuoteKind = keyof typeof measured;
export const quoteKinds = Object.keys(measured) as QuoteKind[];
export const measuredKinds: Readonly<Record<QuoteKind, Measured>> = measured;

const claimsMin = 20;
const precisionMin = 0.95;

/** True if enough claims were labelled and nearly all were right. The sentences of other kinds may be false at most. */
export const isMeasuredRight = ({ right, claims }: Measured): boolean =>
  claims >= claimsMin && right / claims >= precisionMin;

export const mayClaimFalse = (kind: QuoteKind): boolean => isMeasuredRight(measured[kind]);
