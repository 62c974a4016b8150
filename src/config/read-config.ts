import { BadConfiguration } from './bad-configuration.ts';
import { type DerivedValues, deriveValues } from './derived-values.ts';
import type { Variable } from './variable-types.ts';
import { type Values, variables } from './variables.ts';

export interface Config extends Values, DerivedValues {}

export function readConfig(environment: Record<string, string | undefined>): Config {
  const values = parseVariables(environment);
  return { ...values, ...deriveValues(values, environment) };
}

function parseVariables(environment: Record<string, string | undefined>): Values {
  const problems: string[] = [];
  const entries = Object.entries(variables as Record<string, Variable<unknown>>).map(([name, declared]) => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return [name, declared.absent];
    const value = declared.parse(text);
    if (value === undefined) problems.push(describeProblem(name, text, declared));
    return [name, value];
  });
  if (problems.length > 0) throw new BadConfiguration(problems.join('\n'));
  return Object.fromEntries(entries);
}

function describeProblem(name: string, text: string, { secret, allowed }: Variable<unknown>): string {
  const problem = secret ? 'is not valid: it' : `is ${JSON.stringify(text)}, but`;
  return `${name} ${problem} must be ${allowed.replaceAll('`', '')}.`;
}
