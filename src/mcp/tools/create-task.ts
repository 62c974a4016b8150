import { createTask as create } from '../../agent-tasks/index.ts';
import { trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { tool } from '../tool.ts';

export const createTask = (tasksPerHourMax: number) =>
  tool({
    name: 'create_task',
    description: 'Queues a task for agents of a project. list_tasks shows its state.',
    scopes: ['write'],
    input: Type.Object({
      title: trimmed(1, 500),
      instructions: Type.String({ maxLength: 100_000 }),
      project: Type.Optional(Type.String()),
      ticket: Type.Optional(Type.String({ description: 'Key or id, instead of project' })),
      agent: Type.Optional(Type.String({ description: 'User id; default: any agent' })),
    }),
    call: async (scope, { title, instructions, project, ticket, agent }) => {
      const input = { title, instructions, projectId: project, ticketId: ticket, agentId: agent };
      const { outcome, task } = await create(scope, input, tasksPerHourMax);
      return { data: { task: task.id, state: task.state, ...(outcome === 'held' && { held: true }) } };
    },
  });
