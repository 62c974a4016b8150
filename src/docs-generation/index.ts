export type { DocsDesk } from './docs-desk.ts';
export { newDocsDesk } from './docs-desk.ts';
export { addDocsRoutes } from './docs-routes.ts';
export { GenerateDocs } from './docs-schemas.ts';
export type { DocsSettings } from './docs-settings.ts';
export { generateDocs } from './generate-docs.ts';
