import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openWorld, type World } from '../../test/support/world.ts';
import { newTools } from './tools.ts';

let world: World;
before(async () => {
  world = await openWorld('sqlite', { BASE_URL: 'https://tickets.example.com' });
});
after(() => world.close());

const readSkill = async () => {
  const answer = await world.app.inject('/skill.md');
  assert.equal(answer.headers['content-type'], 'text/markdown; charset=utf-8');
  return answer.body;
};

test('the skill of an instance names its address and needs no sign-in', async () => {
  const skill = await readSkill();
  assert.match(skill, /^---\nname: docket\ndescription: .*https:\/\/tickets\.example\.com/);
  assert.doesNotMatch(skill, /docket\.example\.org/);
});

test('every tool and route that the skill names exists', async () => {
  const skill = await readSkill();
  const tools = new Set(newTools(world.context).map(({ name }) => name));
  const notTools = ['pull_request'];
  const named = Array.from(skill.matchAll(/`([a-z]+_[a-z_]+)`/g), ([, name = '']) => name);
  assert.deepEqual(
    named.filter((name) => !tools.has(name) && !notTools.includes(name)),
    [],
  );
  assert.ok(named.includes('claim_task'));
  const routes = world.app.documentedRoutes.map(
    ({ method, url }) => `${method} ${url.replace(/:\w+/g, '*')}`,
  );
  const written = Array.from(
    skill.matchAll(/`(GET|POST|PUT|DELETE) (\S+?)[ `]/g),
    ([, method, path = '']) =>
      `${method} ${path.replace('…', '/v1/agent-tasks/ID').replace(/\b(?:ID|KEY)\b/g, '*')}`,
  );
  assert.ok(written.length >= 5);
  assert.deepEqual(
    written.filter((route) => !routes.includes(route)),
    [],
  );
});
