import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { encodeCursor } from '../../src/platform/cursor.ts';
import { onEveryEngine } from '../support/engines.ts';
import { type ApiResponse, openWorld, type World } from '../support/world.ts';
import { type Item, type ListScene, listScenes } from './list-scenes.ts';

const itemsAtFirst = 5;
const limit = 2;

onEveryEngine('every list', (engine) => {
  let world: World;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
  });
  after(() => world.close());

  test('every route that returns a page has a scene in list-scenes.ts', () => {
    assert.deepEqual(listRoutes(world).sort(), Object.keys(listScenes).sort());
  });

  for (const [operationId, openScene] of Object.entries(listScenes)) {
    let scene: ListScene;

    test(`${operationId}: the pages by cursor are the pages by number`, async () => {
      scene = await fill(await openScene(world));
      const byNumber = await walkByNumber(scene);
      const byCursor = await walk(scene);
      assert.deepEqual(byCursor, byNumber);
      assert.equal(new Set(byNumber).size, byNumber.length, 'an item is on two pages');
      assert.ok(byNumber.length >= itemsAtFirst);
    });

    test(`${operationId}: a cursor of another list or of none is refused with a field message`, async () => {
      const next = cursorOf(await getPage(scene, `limit=${limit}`)) as string;
      const foreign = await foreignCursor(world, operationId);
      const damaged = [
        `${next.slice(0, -2)}AA`,
        next.slice(3),
        `${next}x`,
        'x',
        '%F0%9F%98%80',
        'bnVsbA',
        'e30',
      ];
      for (const cursor of [...damaged, foreign, ...forgedCursors(world, operationId, scene, next)]) {
        const { status, body } = await getPage(scene, `cursor=${cursor}`);
        assert.equal(status, 400, `${cursor}: ${JSON.stringify(body)}`);
        assert.deepEqual(body.error.details, {
          cursor: ['Cursor is not valid for this list. Start again without a cursor.'],
        });
      }
      const both = await getPage(scene, `page=1&cursor=${next}`);
      assert.deepEqual(both.body.error.details, { cursor: ['Cursor cannot be combined with page'] });
    });

    test(`${operationId}: items that are added and removed between pages hide and repeat no other item`, async () => {
      const { remove, canRemove = () => true } = scene;
      const atFirst = await walk(scene);
      const gone: string[] = [];
      const seen = await walk(scene, async (page, soFar) => {
        await scene.add();
        if (!remove) return;
        const shown = page.find((item) => canRemove(item));
        const rest = await listAll(scene);
        const hidden = rest.find(
          (item) => !soFar.includes(idOf(item)) && atFirst.includes(idOf(item)) && canRemove(item),
        );
        for (const item of [shown, hidden]) {
          if (!item || gone.length >= 4) continue;
          await remove(item);
          gone.push(idOf(item));
        }
      });
      const survivors = atFirst.filter((id) => !gone.includes(id));
      assert.deepEqual(
        seen.filter((id) => survivors.includes(id)),
        survivors,
      );
      assert.equal(new Set(seen).size, seen.length, 'an item was shown twice');
    });
  }
});

/** The operations whose response has pages. */
const listRoutes = ({ app }: World) =>
  app.documentedRoutes
    .filter(({ query, responses }) => {
      const answer = responses[200]?.schema as { properties?: object } | undefined;
      return query?.properties?.cursor && answer?.properties && 'pagination' in answer.properties;
    })
    .map(({ operationId }) => operationId);

async function fill(scene: ListScene): Promise<ListScene> {
  for (let count = 0; count < itemsAtFirst; count++) await scene.add();
  return scene;
}

/** Decisions about entries of drafts have no id of their own. */
const idOf = ({ id, entryId }: Item) => String(id ?? entryId);

const getPage = ({ reader, url, filter = '' }: ListScene, query: string) =>
  reader.get(`${url}?${filter}${query}`);

const cursorOf = ({ body }: ApiResponse): string | null => body.pagination.nextCursor;

/** A cursor of another list with the same sort keys as most. */
async function foreignCursor(world: World, operationId: string): Promise<string> {
  const other = operationId === 'listApiKeys' ? 'listAgents' : 'listApiKeys';
  const scene = await fill(await (listScenes[other] as (world: World) => Promise<ListScene>)(world));
  return cursorOf(await getPage(scene, `limit=${limit}`)) as string;
}

/** Cursors as the list itself would make them, of values that it is not sorted by. */
function forgedCursors(
  { app }: World,
  operationId: string,
  { url, filter = '' }: ListScene,
  next: string,
): string[] {
  const route = app.documentedRoutes.find((definition) => definition.operationId === operationId);
  const pattern = route?.url as string;
  const [, id] = new RegExp(`^${pattern.replace(':id', '(.+)')}$`).exec(url) ?? [];
  const list = {
    name: pattern,
    params: id ? { id } : {},
    query: Object.fromEntries(new URLSearchParams(filter)),
  };
  const [, , ...values] = JSON.parse(Buffer.from(next, 'base64url').toString());
  assert.equal(encodeCursor(list, values), next);
  const otherTypes = values.map((value: unknown) => (typeof value === 'number' ? String(value) : 1));
  return [otherTypes, [...values, 1], values.slice(1), []].map((forged) => encodeCursor(list, forged));
}

async function walkByNumber(scene: ListScene): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page++) {
    const { body } = await getPage(scene, `limit=${limit}&page=${page}`);
    ids.push(...body.data.map(idOf));
    assert.equal(body.pagination.nextCursor === null, page >= body.pagination.totalPages);
    if (page >= body.pagination.totalPages) return ids;
  }
}

/** Follows the `Link` headers, which must say what `nextCursor` says. */
async function walk(
  scene: ListScene,
  betweenPages: (page: Item[], soFar: string[]) => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  const { filter = '' } = scene;
  let url: string | undefined = `${scene.url}?${filter}limit=${limit}`;
  while (url) {
    const answer: ApiResponse = await scene.reader.get(url);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    ids.push(...answer.body.data.map(idOf));
    const nextCursor = cursorOf(answer);
    url = nextCursor === null ? undefined : `${scene.url}?${filter}limit=${limit}&cursor=${nextCursor}`;
    assert.equal(answer.headers.link, url && `<${url}>; rel="next"`);
    if (url) await betweenPages(answer.body.data, ids);
  }
  return ids;
}

const listAll = async (scene: ListScene): Promise<Item[]> => (await getPage(scene, 'limit=100')).body.data;
