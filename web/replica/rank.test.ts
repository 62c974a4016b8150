import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { rankBetween } from './rank.ts';

test('a rank lies between its neighbours, however often one drops at the same place', () => {
  const drops = fc.array(fc.nat(20), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(drops, (places) => {
      const ranks = ['0Vb2CiM4'];
      for (const place of places) {
        const at = place % (ranks.length + 1);
        const rank = rankBetween(ranks[at - 1], ranks[at]);
        assert.ok(ranks[at - 1] === undefined || rank > (ranks[at - 1] as string));
        assert.ok(ranks[at] === undefined || rank < (ranks[at] as string));
        ranks.splice(at, 0, rank);
      }
    }),
  );
});
