export { draftDocs } from './drafts/draft-docs.ts';
export { cleanLine, readSources, writeMdx } from './drafts/mdx.ts';
export { summarise } from './drafts/summary.ts';
export { readDraftContext } from './read-draft-context.ts';
export { findRelease, readVerdict } from './verdict/read-verdict.ts';
