import { hash } from 'node:crypto';
import type { DraftContext } from './draft-context.ts';

export const draftFolders = { developer: 'developer', user: 'user', changelog: 'changelog' } as const;
export type DraftKind = keyof typeof draftFolders;

export const draftPath = (kind: DraftKind, context: Pick<DraftContext, 'base' | 'head' | 'pull'>) =>
  `content/docs/${draftFolders[kind]}/${draftSlug(context)}.mdx`;

const draftPathShape = new RegExp(`^content/docs/(?:${Object.values(draftFolders).join('|')})/[^/]+\\.mdx$`);
/** Whether a file is where the drafts are. */
export const isDraftPath = (path: string) => draftPathShape.test(path);

/** `pr-42`, or `v1.0.0-to-v1.1.0`. It depends only on the request, not on the commits that the refs point to. */
function draftSlug({ base, head, pull }: Pick<DraftContext, 'base' | 'head' | 'pull'>): string {
  if (pull) return `pr-${pull.number}`;
  const [from, to] = [slugOf(base.ref), slugOf(head.ref)];
  const isExact = from === base.ref && to === head.ref;
  // Refs that differ only in characters that the slug drops get different hashes.
  const suffix = isExact ? '' : `-${hash('sha256', `${base.ref}\0${head.ref}`, 'hex').slice(0, 8)}`;
  return `${from}-to-${to}${suffix}`;
}

const slugOf = (ref: string) =>
  (/^[0-9a-f]{40,64}$/.test(ref) ? ref.slice(0, 12) : ref)
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/\.{2,}|^[-.]+|[-.]+$/g, '')
    .slice(0, 60) || 'ref';
