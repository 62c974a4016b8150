import assert from 'node:assert/strict';
import test from 'node:test';
import { rowFormat } from '../../../sdk/row-format.ts';
import { format, isCurrent } from './idb-storage.ts';

test('rows that were kept with other fields than the table has are not used', () => {
  assert.equal(isCurrent({ format }), true);
  assert.equal(isCurrent({ format: format.replace(rowFormat, '000000000000') }), false);
  assert.equal(isCurrent(undefined), false);
});
