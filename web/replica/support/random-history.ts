import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TicketPatch, ViewQuery } from '../types.ts';
import { ada, ModelServer, projectOne, projectTwo } from './model-server.ts';
import { expectedRows, FakeClock, settle, Tab } from './world.ts';

/** Both projects are held; the last view spans everything and comes from the server page by page. */
const queries: ViewQuery[] = [
  { project: projectOne, sort: 'rank', order: 'asc' },
  { project: projectTwo, status: ['backlog', 'todo'] },
  { project: [projectOne, projectTwo], label: 'red', sort: 'title' },
  { assignee: 'me', sort: 'updatedAt' },
];

/** One step: what happens, to which ticket, in which way, in which tab. */
type Step = [name: keyof typeof deeds, ticket: number, way: number, tab: number];

class History {
  readonly server = new ModelServer();
  readonly clock = new FakeClock();
  readonly tabs: Tab[];
  hasLostProject = false;

  constructor() {
    for (const [index, id] of ['a', 'b', 'c', 'd', 'e'].entries()) {
      this.server.create(id, `Ticket ${id}`, index % 2 ? projectTwo : projectOne);
    }
    this.tabs = ['s', 't'].map((prefix) => new Tab(this.server, this.clock, prefix));
    for (const tab of this.tabs) this.look(tab);
  }

  /** The last value that Ada gave to each field, as `ticket field value` by `ticket field`. */
  readonly intentions = new Map<string, string>();

  /** Notes what is pending for the ticket; it has to arrive. */
  intend(id: string, { replica }: Tab): void {
    for (const entry of replica.entries) {
      const changes =
        entry.kind === 'change'
          ? entry.changes
          : entry.kind === 'create'
            ? [{ ticketId: entry.row.id, patch: entry.fields }]
            : [];
      for (const { ticketId, patch } of changes) {
        if (ticketId !== id) continue;
        for (const [field, value] of Object.entries(patch)) {
          this.intentions.set(`${id} ${field}`, `${id} ${field} ${value}`);
        }
      }
    }
  }

  look(tab: Tab): void {
    for (const query of queries) tab.replica.view(query).subscribe(() => {}, true);
  }

  /** A ticket that exists on the server, or that this tab is about to create. */
  ticket(index: number, tab: Tab): string {
    const ids = [
      ...this.server.allIds(),
      ...tab.replica.entries.flatMap((e) => (e.kind === 'create' ? e.row.id : [])),
    ];
    return ids[index % Math.max(1, ids.length)] ?? 'none';
  }

  async finish(): Promise<void> {
    // What one tab sends changes what the other has to receive.
    do for (const tab of this.tabs) await tab.finish();
    while (this.tabs.some((tab) => tab.isBusy));
  }
}

const statuses = ['todo', 'in_progress', 'done', 'cancelled'] as const;

/** A way to change a ticket, for Ada and for others. */
function patchOf(way: number): TicketPatch {
  const variant = Math.floor(way / 6);
  const patches: TicketPatch[] = [
    { status: statuses[variant] ?? 'todo' },
    { priority: variant % 2 ? 'high' : 'low', status: 'todo' },
    { labelIds: [['red'], ['green', 'red'], [], ['red']][variant] ?? [] },
    { assigneeId: [ada, 'ben', null, ada][variant] ?? null },
    { projectId: variant % 2 ? projectOne : projectTwo },
    { dueDate: '2026-12-24T00:00:00.000Z' },
    { estimate: 2.5 },
  ];
  return patches[way % patches.length] ?? {};
}

type Deed = (history: History, tab: Tab, ticket: number, way: number) => void;

