import type { Config } from '../config/index.ts';
import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { type ExitReason, exitCodes } from './exit-codes.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';

/** Environment, standard output and standard error; tests pass their own. */
export interface Terminal {
  environment(): Promise<Record<string, string | undefined>>;
  print(text: string): void;
  printError(text: string): void;
}

const processTerminal: Terminal = {
  environment: async () => (await import('../config/index.ts')).readEnvironment(),
  print: (text) => void process.stdout.write(text),
  printError: (text) => void process.stderr.write(text),
};

/** Runs the command and returns the exit code. */
export async function run(argv: string[], terminal = processTerminal): Promise<number> {
  let config: Config | undefined;
  try {
    const ending = await runCommand(argv, terminal, (read) => {
      config = read;
    });
    return codeOf(ending);
  } catch (error) {
    const { describeFailure } = await import('./describe-failure.ts');
    const { ending, sentence } = describeFailure(error, config);
    terminal.printError(`docket: ${sentence}\n`);
    return codeOf(ending);
  }
}

async function runCommand(
  argv: string[],
  terminal: Terminal,
  onConfig: (config: Config) => void,
): Promise<ExitReason> {
  const { print, environment } = terminal;
  const help = (text: string): ExitReason => {
    print(text);
    return 'ok';
  };
  const { name, args, wantsHelp } = findCommand(argv);
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) return help(name === '' ? generalHelp() : groupHelp(name));
  const command = await entry.load();
  if (wantsHelp) return help(commandHelp(name, command));

  const { parseArguments } = await import('./parse-arguments.ts');
  const { values, json } = parseArguments(name, command, args);
  const { readConfig } = await import('../config/index.ts');
  const { systemClock } = await import('../platform/clock.ts');
  const config = readConfig(await environment());
  onConfig(config);
  const answer = await command.run(values, { config, clock: systemClock });
  print(json ? `${JSON.stringify(answer.json, null, 2)}\n` : answer.text);
  return answer.ending ?? 'ok';
}

interface Call {
  /** The command. With --help also the first word of a group of commands, or empty. */
  name: string;
  args: string[];
  wantsHelp: boolean;
}

function findCommand(argv: string[]): Call {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const wantsHelp = argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');
  const firstOption = words.findIndex((arg) => arg.startsWith('-'));
  const [first = '', second = ''] = firstOption < 0 ? words : words.slice(0, firstOption);
  for (const name of [`${first} ${second}`, first]) {
    if (Object.hasOwn(commands, name)) return { name, args: words.slice(name.split(' ').length), wantsHelp };
  }
  if (first === '')
    return wantsHelp ? { name: '', args: [], wantsHelp } : { name: 'serve', args: argv, wantsHelp };
  const group = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  if (group.length > 0 && wantsHelp) return { name: first, args: [], wantsHelp };
  const typed = second && group.length > 0 ? `${first} ${second}` : first;
  const known = group.length > 0 ? group : Object.keys(commands);
  throw new UsageError(
    `Unknown command "${typed}". Commands: ${known.join(', ')}.\nSee: docket ${group.length > 0 ? `${first} ` : ''}--help`,
  );
}

const codeOf = (ending: ExitReason): number => exitCodes[ending][0];
