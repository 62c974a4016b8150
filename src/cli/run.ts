import { processPrompt } from './client/prompt.ts';
import { commands } from './commands.ts';
import { type Program, runProgram, type Terminal } from './run-program.ts';

const processTerminal: Terminal = {
  environment: async () => (await import('../config/index.ts')).readEnvironment(),
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
};

const server: Program = {
  commands,
  settings: 'Settings come from the environment or a .env file: see docs/operations/reference.md.',
  defaultCommand: 'serve',
  openContext: async (environment) => {
    const { readConfig } = await import('../config/index.ts');
    const { systemClock } = await import('../platform/clock.ts');
    const config = readConfig(environment);
    const localUrl = config.BASE_URL ?? `http://${config.HOST}:${config.PORT}`;
    return { config, clock: systemClock, environment, localUrl, prompt: processPrompt };
  },
  describeFailure: async (error, context) => {
    const { describeFailure } = await import('./describe-failure.ts');
    return describeFailure(error, context?.config);
  },
};

/** Runs a command of the server and returns the exit code. */
export const run = (argv: string[], terminal = processTerminal): Promise<number> =>
  runProgram(server, argv, terminal);
