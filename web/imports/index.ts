export { ImportOutcome } from './import-outcome.tsx';
export { checkFiles, isActive, latestImport } from './import-queries.ts';
export { ImportSetup } from './import-setup.tsx';
