import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titlesIn } from './child-fields.ts';

test('each line of a text is a title, without the marks of lists', () => {
  const text = '- [ ] First\n  * Second\n\n3. Third\n- [x] Fourth\nFifth - with a dash\n';
  assert.deepEqual(titlesIn(text), ['First', 'Second', 'Third', 'Fourth', 'Fifth - with a dash']);
  assert.deepEqual(titlesIn(' \n'), []);
});
