import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BootProject } from '../../sdk/index.ts';
import { findTaskRefusals } from './task-permissions.ts';

const projectWith = (createTask: boolean, edit: boolean) =>
  ({
    may: { createTask, edit },
    mayNot: {
      ...(!createTask && { createTask: 'Members create tasks.' }),
      ...(!edit && { edit: 'Admins edit.' }),
    },
  }) as Pick<BootProject, 'may' | 'mayNot'>;

const ben = { id: 'ben', role: 'USER' } as const;

test('a member manages the tasks of the project, only its admins let held tasks start', () => {
  assert.deepEqual(findTaskRefusals({ projectId: 'pay' }, ben, projectWith(true, false)), {
    manage: undefined,
    unhold: 'Admins edit.',
  });
});

test('somebody who only reads the project manages the tasks they created', () => {
  const project = projectWith(false, false);
  assert.equal(findTaskRefusals({ projectId: 'pay' }, ben, project).manage, 'Members create tasks.');
  assert.equal(findTaskRefusals({ projectId: 'pay', createdById: 'ben' }, ben, project).manage, undefined);
});

test('administrators manage the tasks without a project', () => {
  assert.deepEqual(findTaskRefusals({}, { id: 'ada', role: 'ADMIN' }, undefined), {
    manage: undefined,
    unhold: undefined,
  });
});
