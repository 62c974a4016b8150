import { finalVersionOfTag } from '../../packages/docs-drafts/index.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import { newId } from '../platform/ids.ts';
import { releaseLimits } from './release.ts';
import * as store from './release-store.ts';

export interface TagMark {
  projectId: string;
  /** `owner/name` */
  repository: string;
  tag: string;
  /** Nobody is told of its tickets. */
  isSilent?: boolean | undefined;
  now: number;
}

const tagLengthMax = 250;
const repositoryLengthMax = 200;

/**
 * The repository is read soon for what the tag contains, or whether it is gone. Returns false for a tag that is no final
 * version: a prerelease counts for nothing, because its tickets are in the final release too.
 */
export async function markTagDue(
  tx: Tx,
  { projectId, repository, tag, isSilent = false, now }: TagMark,
): Promise<boolean> {
  const version = finalVersionOfTag(tag);
  if (version === undefined || version.length > releaseLimits.versionLength) return false;
  if (tag.length > tagLengthMax || repository.length > repositoryLengthMax) return false;
  const named = { projectId, repository: foldCase(repository), tag, version };
  await store.upsertDue(tx, { ...named, id: newId(now), isSilent: Number(isSilent), now });
  return true;
}

/** What Docket knows of the tags of a repository, deleted ones too. */
export const listKnownTags = (queries: Queries, projectId: string, repository: string) =>
  store.listTagged(queries, { projectId, repository: foldCase(repository) });
