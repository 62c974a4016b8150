import packageJson from '../../package.json' with { type: 'json' };
import { type CommandContext, type Commands, UsageError } from './command.ts';
import { type ExitReason, exitCodes } from './exit-codes.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';

export type Environment = Record<string, string | undefined>;

export interface Failure {
  ending: ExitReason;
  sentence: string;
  /** With --json. */
  code?: string;
  details?: Record<string, string[]> | undefined;
  requestId?: string | undefined;
}

/** The server with every command, or the commands for people alone. */
export interface Program {
  commands: Commands;
  /** Says in the help where settings come from. */
  settings: string;
  /** Runs if no command is named; help if there is none. */
  defaultCommand?: string;
  openContext(environment: Environment): Promise<CommandContext>;
  describeFailure(error: unknown, context: CommandContext | undefined): Promise<Failure>;
}

/** Environment, standard output and standard error; tests pass their own. */
export interface Terminal {
  environment(): Promise<Environment>;
  print(text: string): void;
  printError(text: string): void;
}

/** Runs the command and returns the exit code. */
export async function runProgram(program: Program, argv: string[], terminal: Terminal): Promise<number> {
  let context: CommandContext | undefined;
  try {
    const ending = await runCommand(program, argv, terminal, (opened) => {
      context = opened;
    });
    return exitCode(ending);
  } catch (error) {
    const failure = await program.describeFailure(error, context);
    terminal.printError(wantsJson(argv) ? formatJson(failure) : `docket: ${failure.sentence}\n`);
    return exitCode(failure.ending);
  }
}

const wantsJson = (argv: string[]) =>
  argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined).includes('--json');

function formatJson({ ending, sentence, code, details, requestId }: Failure): string {
  const error = { code: code ?? ending, message: sentence, details, requestId, exitCode: exitCode(ending) };
  return `${JSON.stringify({ error }, null, 2)}\n`;
}

async function runCommand(
  program: Program,
  argv: string[],
  terminal: Terminal,
  onContext: (context: CommandContext) => void,
): Promise<ExitReason> {
  const { commands } = program;
  const { print, environment } = terminal;
  const answerWith = (text: string): ExitReason => {
    print(text);
    return 'ok';
  };
  if (argv[0] === '--version') return answerWith(`docket ${packageJson.version}\n`);
  const { name, args, wantsHelp } = findCommand(program, argv);
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry)
    return answerWith(name === '' ? generalHelp(commands, program.settings) : groupHelp(commands, name));
  const command = await entry.load();
  if (wantsHelp) return answerWith(commandHelp(name, command, entry.summary));

  const { parseArguments } = await import('./parse-arguments.ts');
  const { values, json } = parseArguments(name, command, args);
  const context = await program.openContext(await environment());
  onContext(context);
  const answer = await command.run(values, context);
  print(json ? `${JSON.stringify(answer.json, null, 2)}\n` : answer.text);
  return answer.ending ?? 'ok';
}

interface Call {
  /** The command. With --help also the first word of a group of commands, or empty. */
  name: string;
  args: string[];
  wantsHelp: boolean;
}

function findCommand({ commands, defaultCommand = '' }: Program, argv: string[]): Call {
  const words = argv[0] === 'help' ? argv.slice(1) : argv;
  const wantsHelp = argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');
  const firstOption = words.findIndex((arg) => arg.startsWith('-'));
  const [first = '', second = ''] = firstOption < 0 ? words : words.slice(0, firstOption);
  for (const name of [`${first} ${second}`, first]) {
    if (Object.hasOwn(commands, name)) return { name, args: words.slice(name.split(' ').length), wantsHelp };
  }
  if (first === '')
    return wantsHelp ? { name: '', args: [], wantsHelp } : { name: defaultCommand, args: argv, wantsHelp };
  const group = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  if (group.length > 0 && wantsHelp) return { name: first, args: [], wantsHelp };
  const typed = second && group.length > 0 ? `${first} ${second}` : first;
  const known = group.length > 0 ? group : Object.keys(commands);
  throw new UsageError(
    `Unknown command "${typed}". Commands: ${known.join(', ')}.\nSee: docket ${group.length > 0 ? `${first} ` : ''}--help`,
  );
}

const exitCode = (ending: ExitReason): number => exitCodes[ending][0];
