import type { Static } from 'typebox';
import {
  type DocsGenerationContext,
  enqueueDocsJob,
  GenerateDocs,
  generateDocs as generate,
  getDocsJob,
  type Progress,
  presentDocsJob,
  progressSteps,
} from '../../docs-generation/index.ts';
import { forbiddenBecause } from '../../platform/errors.ts';
import { Type } from '../../platform/schema.ts';
import { parseInput } from '../../platform/validation/index.ts';
import { keyProjectLimit, type Scope } from '../../users/index.ts';
import { type ReportProgress, type ToolOutput, tool } from '../tool.ts';

const input = Type.Object({
  ...Type.Partial(GenerateDocs).properties,
  background: Type.Optional(Type.Boolean({ description: 'Return a job id at once instead of the drafts' })),
  job: Type.Optional(Type.String({ description: 'Return the state of this job; omit all other fields' })),
});

/** Unlike other tools it does not shorten its result: the agent needs the whole drafts. */
export const generateDocs = (docs: DocsGenerationContext) =>
  tool({
    name: 'generate_docs',
    title: 'Draft documentation',
    description:
      'Drafts documentation (MDX for developers, users and the changelog) of the changes between base and head in a repository; repo, base and head are required. With background it returns a job: call again with only job until its state is done or failed.',
    scopes: ['write'],
    input,
    call: async (scope, { background, job, ...fields }, report) => {
      if (keyProjectLimit(scope.actor))
        throw forbiddenBecause(
          'This API key is limited to projects and cannot generate documentation, which belongs to no project',
        );
      if (job !== undefined) return describeJob(scope, job);
      const request = parseInput(GenerateDocs, fields) as Static<typeof GenerateDocs>;
      if (background) return describeJob(scope, (await enqueueDocsJob(scope, docs, request)).id);
      return { data: {}, untrusted: await generate(scope, docs, request, toProgress(report)) };
    },
  });

async function describeJob(scope: Scope, id: string): Promise<ToolOutput> {
  const { state, progress, result, error } = presentDocsJob(await getDocsJob(scope, id));
  return {
    data: { job: id, state, ...(progress && { progress }), ...(error && { error }) },
    ...(result && { untrusted: result }),
  };
}

/** Converts steps to MCP progress: each finished step counts as 1, the current one as its finished fraction. */
const toProgress = (report: ReportProgress) => {
  let last = -1;
  return ({ step, done, total }: Progress) => {
    const progress = progressSteps.indexOf(step) + (total > 0 ? Math.min(done / total, 1) : 0);
    if (progress <= last) return;
    last = progress;
    report({
      progress,
      total: progressSteps.length,
      message: total > 0 ? `${step}: ${done} of ${total}` : step,
    });
  };
};
