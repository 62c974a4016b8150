/** How often the claims of a kind were right, on repositories whose claims were labelled by reading both versions. */
interface Measured {
  right: number;
  claims: number;
}

/**
 * The kinds of definitions that documentation quotes, as they are measured, with the figures of the last sets that no rule of
 * the kind was tuned on.
 */
const measured = {
  flag: { right: 0, claims: 0 },
  route: { right: 0, claims: 0 },
  variable: { right: 0, claims: 0 },
  export: { right: 5, claims: 7 },
  setting: { right: 2, claims: 2 },
  /** The target of a link to a file. */
  link: { right: 122, claims: 124 },
  /** The target of a link to a folder. */
  folder: { right: 14, claims: 16 },
  /** A file or folder in the address of this repository at its code host. */
  address: { right: 159, claims: 160 },
  /** A file or folder in a code span. */
  path: { right: 16, claims: 19 },
  version: { right: 1, claims: 2 },
} satisfies Record<string, Measured>;

export type MeasuredKind = keyof typeof measured;
export const measuredKinds: Readonly<Record<MeasuredKind, Measured>> = measured;

/** The kind as callers see it: links to files, folders and addresses are all links. */
export type QuoteKind = Exclude<MeasuredKind, 'folder' | 'address'>;
export const quoteKind = (kind: MeasuredKind): QuoteKind =>
  kind === 'folder' || kind === 'address' ? 'link' : kind;
export const quoteKinds = [...new Set((Object.keys(measured) as MeasuredKind[]).map(quoteKind))];

const claimsMin = 20;
const precisionMin = 0.95;

/** True if enough claims were labelled and nearly all were right. The sentences of other kinds may be false at most. */
export const isMeasuredRight = ({ right, claims }: Measured): boolean =>
  claims >= claimsMin && right / claims >= precisionMin;

export const mayClaimFalse = (kind: MeasuredKind): boolean => isMeasuredRight(measured[kind]);
