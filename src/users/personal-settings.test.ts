import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEveryEngine } from '../../test/support/engines.ts';
import { listen, openStream, type StreamMessage, untilSettled } from '../../test/support/live-stream.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { mergeSettings } from './personal-settings.ts';

const none = {
  starredProjects: [],
  recentSearches: [],
  seenTickets: [],
  toggledGroups: [],
  defaultDisplays: [],
};

test('what is added comes first, once, and the oldest are dropped', () => {
  const before = { ...none, recentSearches: ['a', 'b'] };
  const merged = mergeSettings(before, { recentSearches: { add: ['b', 'c'] } });
  assert.deepEqual(merged.recentSearches, ['c', 'b', 'a']);
  const many = Array.from({ length: 10 }, (_, i) => `s${i}`);
  assert.equal(mergeSettings(merged, { recentSearches: { add: many } }).recentSearches.length, 10);
  assert.deepEqual(mergeSettings(merged, { recentSearches: { remove: ['b'] } }).recentSearches, ['c', 'a']);
});

onEveryEngine('personal settings', (engine) => {
  let world: World;
  let ada: Person;
  let ben: Person;
  before(async () => {
    world = await openWorld(engine, { RATE_LIMIT: 'off' });
    [ada, ben] = [await world.person('Ada'), await world.person('Ben')];
  });
  after(() => world.close());
  const change = (person: Person, body: object) => person.put('/api/user/settings', body);
  const read = async (person: Person) => (await person.get('/api/user/settings')).body.data;

  test('two devices that star at once keep both stars', async () => {
    await Promise.all(['one', 'two'].map((id) => change(ada, { starredProjects: { add: [id] } })));
    const { starredProjects } = await read(ada);
    assert.deepEqual(starredProjects.sort(), ['one', 'two']);
    await change(ada, { density: 'compact' });
    assert.deepEqual((await read(ada)).density, 'compact');
    assert.equal((await read(ada)).starredProjects.length, 2);
    assert.deepEqual((await ada.get('/api/boot')).body.data.settings, await read(ada));
    assert.deepEqual(await read(ben), none);
  });

  test('a change is sent to the other devices of the person and to nobody else', async () => {
    const origin = await listen(world.app);
    await untilSettled(world.db.reads);
    const follow = ({ cookie }: Person) => openStream(origin, { cookie }, '?types=settings.changed');
    const [own, others] = [await follow(ada), await follow(ben)];
    await change(ada, { singleKeys: false });
    await change(ben, { singleKeys: true });
    // The event has no settings: searches do not belong into the log of an instance.
    const dataOf = (message: StreamMessage | undefined) => message?.data.data;
    assert.deepEqual(dataOf((await own.until(1))[0]), { recipient: { id: ada.id } });
    assert.deepEqual(dataOf((await others.until(1))[0]), { recipient: { id: ben.id } });
    own.close();
    others.close();
  });

  test('unknown values and overlong items are refused', async () => {
    assert.equal((await change(ada, { density: 'tiny' })).status, 400);
    assert.equal((await change(ada, { recentSearches: { add: ['x'.repeat(301)] } })).status, 400);
  });
});
