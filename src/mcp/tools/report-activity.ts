import { reportActivity as report, reportTypes } from '../../agent-tasks/index.ts';
import { choice, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { tool } from '../tool.ts';
import { describeForWorker, parseReport, reportInputs } from '../worker-report.ts';

export const reportActivity = tool({
  name: 'report_activity',
  description:
    'Shows people your progress live, and extends the lease. The answer has messages of people to you: follow them, then acknowledge their ids. With stop, end in order with finish_task. usage is absolute for this attempt: inputTokens, outputTokens, cachedTokens, seconds, cost {amount (minor units), currency}.',
  scopes: ['agent'],
  input: Type.Object({
    ...reportInputs,
    type: Type.Optional(choice(reportTypes, { default: 'message' })),
    content: trimmed(1, 16_000),
  }),
  call: async (scope, { task, epoch, type = 'message', content, ...rest }) => {
    const reported = await report(scope, task, epoch, type, content, parseReport(rest));
    return describeForWorker({ activity: reported.id }, reported);
  },
});
