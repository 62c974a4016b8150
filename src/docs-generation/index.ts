export { newDocsDesk } from './docs-desk.ts';
export { addDocsRoutes } from './docs-routes.ts';
export type { DocsSettings } from './docs-settings.ts';
