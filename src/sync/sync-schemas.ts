import { choice, id, instant } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { syncStates } from './sync-store.ts';
import { syncFormat } from './sync-tickets.ts';

export const SyncQuery = Type.Object({
  project: Type.Optional(
    Type.String({ description: 'Project ids or keys, separated by commas; default: all that you see' }),
  ),
  state: Type.Optional(choice(syncStates, { default: 'open' })),
  closedSince: Type.Optional(
    instant({
      description: 'With `state=open`: also tickets done since, and cancelled ones that changed since',
    }),
  ),
});

const cursor = () =>
  Type.String({
    description: 'The `Last-Event-ID` with which the event stream continues',
    examples: ['812-812'],
  });

const Checksums = Type.Array(
  Type.Object(
    {
      homeId: id({ description: 'The project, or the workspace of tickets without one' }),
      rows: Type.Integer({ description: 'The number of tickets', examples: [2] }),
      versions: Type.Integer({ description: 'The sum of their versions', examples: [5] }),
    },
    { title: 'SyncChecksum' },
  ),
);

export const SyncCheck = Type.Object({ cursor: cursor(), checksums: Checksums }, { title: 'SyncCheck' });

const SyncHead = Type.Object(
  { format: Type.Literal(syncFormat), cursor: cursor() },
  { title: 'SyncHead', examples: [{ format: syncFormat, cursor: '812-812' }] },
);

const column = () =>
  Type.Unsafe<(string | number | null)[] | string | number | null>({
    type: ['array', 'string', 'number', 'null'],
    items: { type: ['string', 'number', 'null'] },
  });

const SyncChunk = Type.Object(
  {
    rows: Type.Integer(),
    ids: Type.String(),
    columns: Type.Record(Type.String(), column()),
    tables: Type.Record(Type.String(), Type.Array(Type.Unknown())),
  },
  { title: 'SyncChunk' },
);

const SyncEnd = Type.Object({ end: Type.Literal(true), checksums: Checksums }, { title: 'SyncEnd' });

/** A line of the answer. */
export const SyncLine = Type.Union([SyncHead, SyncChunk, SyncEnd], { title: 'SyncLine' });
