import { claimTask as claim, type IssueGitAccess } from '../../agent-tasks/index.ts';
import { Type } from '../../platform/schema.ts';
import { describeTask } from '../describe-task.ts';
import { tool } from '../tool.ts';

export const claimTask = (issueGitAccess: IssueGitAccess) =>
  tool({
    name: 'claim_task',
    description:
      'Leases the next ready task to you. Keep task and epoch for the tools that follow. Call heartbeat_task before leaseExpiresAt, and always end with finish_task.',
    scopes: ['agent'],
    input: Type.Object({
      kinds: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 20 })),
      project: Type.Optional(Type.String()),
      leaseSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 900, default: 600 })),
      worker: Type.Optional(
        Type.String({ minLength: 1, maxLength: 200, description: 'Your name, shown to people' }),
      ),
    }),
    call: async (scope, { kinds, project, leaseSeconds = 600, worker }) => {
      const workerId = worker?.trim() || `mcp ${scope.actor.name}`.slice(0, 200);
      const task = await claim(scope, { workerId, kinds, projectId: project, leaseSeconds });
      if (!task) return { data: { task: null, message: 'No task is ready. Try again later.' } };
      const git = await issueGitAccess(scope, task);
      const { data, untrusted } = describeTask(task);
      return { data: { ...data, ...(git && { git }) }, untrusted };
    },
  });
