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
import { keyProjectsOf, type Scope } from '../../users/index.ts';
import { type ReportProgress, type ToolAnswer, tool } from '../tool.ts';

const input = Type.Object({
  ...Type.Partial(GenerateDocs).properties,
  background: Type.Optional(Type.Boolean({ description: 'Answer with a job at once' })),
  job: Type.Optional(Type.String({ description: 'Ask how far this job is, instead of all others' })),
});

/** Drafts are what the agent asked for; they come whole. */
export const generateDocs = (docs: DocsGenerationContext) =>
  tool({
    name: 'generate_docs',
    title: 'Draft documentation',
    description:
      'Drafts of documentation (MDX for developers, users and the changelog) from what head has and base lacks in a repository; repo, base and head are required. With background true it answers a job: call again with job alone until its state is done or failed.',
    scopes: ['write'],
    input,
    call: async (scope, { background, job, ...wish }, report) => {
      if (keyProjectsOf(scope.actor))
        throw forbiddenBecause('This API key is limited to projects, and this is not about one of them');
      if (job !== undefined) return describeJob(scope, job);
      const wanted = parseInput(GenerateDocs, wish) as Static<typeof GenerateDocs>;
      if (background) return describeJob(scope, (await enqueueDocsJob(scope, docs, wanted)).id);
      return { data: {}, untrusted: await generate(scope, docs, wanted, inNumbers(report)) };
    },
  });

async function describeJob(scope: Scope, id: string): Promise<ToolAnswer> {
  const { state, progress, result, error } = presentDocsJob(await getDocsJob(scope, id));
  return {
    data: { job: id, state, ...(progress && { progress }), ...(error && { error }) },
    ...(result && { untrusted: result }),
  };
}

/** Each step counts as one, and what is done of it as a part. */
const inNumbers = (report: ReportProgress) => {
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
