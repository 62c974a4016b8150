import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { archiveFieldName } from '../../src/archives/archive-format.ts';
import { archiveKinds } from '../../src/archives/archive-kind-store.ts';
import { dynamicStatement, listColumns } from '../../src/platform/db/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { fixture, runImport } from '../imports/import-scene.ts';
import { onEveryEngine } from '../support/engines.ts';
import { openWorld, type Person, type World } from '../support/world.ts';
import { buildFullProject, download, editArchive, ok, readArchiveFile } from './archive-scene.ts';

const tables = [...new Set(archiveKinds.map(({ table }) => table))];
type Rows = ReturnType<typeof readArchiveFile>['rows'];

/** A field of a kind, and an id of the other project that it could name. */
interface ForeignReference {
  kind: string;
  field: string;
  id: string;
}

const keysOfSqlite =
  'select f."from" as "column", f."table" as target from pragma_foreign_key_list(:table) f';
const keysOfPostgres = `select a.attname as "column", cast(cast(c.confrelid as regclass) as text) as target
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
  where c.contype = 'f' and c.conrelid = cast(cast(:table as text) as regclass)`;

onEveryEngine('an archive made by hand', (engine) => {
  let world: World;
  let eve: Person;
  let archive: Buffer;
  let own: Rows;
  let victim: Rows;
  let projects = 0;

  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    const [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
    await buildFullProject(ada, ben, 'VIC');
    victim = readArchiveFile(await download(world, ada, 'VIC')).rows;
    eve = await world.person('Eve');
    await buildFullProject(eve, await world.person('Friend'), 'EVE');
    await fillOtherKinds();
    archive = await download(world, eve, 'EVE');
    own = readArchiveFile(archive).rows;
  });
  after(() => world.close());

  /** What a project need not have. */
  const fillOtherKinds = async () => {
    await runImport(world, eve, 'EVE', { product: 'github', files: [fixture('github-issues.json')] });
    await ok(eve.put('/api/project/EVE', { automation: { openTickets: true } }));
    await ok(eve.put('/api/project/EVE/triggers', { triggers: [{ event: 'issues', ignore: true }] }));
    await ok(eve.put('/api/project/EVE/cycle-schedule', { active: true }));
    await ok(eve.post('/api/projects', { name: 'Before', key: 'BEFORE' }));
    const moved = await ok(eve.post('/api/tickets', { title: 'Moved', projectId: 'BEFORE' }));
    await ok(eve.put(`/api/tickets/${moved.id}`, { projectId: 'EVE' }));
    const back = await ok(eve.post('/api/tickets', { title: 'There and back', projectId: 'EVE' }));
    for (const projectId of ['BEFORE', 'EVE']) await ok(eve.put(`/api/tickets/${back.id}`, { projectId }));
    await ok(eve.post(`/api/tickets/${back.id}/comments`, { content: 'Look, @Friend' }));
    for (const key of ['EVEN', 'EVE']) await ok(eve.put('/api/project/EVE', { key }));
  };

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

  /**
   * Imports the changed archive into a new project; returns the rows that are new. Eve gives her rows ids that no row has:
   * otherwise all ids of the archive, those of the other project too, would become new ones.
   */
  const importChanged = async (change: Parameters<typeof editArchive>[1]) => {
    const { data: project } = (await eve.post('/api/projects', { name: 'Copy', key: `C${++projects}` })).body;
    const before = await readRows();
    const renewed = new Map(
      Object.entries(own)
        .filter(([kind]) => !['people', 'projects', 'lastNumbers'].includes(kind))
        .flatMap(([, rows]) => rows.flatMap(({ id }) => (id === undefined ? [] : [[id, newId(Date.now())]]))),
    );
    const content = editArchive(archive, (kind, row) => {
      const changed = JSON.stringify([change(kind, row)].flat());
      return JSON.parse(
        changed.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => renewed.get(id) ?? id),
      );
    });
    const done = await runImport(world, eve, project.key, {
      product: 'docket',
      files: [{ name: 'a.tar', content }],
    });
    assert.deepEqual([done.state, done.error], ['done', undefined]);
    const after = await readRows();
    const added: [string, Record<string, unknown>][] = [];
    for (const [table, rows] of before) {
      const now = new Set(after.get(table));
      const changed = rows.filter((row) => !row.includes(project.id) && !now.has(row));
      assert.deepEqual(changed, [], `rows of ${table} that were there before`);
      const known = new Set(rows);
      for (const row of after.get(table) ?? []) if (!known.has(row)) added.push([table, JSON.parse(row)]);
    }
    return { project, added };
  };

  /**
   * Every field of an archive that could name a row: by its name, by a foreign key, or because it names one here. The list
   * that the import goes by is not asked, so a column that is missing there is found.
   */
  const findReferences = async (): Promise<ForeignReference[]> => {
    const statement = engine === 'sqlite' ? keysOfSqlite : keysOfPostgres;
    const kindOfId = new Map<string, string>();
    for (const [kind, rows] of Object.entries(own))
      for (const { id } of rows) if (id !== undefined && !kindOfId.has(id)) kindOfId.set(id, kind);
    const kindOfTable = new Map(archiveKinds.toReversed().map(({ name, table }) => [table, name]));
    kindOfTable.set('users', 'people');
    const references: ForeignReference[] = [];
    for (const [kind, rows] of Object.entries(own)) {
      const table = archiveKinds.find(({ name }) => name === kind)?.table;
      // An archive of one project has one row of it, and the one that is there stays as it is.
      if (table === undefined || kind === 'projects') continue;
      const keys = await world.db.reads.list(
        dynamicStatement<object, { column: string; target: string }>(statement),
        { table },
      );
      for (const { name: column } of await listColumns(world.db, table)) {
        const field = archiveFieldName(column);
        const named = rows.map((row) => kindOfId.get(row[field])).find((to) => to !== undefined);
        const key = keys.find((entry) => entry.column === column);
        if (column === 'id' ? named === kind : !(named ?? key ?? /_(id|by)$/.test(column))) continue;
        // The id that a ticket had in the other product and the id of an entry of drafts are texts and name nothing here. The
        // table refuses views elsewhere.
        if (
          /^(source|entry)_id$/.test(column) ||
          (kind === 'views' && /^(project|workspace)_id$/.test(column))
        )
          continue;
        const to = named ?? kindOfTable.get(key?.target ?? '') ?? 'tickets';
        const id = key?.target === 'workspaces' ? victim.projects?.[0].workspaceId : victim[to]?.[0]?.id;
        assert.ok(id, `the other project has ${to}`);
        references.push({ kind, field, id });
      }
    }
    return references;
  };

  test('changes nothing of another project and refers to nothing of it, whichever column names it', async () => {
    const references = await findReferences();
    const missing = archiveKinds.filter(({ name, isInstanceOnly }) => !isInstanceOnly && !own[name]?.length);
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
    );
    const seen = new Set<string>();
    const { added } = await importChanged((kind, row) => {
      if (seen.has(kind)) return row;
      seen.add(kind);
      const hasOwnId =
        row.id !== undefined && !references.some((one) => one.kind === kind && one.field === 'id');
      const copies = references
        .filter((reference) => reference.kind === kind)
        .map(({ field, id }, index) => ({
          ...row,
          ...(hasOwnId && { id: newId(Date.now()) }),
          ...(row.name !== undefined && { name: `${row.name} ${index}` }),
          ...(row.reference !== undefined && { reference: `${row.reference} ${index}` }),
          [field]: id,
        }));
      // Rows that others may refer to stay; one without an id could hide a copy with the same key.
      return hasOwnId ? [row, ...copies] : copies;
    });
    const marked = added.filter(([, row]) => 'imported_by' in row);
    assert.deepEqual([...new Set(marked.map(([table]) => table))].toSorted(), ['comments', 'tickets']);
    for (const [table, row] of marked) assert.equal(row.imported_by, eve.id, `who imported ${table}`);
    const ids = new Set(references.map(({ id }) => id));
    const leaks = added.flatMap(([table, row]) =>
      Object.entries(row)
        .filter(([, value]) => ids.has(String(value)))
        .map(([column]) => `${table}.${column}`),
    );
    assert.deepEqual(leaks, []);
  });

  test('a reply stays in its thread after the first comment is gone, and leaves one of another ticket', async () => {
    const reply = own.comments?.find(({ parentId }) => parentId);
    const countReplies = async (key: string) =>
      readArchiveFile(await download(world, eve, key)).rows.comments?.filter(({ parentId }) => parentId)
        .length;
    const { project: kept } = await importChanged((kind, row) =>
      kind === 'comments' && row.parentId ? { ...row, parentId: newId(Date.now()) } : row,
    );
    assert.equal(await countReplies(kept.key), 1);
    const other = own.tickets?.find(({ id }) => id !== reply.ticketId);
    const { project: moved } = await importChanged((kind, row) =>
      kind === 'comments' && row.parentId ? { ...row, ticketId: other?.id } : row,
    );
    assert.equal(await countReplies(moved.key), 0);
  });
});