const deeds = {
  // Ada, in one of her tabs
  change: (h, tab, ticket, way) => {
    const id = h.ticket(ticket, tab);
    tab.replica.verbs.changeTickets([id], patchOf(way), '');
    h.intend(id, tab);
  },
  rename: (h, tab, ticket, way) => {
    const id = h.ticket(ticket, tab);
    tab.replica.verbs.changeTickets([id], { title: way % 5 ? `Title ${way}` : 'refused' }, '');
    h.intend(id, tab);
  },
  describe: (h, tab, ticket, way) => {
    const id = h.ticket(ticket, tab);
    const { version = 0 } = tab.replica.row(id) ?? {};
    const description = h.server.description(id) ?? '';
    tab.replica.verbs.changeTickets([id], { description: `Text ${way}` }, '', { version, description });
    h.intend(id, tab);
  },
  changeMany: (h, tab, ticket, way) => {
    const ids = [0, 1, 2].map((offset) => h.ticket(ticket + offset, tab));
    tab.replica.verbs.changeTickets([...new Set(ids)], patchOf(way), '');
    for (const id of ids) h.intend(id, tab);
  },
  create: (_h, tab, _ticket, way) => {
    const projectId = [projectOne, projectTwo, null][way % 3] ?? null;
    tab.replica.verbs.createTicket({ title: `New ${way}`, projectId }, '');
  },
  createChild: (h, tab, ticket) => {
    tab.replica.verbs.createTicket(
      { title: 'Child', projectId: projectOne, parentId: h.ticket(ticket, tab) },
      '',
    );
  },
  place: (h, tab, ticket, way) => {
    const where =
      way % 3 === 0 ? {} : way % 3 === 1 ? { after: h.ticket(way, tab) } : { before: h.ticket(way, tab) };
    tab.replica.verbs.placeTicket(h.ticket(ticket, tab), way % 2 ? { ...where, status: 'todo' } : where, '');
  },
  remove: (h, tab, ticket) => tab.replica.verbs.deleteTickets([h.ticket(ticket, tab)], ''),
  undo: (h, tab) => {
    tab.replica.verbs.undo();
    h.intentions.clear();
  },
  redo: (h, tab) => {
    tab.replica.verbs.redo();
    h.intentions.clear();
  },
  // Others
  theyChange: (h, tab, ticket, way) => h.server.change(h.ticket(ticket, tab), patchOf(way)),
  theyRename: (h, tab, ticket, way) => h.server.change(h.ticket(ticket, tab), { title: `Theirs ${way}` }),
  theyDescribe: (h, tab, ticket, way) =>
    h.server.change(h.ticket(ticket, tab), { description: `Their text ${way}` }),
  theyCreate: (h, _tab, ticket, way) =>
    h.server.create(
      `by-ben-${ticket}-${way}-${h.server.position}`,
      'Theirs',
      way % 2 ? projectOne : projectTwo,
    ),
  theyComment: (h, tab, ticket) => h.server.comment(h.ticket(ticket, tab)),
  theyDelete: (h, tab, ticket) => h.server.delete(h.ticket(ticket, tab)),
  theyRestore: (h, _tab, ticket) => h.server.restore(['a', 'b', 'c', 'd', 'e'][ticket % 5] ?? 'a'),
  theyDeleteLabel: (h, _tab, _ticket, way) =>
    h.server.deleteLabel(['red', 'green', 'blue'][way % 3] ?? 'red'),
  theyRenameProject: (h, _tab, _ticket, way) => h.server.renameProject(projectOne, `KEY${way}`),
  theyTakeProject: (h) => {
    h.server.takeProject(projectTwo);
    h.hasLostProject = true;
  },
  theyGiveProject: (h) => h.server.giveProject(projectTwo),
  // The network
  step: (_h, tab, ticket) => tab.step(ticket),
  lose: (_h, tab, ticket) => tab.step(ticket, 'lost'),
  signOut: (_h, tab, ticket) => tab.step(ticket, 'signed-out'),
  signIn: (_h, tab) => tab.replica.signedIn(),
  deliver: (_h, tab, _ticket, way) => {
    for (let count = 0; count <= way % 4; count++) tab.deliver();
  },
  reconnect: (_h, tab, _ticket, way) => tab.reconnect(way % 6),
  goOffline: (_h, tab) => {
    tab.isOnline = false;
  },
  goOnline: (_h, tab) => {
    tab.isOnline = true;
    tab.replica.retryNow();
  },
  forgetEvents: (h) => h.server.forgetEvents(),
  wait: (h, _tab, _ticket, way) => h.clock.advance(way * 500),
  // The page
  save: (_h, tab) => tab.save(),
  reload: (h, tab) => {
    tab.reload();
    h.look(tab);
  },
} satisfies Record<string, Deed>;

const names = Object.keys(deeds) as (keyof typeof deeds)[];
/** Answers and events have to come often, or nothing is ever confirmed. */
const frequent: (keyof typeof deeds)[] = [
  'step',
  'step',
  'step',
  'deliver',
  'deliver',
  'change',
  'theyChange',
];

