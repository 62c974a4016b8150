import { draftChangelog } from './changelog-draft.ts';
import { draftForDevelopers } from './developer-draft.ts';
import type { Audience, DraftContext } from './draft-context.ts';
import { type DraftKind, draftPath } from './draft-path.ts';
import type { Page } from './mdx.ts';
import { draftForUsers } from './user-draft.ts';

export interface DraftPage {
  path: string;
  kind: DraftKind;
  page: Page;
}

/** The pages of an audience, and always the changelog. */
export function draftDocs(context: DraftContext, audience: Audience): DraftPage[] {
  const page = (kind: DraftKind, page: Page) => ({ path: draftPath(kind, context), kind, page });
  return [
    ...(audience === 'user' ? [] : [page('developer', draftForDevelopers(context))]),
    ...(audience === 'developer' ? [] : [page('user', draftForUsers(context))]),
    page('changelog', draftChangelog(context)),
  ];
}
