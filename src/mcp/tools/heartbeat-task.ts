import { heartbeatTask as beat } from '../../agent-tasks/index.ts';
import { toIso } from '../../platform/instant.ts';
import { Type } from '../../platform/schema.ts';
import { tool } from '../tool.ts';
import { describeForWorker, parseReport, reportInputs } from '../worker-report.ts';

export const heartbeatTask = tool({
  name: 'heartbeat_task',
  description:
    'Extends your lease. Answers like report_activity. If it is refused, stop working on the task.',
  scopes: ['agent'],
  input: Type.Object({
    ...reportInputs,
    leaseSeconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 900 })),
  }),
  call: async (scope, { task, epoch, leaseSeconds, ...report }) => {
    const beaten = await beat(scope, task, epoch, leaseSeconds, parseReport(report));
    const { state, leaseExpiresAt } = beaten;
    return describeForWorker({ task, state, leaseExpiresAt: toIso(leaseExpiresAt ?? 0) }, beaten);
  },
});
