import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { run } from './cli/index.ts';

// Half of a start is reading TypeScript; the second start does without. Not in the machine's temporary folder, where
// others could leave code for us; where this one cannot be written, every start is a first one.
enableCompileCache(path.resolve(import.meta.dirname, '../node_modules/.cache/docket'));

// What Docket writes is for the user who runs it alone.
process.umask(0o077);
process.exitCode = await run(process.argv.slice(2));
