import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fieldNameOf } from '../../src/archives/archive-format.ts';
import { archiveKinds, findKind } from '../../src/archives/archive-kind-store.ts';
import { dynamicStatement } from '../../src/platform/db/index.ts';
import { runImport } from '../imports/import-scene.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { buildFullProject, download, editArchive, readArchiveFile } from './archive-scene.ts';

/** By kind: the columns that refer to a row of another kind. */
const references = archiveKinds
  .filter(({ isInstanceOnly }) => !isInstanceOnly)
  .map((kind) => ({
    kind: kind.name,
    columns: Object.entries({ ...kind.refs, ...kind.optional }).filter(([, to]) => findKind(to)),
  }));
// Each round changes one column of every kind: an import for each column would take minutes.
const rounds = Math.max(...references.map(({ columns }) => columns.length));
const tables = [...new Set(archiveKinds.map(({ table }) => table))];

onEveryEngine('an archive made by hand', (engine) => {
  let world: World;
  let eve: Person;
  let archive: Buffer;
  let victim: ReturnType<typeof readArchiveFile>['rows'];
  let projects = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    const [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    await buildFullProject(ada, ben, 'VIC');
    victim = readArchiveFile(await download(world, ada, 'VIC')).rows;
    eve = await world.person('Eve');
    await buildFullProject(eve, await world.person('Friend'), 'EVE');
    archive = await download(world, eve, 'EVE');
  });
  after(() => world.close());

  const readRows = async () => {
    const rows = new Map<string, string[]>();
    for (const table of tables) {
      const found = await world.db.reads.list(
        dynamicStatement<object, Record<string, unknown>>(`select * from ${table}`),
        {},
      );
      rows.set(
        table,
        found.map((row) => JSON.stringify(row)),
      );
    }
    return rows;
  };

  /** Imports the changed archive into a new project; returns the rows that are new. */
  const importChanged = async (change: Parameters<typeof editArchive>[1]) => {
    const { data: project } = (await eve.post('/api/projects', { name: 'Copy', key: `C${++projects}` })).body;
    const before = await readRows();
    const content = editArchive(archive, change);
    const done = await runImport(world, eve, project.key, {
      product: 'docket',
      files: [{ name: 'a.tar', content }],
    });
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    const after = await readRows();
    const added: string[] = [];
    for (const [table, rows] of before) {
      const now = new Set(after.get(table));
      const changed = rows.filter((row) => !row.includes(project.id) && !now.has(row));
      assert.deepEqual(changed, [], `rows of ${table} that were there before`);
      const known = new Set(rows);
      if (table !== 'events') added.push(...(after.get(table) ?? []).filter((row) => !known.has(row)));
    }
    return { project, added };
  };

  for (let round = 0; round < rounds; round++) {
    const changed = references.flatMap(({ kind, columns }) => {
      const [column, to] = columns[round] ?? [];
      return column === undefined || to === undefined ? [] : [{ kind, field: fieldNameOf(column), to }];
    });
    const names = changed.map(({ kind, field }) => `${kind}.${field}`).join(', ');
    test(`changes nothing of another project that ${names} name`, async () => {
      const foreign = (to: string): string => {
        const id = victim[to]?.[0]?.id;
        assert.ok(id, `the other project has ${to}`);
        return id;
      };
      const { added } = await importChanged((name, row) => {
        const change = changed.find(({ kind }) => kind === name);
        return change ? { ...row, [change.field]: foreign(change.to) } : row;
      });
      assert.ok(added.length > 0);
      const ids = new Set(changed.map(({ to }) => foreign(to)));
      for (const row of added) for (const id of ids) assert.ok(!row.includes(id), `${id} in ${row}`);
    });
  }

  test('a reply stays in its thread after the first comment is gone, and leaves one of another ticket', async () => {
    const [first, reply] = readArchiveFile(archive).rows.comments as [
      { id: string },
      { id: string; parentId: string },
    ];
    assert.equal(reply.parentId, first.id);
    const [, other] = readArchiveFile(archive).rows.tickets as { id: string }[];
    const gone = '01900000-0000-7000-8000-000000000000';
    const { project: kept } = await importChanged((name, row) =>
      name === 'comments' && row.parentId ? { ...row, parentId: gone } : row,
    );
    const threads = async (key: string) =>
      (await download(world, eve, key).then(readArchiveFile)).rows.comments?.map(
        ({ parentId }) => parentId !== undefined,
      );
    assert.deepEqual(await threads(kept.key), [false, true]);
    const tickets = readArchiveFile(archive).rows.tickets as { id: string }[];
    const { project: moved } = await importChanged((name, row) =>
      name === 'comments' && row.parentId
        ? { ...row, ticketId: tickets.find(({ id }) => id !== row.ticketId)?.id ?? other?.id }
        : row,
    );
    assert.deepEqual(await threads(moved.key), [false, false]);
  });
});
