import module from 'node:module';
import path from 'node:path';

/**
 * The variable that lets a Node program of Docket use the compile cache of this process. Without it, each start strips the
 * types of every module and compiles it again.
 */
export function compileCacheVariable(): { NODE_COMPILE_CACHE?: string } {
  // Node 20, which can run docket-cli, lacks the function.
  const folder = module.getCompileCacheDir?.();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}
