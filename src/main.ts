import { run } from './cli/index.ts';

// What Docket writes is for the user who runs it alone.
process.umask(0o077);
// Whoever reads may have seen enough (`docket user list | head -1`): that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run(process.argv.slice(2));
