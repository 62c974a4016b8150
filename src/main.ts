import { run } from './cli/index.ts';

// What Docket writes is for the user who runs it alone.
process.umask(0o077);
process.exitCode = await run(process.argv.slice(2));
