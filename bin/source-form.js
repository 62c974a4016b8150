// The sources run as they are. The npm package has them compiled, because Node strips no types below node_modules:
// scripts/release/server-package.ts writes this file anew.
export const extension = '.ts';
export const format = 'module-typescript';
