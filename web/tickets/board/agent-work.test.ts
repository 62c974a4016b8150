import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AgentWork } from './agent-work.ts';

const task = { id: 'task', ticketId: 't1', state: 'in_progress' };
const step = (content: string) => ({
  type: 'agent_task.activity',
  data: { task: { id: 'task' }, activity: { content } },
});

test('a ticket shows the last step of its task, as read and then as told by events', () => {
  const work = new AgentWork();
  work.setTasks([task]);
  assert.deepEqual(work.of('t1'), { text: undefined, isQuestion: false });
  assert.deepEqual(work.unknown, ['task']);
  work.setStep('task', 'Looks around');
  assert.deepEqual(work.of('t1'), { text: 'Looks around', isQuestion: false });
  work.onEvent(step('Reads src/auth.ts\nand more'));
  work.setStep('task', 'Looks around');
  assert.deepEqual(work.of('t1'), { text: 'Reads src/auth.ts', isQuestion: false });
  assert.deepEqual(work.unknown, []);
  assert.equal(work.of('t2'), undefined);
});

test('a question is shown instead of the step, and nothing once the task is over', () => {
  const work = new AgentWork();
  work.setTasks([task]);
  work.onEvent(step('Runs the tests'));
  work.setTasks([{ ...task, state: 'waiting_for_user', question: 'Which branch?' }]);
  assert.deepEqual(work.of('t1'), { text: 'Which branch?', isQuestion: true });
  work.setTasks([]);
  assert.equal(work.of('t1'), undefined);
});

test('the step of a ticket stays the same object while it does not change', () => {
  const work = new AgentWork();
  work.setTasks([task]);
  const before = work.of('t1');
  work.setTasks([{ ...task }, { ...task, id: 'other', ticketId: 't2' }]);
  assert.equal(work.of('t1'), before);
});

test('other events and events without text change nothing', () => {
  const work = new AgentWork();
  work.setTasks([task]);
  const before = work.of('t1');
  work.onEvent({ type: 'ticket.updated', data: {} });
  work.onEvent({ type: 'agent_task.activity', data: { task: { id: 'task' } } });
  assert.equal(work.of('t1'), before);
});