const anyStep: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom(...names, ...frequent, ...frequent),
  fc.nat(11),
  fc.nat(23),
  fc.nat(1),
);

/** Begins while the first loads are under way, or with everything loaded. */
async function live(isLoaded: boolean, steps: Step[]): Promise<History> {
  const history = new History();
  await settle();
  if (isLoaded) await history.finish();
  for (const [name, ticket, way, tabIndex] of steps) {
    const tab = history.tabs[tabIndex] as Tab;
    deeds[name](history, tab, ticket, way);
    // What others do reaches a tab by events and answers, which are steps of their own.
    if (!name.startsWith('they')) await settle();
  }
  await history.finish();
  return history;
}

/** A value that Ada gave to a field has reached the server, unless it was refused or she lost the project. */
function assertNothingLost({ server, intentions, hasLostProject }: History): void {
  if (hasLostProject) return;
  for (const [target, intention] of intentions) {
    if (server.refusedTickets.has(target.split(' ')[0] ?? '')) continue;
    // A deleted label is left out of what is sent; of texts that conflict both are kept.
    if (!/ (?:labelIds|title|description)$/.test(target))
      assert.ok(server.receivedValues.has(intention), `lost: ${intention}`);
  }
}

function assertAgrees({ server, tabs }: History): void {
  for (const [index, { replica }] of tabs.entries()) {
    const tab = `tab ${index}`;
    assert.deepEqual(replica.entries, [], `${tab}: everything is settled`);
    for (const row of replica.rows()) assert.deepEqual(row, server.row(row.id), `${tab}: ${row.id}`);
    for (const query of queries) {
      const expected = expectedRows(server, query).map(({ id }) => id);
      const { ids, total, state } = replica.view(query).get();
      const name = `${tab}: ${JSON.stringify(query)}`;
      assert.deepEqual([state, total], ['ready', expected.length], name);
      // Of a view from the server the first pages are loaded.
      assert.deepEqual(ids, expected.slice(0, ids.length), name);
      assert.ok(ids.length >= Math.min(3, expected.length), name);
    }
  }
}

/** Short histories that once ended in another state. */
const formerFaults: [boolean, Step[]][] = [
  [
    true,
    [
      ['remove', 2, 0, 1],
      ['remove', 2, 0, 0],
      ['step', 0, 0, 0],
      ['deliver', 0, 0, 1],
      ['undo', 0, 0, 0],
      ['lose', 0, 0, 1],
      ['wait', 0, 2, 0],
      ['step', 0, 0, 1],
    ],
  ],
  [
    true,
    [
      ['change', 7, 0, 0],
      ['change', 2, 3, 1],
      ['changeMany', 8, 21, 0],
      ['signOut', 0, 0, 0],
      ['forgetEvents', 0, 0, 0],
      ['reconnect', 0, 1, 0],
      ['step', 0, 0, 1],
      ['step', 0, 0, 0],
      ['step', 0, 0, 0],
      ['deliver', 0, 0, 0],
    ],
  ],
  [
    true,
    [
      ['create', 0, 11, 1],
      ['step', 0, 0, 1],
      ['deliver', 0, 0, 1],
      ['theyDelete', 5, 0, 0],
      ['forgetEvents', 0, 0, 0],
      ['deliver', 0, 0, 1],
    ],
  ],
  [
    true,
    [
      ['changeMany', 3, 3, 0],
      ['theyChange', 6, 21, 0],
      ['step', 0, 0, 0],
      ['reload', 0, 0, 1],
      ['step', 11, 0, 1],
      ['remove', 0, 0, 0],
    ],
  ],
  [
    true,
    [
      ['remove', 3, 0, 0],
      ['theyTakeProject', 0, 0, 0],
      ['step', 0, 0, 0],
      ['step', 0, 0, 0],
      ['wait', 0, 0, 0],
      ['step', 0, 0, 0],
      ['theyCreate', 0, 0, 0],
      ['theyChange', 9, 10, 0],
    ],
  ],
];

/** Rejects with the shortest history it found that does not end in the server’s state. */
export async function checkRandomHistories(count: number, seed: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(anyStep, { maxLength: 40, size: 'max' }),
      async (isLoaded, steps) => {
        const history = await live(isLoaded, steps);
        assertAgrees(history);
        assertNothingLost(history);
      },
    ),
    { numRuns: count, seed, examples: formerFaults },
  );
}
