export { draftChangelog } from './drafts/changelog-draft.ts';
export { draftDocs } from './drafts/draft-docs.ts';
export { isDraftPath } from './drafts/draft-path.ts';
export { subjectInlines } from './drafts/inlines.ts';
export { cleanLine, readSources, writeMarkdown, writeMdx } from './drafts/mdx.ts';
export { summarise } from './drafts/summary.ts';
export { listEntryIds } from './entries/entry-ids.ts';
export { readDraftContext } from './read-draft-context.ts';
export { findRelease, readVerdict } from './verdict/read-verdict.ts';
