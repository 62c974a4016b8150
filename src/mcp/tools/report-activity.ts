import { reportActivity as report, reportTypes } from '../../agent-tasks/index.ts';
import { choice, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { tool } from '../tool.ts';

export const reportActivity = tool({
  name: 'report_activity',
  title: 'Report progress on a task',
  description: 'Shows your progress live to the people who wait for the task. Also extends the lease.',
  scopes: ['agent'],
  input: Type.Object({
    task: Type.String({ description: 'Id' }),
    epoch: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
    type: Type.Optional(choice(reportTypes, { default: 'message' })),
    content: trimmed(1, 16_000),
  }),
  call: async (scope, { task, epoch, type = 'message', content }) => {
    const { id } = await report(scope, task, epoch, type, content);
    return { data: { activity: id } };
  },
});
