import { heartbeatTask as beat } from '../../agent-tasks/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { tool } from '../tool.ts';

export const heartbeatTask = tool({
  name: 'heartbeat_task',
  title: 'Extend the lease of a task',
  description:
    'Extends your lease. If it fails because another worker has the task or it was cancelled, stop working on it.',
  scopes: ['agent'],
  input: Type.Object({
    task: Type.String({ description: 'Id' }),
    epoch: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    leaseSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 900 })),
  }),
  call: async (scope, { task, epoch, leaseSeconds }) => {
    const { state, leaseExpiresAt } = await beat(scope, task, epoch, leaseSeconds);
    return { data: { task, state, leaseExpiresAt: toIso(leaseExpiresAt ?? 0) } };
  },
});
