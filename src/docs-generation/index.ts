export { type DocsDesk, newDocsDesk } from './docs-desk.ts';
export { sweepDocsJobs } from './docs-jobs.ts';
export { addDocsRoutes } from './docs-routes.ts';
export { GenerateDocs } from './docs-schemas.ts';
export type { DocsSettings } from './docs-settings.ts';
export { draftWithoutAccount } from './draft-without-account.ts';
export { audiences } from './drafts/draft-context.ts';
export { generateDocs } from './generate-docs.ts';
export { startDocsWorker } from './start-docs-worker.ts';
