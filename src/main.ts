import { run } from './cli/index.ts';

// Files that Docket creates are readable by its own user only.
process.umask(0o077);
// A reader that closes the pipe early (`docket user list | head -1`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await run(process.argv.slice(2));
