import { findClosingParenthesis, splitTopLevel } from '../surface/balanced.ts';

const elideFromLength = 140;

/** Replaces the parameters that two long signatures share by `…`, so that the difference stands out. */
export function elideSharedParameters(was: string, is: string): [was: string, is: string] {
  if (Math.max(was.length, is.length) < elideFromLength) return [was, is];
  const [old, now] = [splitSignature(was), splitSignature(is)];
  if (!old || !now || !areInOrder(old.parameters, now.parameters)) return [was, is];
  const [inOld, inNow] = [new Set(old.parameters), new Set(now.parameters)];
  return [print(old, inNow), print(now, inOld)];
}

/** False if shared parameters were reordered: then the signatures are shown in full. */
function areInOrder(was: string[], is: string[]): boolean {
  const [old, now] = [was.map(nameOf), is.map(nameOf)];
  const shared = now.filter((name) => old.includes(name));
  return old.filter((name) => now.includes(name)).every((name, index) => name === shared[index]);
}

const nameOf = (parameter: string) => /^[\w.*]+/.exec(parameter)?.[0] ?? parameter;

interface SplitSignature {
  before: string;
  parameters: string[];
  after: string;
}

function splitSignature(signature: string): SplitSignature | undefined {
  const open = signature.indexOf('(', /^func \([^)]*\)/.exec(signature)?.[0].length ?? 0);
  const close = open < 0 ? -1 : findClosingParenthesis(signature, open);
  if (close < 0 || signature.includes('\n')) return undefined;
  return {
    before: signature.slice(0, open + 1),
    parameters: splitTopLevel(signature.slice(open + 1, close)),
    after: signature.slice(close),
  };
}

function print({ before, parameters, after }: SplitSignature, same: Set<string>): string {
  const shown: string[] = [];
  for (const parameter of parameters) {
    if (!same.has(parameter)) shown.push(parameter);
    else if (shown.at(-1) !== '…') shown.push('…');
  }
  return `${before}${shown.join(', ')}${after}`;
}
