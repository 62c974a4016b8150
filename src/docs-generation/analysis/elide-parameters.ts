import { closingOf, splitTopLevel } from '../surface/balanced.ts';

const longFrom = 140;

/** Two long signatures with `…` in place of the parameters that are the same in both: what differs is what is read. */
export function elideSharedParameters(was: string, is: string): [was: string, is: string] {
  if (Math.max(was.length, is.length) < longFrom) return [was, is];
  const [old, now] = [cut(was), cut(is)];
  if (!old || !now || !areInOrder(old.parameters, now.parameters)) return [was, is];
  const [inOld, inNow] = [new Set(old.parameters), new Set(now.parameters)];
  return [print(old, inNow), print(now, inOld)];
}

/** Where parameters changed places, that is what differs. */
function areInOrder(was: string[], is: string[]): boolean {
  const [old, now] = [was.map(nameOf), is.map(nameOf)];
  const stay = now.filter((name) => old.includes(name));
  return old.filter((name) => now.includes(name)).every((name, index) => name === stay[index]);
}

const nameOf = (parameter: string) => /^[\w.*]+/.exec(parameter)?.[0] ?? parameter;

interface Cut {
  before: string;
  parameters: string[];
  after: string;
}

function cut(signature: string): Cut | undefined {
  const open = signature.indexOf('(', /^func \([^)]*\)/.exec(signature)?.[0].length ?? 0);
  const close = open < 0 ? -1 : closingOf(signature, open);
  if (close < 0 || signature.includes('\n')) return undefined;
  return {
    before: signature.slice(0, open + 1),
    parameters: splitTopLevel(signature.slice(open + 1, close)),
    after: signature.slice(close),
  };
}

function print({ before, parameters, after }: Cut, same: Set<string>): string {
  const shown: string[] = [];
  for (const parameter of parameters) {
    if (!same.has(parameter)) shown.push(parameter);
    else if (shown.at(-1) !== '…') shown.push('…');
  }
  return `${before}${shown.join(', ')}${after}`;
}
