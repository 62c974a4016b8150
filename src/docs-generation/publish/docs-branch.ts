import type { GeneratedDocs } from '../drafting-process/process-messages.ts';

/** Named after the pages: `docs/pr-42`, or `docs/auto/v1.0.0-to-v1.1.0`. */
export function docsBranch({ docs }: Pick<GeneratedDocs, 'docs'>): string {
  const slug = /([^/]+)\.mdx$/.exec(docs[0]?.path ?? '')?.[1] ?? 'drafts';
  return /^pr-\d+$/.test(slug) ? `docs/${slug}` : `docs/auto/${slug}`;
}
