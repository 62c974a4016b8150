import { parseArgs } from 'node:util';
import { type Command, type Field, type Fields, UsageError, type Values } from './command.ts';

export interface ParsedArguments {
  values: Values<Fields>;
  json: boolean;
}

/** Parses the arguments and options as the command declares them. */
export function parseArguments(name: string, command: Command, args: string[]): ParsedArguments {
  try {
    const options: Record<string, { type: 'string' | 'boolean' }> = { json: { type: 'boolean' } };
    for (const [option, { isFlag }] of Object.entries(command.options))
      options[option] = { type: isFlag ? 'boolean' : 'string' };
    const { values, positionals } = parseArgs({
      ...{ args: joinDashValues(args, options), options },
      allowPositionals: true,
    });
    return {
      values: { ...readArguments(command.arguments, positionals), ...readOptions(command.options, values) },
      json: values.json === true,
    };
  } catch (error) {
    const isOurs = error instanceof UsageError;
    if (!isOurs && !(error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) throw error;
    // Node's message continues with advice on `--`, which is rarely what was meant.
    const said = (error as Error).message.replace(/\. To specify .*/s, '.');
    throw new UsageError(`${said}\nSee: docket ${name} --help`);
  }
}

/** A public key can begin with a dash, which `parseArgs` takes for an option unless `=` joins it to its own. */
function joinDashValues(args: string[], options: Record<string, { type: 'string' | 'boolean' }>): string[] {
  const joined: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [arg = '', next] = [args[at], args[at + 1]];
    if (arg === '--') return [...joined, ...args.slice(at)];
    const takesNext = arg.startsWith('--') && options[arg.slice(2)]?.type === 'string';
    if (takesNext && next !== undefined && /^-[^-]/.test(next)) {
      joined.push(`${arg}=${next}`);
      at++;
    } else joined.push(arg);
  }
  return joined;
}

function readArguments(fields: Fields, texts: string[]): Values<Fields> {
  const entries = Object.entries(fields);
  const takesRest = entries.at(-1)?.[1].isList === true;
  if (texts.length > entries.length && !takesRest) {
    throw new UsageError(`"${texts[entries.length]}" is an unexpected argument.`);
  }
  return Object.fromEntries(
    entries.map(([name, field], index) => [
      name,
      field.isList ? readAll(field, texts.slice(index)) : read(field.placeholder, field, texts[index]),
    ]),
  );
}

function readAll(field: Field<unknown[]>, texts: string[]): unknown[] {
  const [first, ...rest] = texts;
  return [first, ...rest].flatMap((text) => read(field.placeholder, field, text) as unknown[]);
}

function readOptions(fields: Fields, given: Record<string, unknown>): Values<Fields> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, read(`--${name}`, field, given[name])]),
  );
}

function read(place: string, field: Field<unknown>, text: unknown): unknown {
  if (field.isFlag) return text === true;
  if (typeof text !== 'string') {
    if (field.required) throw new UsageError(`${place} is missing: ${field.sentence}`);
    return field.absent;
  }
  const value = field.parse(text);
  if (value === undefined)
    throw new UsageError(`${place} is ${JSON.stringify(text)}, but must be ${field.allowed}.`);
  return value;
}
