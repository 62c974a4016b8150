import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const { engines } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** The oldest major version of Node that package.json allows: `>=20` is 20. */
const oldestMajor = Number(/^>=(\d+)$/.exec(engines.node)?.[1]);

/** A Node of that version on the PATH. In CI there must be one, elsewhere the test that needs it says why it is skipped. */
export function findOldestNode(): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = folders
    .map((folder) => path.join(folder, 'node'))
    .find((file) => existsSync(file) && readMajor(file) === oldestMajor);
  if (found === undefined && process.env.CI === 'true')
    throw new Error(`No Node ${oldestMajor} is on the PATH, which package.json allows and CI must test.`);
  return found;
}

export const withoutOldestNode = `there is no Node ${oldestMajor} on the PATH`;

function readMajor(file: string): number {
  return Number(/^v(\d+)\./.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))?.[1]);
}
