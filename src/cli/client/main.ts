import type { CommandContext } from '../command.ts';
import { type Program, runProgram } from '../run-program.ts';
import { clientCommands } from './commands.ts';
import { describeClientFailure } from './describe-client-failure.ts';
import { processPrompt } from './prompt.ts';

/**
 * The program of the package docket-cli. It reads no .env file: one in a folder of somebody else could name a server that
 * gets the API key.
 */
const program: Program = {
  commands: clientCommands,
  settings: 'Settings come from the environment and docket login, never from a .env file.',
  openContext: async (environment) => ({ environment, prompt: processPrompt }) as CommandContext,
  describeFailure: async (error) =>
    describeClientFailure(error) ?? {
      ending: 'failure',
      sentence: error instanceof Error ? error.message : String(error),
    },
};

process.umask(0o077);
// A reader that closes the pipe early (`docket ticket list | head -1`) is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
process.exitCode = await runProgram(program, process.argv.slice(2), {
  environment: async () => process.env,
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
});
