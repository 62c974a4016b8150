import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Agent, Person } from '../../sdk/index.ts';
import { agentNow, listAgents, sortAgents } from './agent-now.ts';

const agent = (id: string, isActive = true) => ({ id, name: id, image: null, isActive });
const leaseOf = (userId: string) => ({
  workerId: 'laptop',
  userId,
  epoch: 1,
  expiresAt: '2026-11-15T10:05:00.000Z',
});
const task = (
  id: string,
  state: 'in_progress' | 'waiting_for_user' | 'completed',
  userId: string,
  minute = 0,
) => ({
  id,
  state,
  agentId: userId,
  lease: state === 'in_progress' ? leaseOf(userId) : null,
  updatedAt: `2026-11-15T10:0${minute}:00.000Z`,
});

test('an agent with a lease works, whatever else it asked', () => {
  const now = agentNow(agent('fixer'), [
    task('a', 'waiting_for_user', 'fixer', 2),
    task('b', 'in_progress', 'fixer', 1),
  ]);
  assert.deepEqual(now.state === 'works' && now.task.id, 'b');
});

test('a task that any agent could claim shows at the agent that holds it', () => {
  const held = { ...task('a', 'in_progress', 'fixer'), agentId: undefined };
  assert.equal(agentNow(agent('fixer'), [held as never]).state, 'works');
  assert.equal(agentNow(agent('writer'), [held as never]).state, 'idle');
});

test('an idle agent shows the task it finished last', () => {
  const now = agentNow(agent('fixer'), [
    task('old', 'completed', 'fixer', 1),
    task('new', 'completed', 'fixer', 3),
  ]);
  assert.deepEqual(now.state === 'idle' && now.task?.id, 'new');
});

test('agents at work come first, disabled ones last', () => {
  const sorted = sortAgents(
    [agent('off', false), agent('idle'), agent('busy')],
    [task('a', 'in_progress', 'busy')],
  );
  assert.deepEqual(
    sorted.map(({ agent: { id } }) => id),
    ['busy', 'idle', 'off'],
  );
});

test('an agent that one manages is listed once', () => {
  const people = [
    { id: 'fixer', name: 'Fixer', image: null, isAgent: true, isActive: true },
    { id: 'ada', name: 'Ada', image: null, isAgent: false, isActive: true },
  ] satisfies Person[];
  const managed = [{ id: 'fixer', name: 'Fixer', image: null, active: false }] as Agent[];
  const listed = listAgents(people, managed);
  assert.deepEqual(
    listed.map(({ id, isActive }) => [id, isActive]),
    [['fixer', false]],
  );
});
