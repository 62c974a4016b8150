import { columns } from './columns.ts';
import type { Command, Commands, Field } from './command.ts';
import { exitCodes } from './exit-codes.ts';

const common: [string, string][] = [
  ['--json', 'Print one JSON document instead of text, errors too.'],
  ['--help', 'Show this help.'],
];

export function generalHelp(commands: Commands, settings: string): string {
  return lines(
    'Docket, a self-hosted ticket tracker.',
    '',
    'Usage: docket [COMMAND] [--json] [--help] [--version]',
    '',
    'Commands',
    ...columns(Object.entries(commands).map(([name, { summary }]) => [name, summary])),
    '',
    `Run docket COMMAND --help for details. ${settings}`,
    '',
    'Exit codes',
    ...columns(Object.values(exitCodes).map(([code, meaning]) => [String(code), meaning])),
  );
}

/** `docket user --help`: the commands that begin with that word. */
export function groupHelp(commands: Commands, word: string): string {
  const group = Object.entries(commands).filter(([name]) => name.startsWith(`${word} `));
  return lines(
    `Usage: docket ${word} COMMAND`,
    '',
    'Commands',
    ...columns(group.map(([name, { summary }]) => [name, summary])),
  );
}

export function commandHelp(name: string, command: Command, summary: string): string {
  const args = Object.values(command.arguments);
  const options = Object.entries(command.options);
  return lines(
    `docket ${name}: ${summary}.`,
    '',
    `Usage: ${['docket', name, ...args.map(usageOfArgument), ...options.map(usageOfOption), '[--json]'].join(' ')}`,
    ...(args.length > 0
      ? ['', 'Arguments', ...columns(args.map((field) => [field.placeholder, field.sentence]))]
      : []),
    '',
    'Options',
    ...columns([
      ...options.map(([option, field]): [string, string] => [
        `--${option} ${field.placeholder}`.trimEnd(),
        field.sentence,
      ]),
      ...common,
    ]),
    '',
    command.examples.length > 1 ? 'Examples' : 'Example',
    ...command.examples.map((example) => `  ${example}`),
  );
}

const usageOfArgument = ({ placeholder, required }: Field<unknown>) =>
  required ? placeholder : `[${placeholder}]`;

function usageOfOption([name, { placeholder, required }]: [string, Field<unknown>]): string {
  const usage = `--${name} ${placeholder}`.trimEnd();
  return required ? usage : `[${usage}]`;
}

const lines = (...all: string[]) => `${all.join('\n')}\n`;
