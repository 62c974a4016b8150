import assert from 'node:assert/strict';
import { variables } from '../../src/config/variables.ts';

export function assertKnownVariables(names: string[], where: string): void {
  const unknown = names.filter((name) => !(name in variables));
  assert.deepEqual(unknown, [], `${where} sets variables that Docket does not read`);
}
