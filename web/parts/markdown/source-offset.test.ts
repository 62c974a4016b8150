import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSourceOffset } from './source-offset.ts';

test('a place in the shown text is found in the source behind marks, links and the same words', () => {
  const find = (source: string, before: string, node: string, offset: number) => {
    const at = findSourceOffset(source, before, node, offset);
    return `${source.slice(0, at)}^${source.slice(at)}`;
  };
  assert.equal(
    find('# Plan\n\nSome **bold** words', 'PlanSome ', 'bold', 2),
    '# Plan\n\nSome **bo^ld** words',
  );
  assert.equal(find('- one\n- one\n- one', 'oneone', 'one', 3), '- one\n- one\n- one^');
  assert.equal(find('a [link](/x) and more', 'a link', ' and more', 4), 'a [link](/x) and^ more');
  assert.equal(find('x &amp; y', '', 'x & y', 5), 'x &amp; y^');
});
