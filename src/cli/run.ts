import type { Config } from '../config/index.ts';
import { UsageError } from './command.ts';
import { commands } from './commands.ts';
import { type Ending, exitCodes } from './exit-codes.ts';
import { commandHelp, generalHelp, groupHelp } from './help.ts';

/** Where the settings come from and the words go to. */
export interface Terminal {
  environment(): Promise<Record<string, string | undefined>>;
  say(text: string): void;
  complain(text: string): void;
}

const ofThisProcess: Terminal = {
  environment: async () => (await import('../config/index.ts')).readEnvironment(),
  say: (text) => void process.stdout.write(text),
  complain: (text) => void process.stderr.write(text),
};

/** Does what the command line says and answers the exit code. */
export async function run(argv: string[], terminal = ofThisProcess): Promise<number> {
  let config: Config | undefined;
  try {
    await obey(argv, terminal, (read) => {
      config = read;
    });
    return codeOf('ok');
  } catch (error) {
    const { explainFailure } = await import('./failure.ts');
    const { ending, sentence } = explainFailure(error, config);
    terminal.complain(`docket: ${sentence}\n`);
    return codeOf(ending);
  }
}

async function obey(argv: string[], terminal: Terminal, noteConfig: (config: Config) => void): Promise<void> {
  const { say, environment } = terminal;
  const { name, args, wantsHelp } = findCommand(argv);
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!entry) return say(name === '' ? generalHelp() : groupHelp(name));
  const command = await entry.load();
  if (wantsHelp) return say(commandHelp(name, command));

  const { parseArguments } = await import('./parse-arguments.ts');
  const { values, json } = parseArguments(name, command, args);
  const { readConfig } = await import('../config/index.ts');
  const { systemClock } = await import('../platform/clock.ts');
  const config = readConfig(await environment());
  noteConfig(config);
  const answer = await command.run(values, { config, clock: systemClock });
  say(json ? `${JSON.stringify(answer.json, null, 2)}\n` : answer.text);
}

interface Call {
  /** A command; or, where only help is wanted, the first word of several or nothing. */
  name: string;
  args: string[];
  wantsHelp: boolean;
}

function findCommand(argv: string[]): Call {
  const asked = argv[0] === 'help' ? argv.slice(1) : argv;
  const wantsHelp = argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');
  const firstOption = asked.findIndex((arg) => arg.startsWith('-'));
  const [first = '', second = ''] = firstOption < 0 ? asked : asked.slice(0, firstOption);
  for (const name of [`${first} ${second}`, first]) {
    if (Object.hasOwn(commands, name)) return { name, args: asked.slice(name.split(' ').length), wantsHelp };
  }
  if (first === '')
    return wantsHelp ? { name: '', args: [], wantsHelp } : { name: 'serve', args: argv, wantsHelp };
  const group = Object.keys(commands).filter((name) => name.startsWith(`${first} `));
  if (group.length > 0 && wantsHelp) return { name: first, args: [], wantsHelp };
  const said = second && group.length > 0 ? `${first} ${second}` : first;
  const known = group.length > 0 ? group : Object.keys(commands);
  throw new UsageError(
    `There is no command "${said}", but: ${known.join(', ')}.\nSee: docket ${group.length > 0 ? `${first} ` : ''}--help`,
  );
}

const codeOf = (ending: Ending): number => exitCodes[ending][0];
