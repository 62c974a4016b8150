import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportInGerman } from './import-report.ts';

test('what an import changed or lost is in German, and names that people wrote stay', () => {
  const inGerman = (what: string) => JSON.parse(reportInGerman(JSON.stringify({ what, examples: [what] })));
  assert.deepEqual(inGerman('unknown priority "so \\"so" became medium'), {
    what: 'Priorität „so \\"so“ ist unbekannt und wurde Mittel',
    examples: ['unknown priority "so \\"so" became medium'],
  });
  assert.equal(inGerman('comments beyond 10,000 of a ticket').what, 'Kommentare über 10,000 je Ticket');
  assert.equal(inGerman('due dates').what, 'Fristen');
  assert.equal(inGerman('something new').what, 'something new');
});
