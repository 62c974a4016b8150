import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDefaultDisplay, withDefaultDisplay, withoutDefaultDisplay } from './default-display.ts';
import { displayOf, type TicketSearch } from './ticket-search.ts';

const place = { projectId: 'p1', layout: 'list' } as const;
const own: TicketSearch = { groupBy: 'assignee', sort: 'dueDate' };

test('the default of a place is found among those of other projects and layouts, and parsed like an address', () => {
  const displays = [
    'p1.board boardBy=assignee',
    'p1.list groupBy=assignee&sort=dueDate&assignee=me&columns=nonsense',
    'p1.list groupBy=none',
    'p2.list groupBy=label',
  ];
  assert.deepEqual(findDefaultDisplay(displays, place), own);
  assert.deepEqual(findDefaultDisplay(['p1.list '], place), {});
  assert.equal(findDefaultDisplay(displays, { projectId: undefined, layout: 'list' }), undefined);
});

test('an address without a display shows the default, any other shows what it says', () => {
  assert.deepEqual(withDefaultDisplay({ assignee: 'me' }, own), { assignee: 'me', ...own });
  for (const given of [{ groupBy: 'none' }, { sort: 'rank' }, { display: 'usual' }, { view: 'v' }] as const)
    assert.deepEqual(withDefaultDisplay(given, own), given);
});

test('what is chosen is shown after it was written into the address, with any default', () => {
  const display = fc.record(
    {
      groupBy: fc.constantFrom('none', 'assignee', 'label'),
      subGroupBy: fc.constantFrom('status', 'priority'),
      sort: fc.constantFrom('rank', 'dueDate'),
      order: fc.constantFrom('asc', 'desc'),
      columns: fc.constantFrom('key', 'key,status'),
      showEmpty: fc.constant(true),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<TicketSearch>;
  const filters = fc.record(
    { assignee: fc.constant('me') },
    { requiredKeys: [] },
  ) as fc.Arbitrary<TicketSearch>;
  fc.assert(
    fc.property(display, filters, fc.option(display, { nil: undefined }), (chosen, filter, mine) => {
      const shown = withDefaultDisplay(withoutDefaultDisplay({ ...filter, ...chosen }, mine), mine);
      assert.deepEqual(displayOf(shown), { ...chosen });
      assert.equal(shown.assignee, filter.assignee);
    }),
    // Nothing is chosen although there is a default: what one run in a hundred draws by itself.
    {
      examples: [
        [{}, {}, own],
        [own, {}, own],
        [{}, { assignee: 'me' }, {}],
      ],
    },
  );
});
