import { draftChangelog } from './changelog-draft.ts';
import { draftForDevelopers } from './developer-draft.ts';
import type { Audience, DraftContext } from './draft-context.ts';
import { draftPath } from './draft-path.ts';
import type { Page } from './mdx.ts';
import { draftForUsers } from './user-draft.ts';

export interface DraftPage {
  path: string;
  page: Page;
}

/** The pages of an audience, and always the changelog. */
export function draftDocs(context: DraftContext, audience: Audience): DraftPage[] {
  return [
    ...(audience === 'user'
      ? []
      : [{ path: draftPath('developer', context), page: draftForDevelopers(context) }]),
    ...(audience === 'developer' ? [] : [{ path: draftPath('user', context), page: draftForUsers(context) }]),
    { path: draftPath('changelog', context), page: draftChangelog(context) },
  ];
}
