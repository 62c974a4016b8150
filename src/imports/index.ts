export { verifyArchive } from './archive/verify-archive.ts';
export { importEvents } from './import-events.ts';
export { addRoutes } from './import-routes.ts';
export { listImportFileKeys, listImportHolders, releaseImportsOf } from './jobs/import-store.ts';
export { startImportWorker } from './jobs/import-worker.ts';
export { sweepImports } from './jobs/imports.ts';
export { importProducts } from './products.ts';
