import type { Static, TSchema } from 'typebox';
import {
  type DocsGenerationContext,
  enqueueDocsJob,
  GenerateDocs,
  type GeneratedDocsResponse,
  generateDocs as generate,
  getDocsJob,
  type Progress,
  presentDocsJob,
  progressSteps,
} from '../../docs-generation/index.ts';
import { forbiddenBecause, notFound } from '../../platform/errors.ts';
import { Type } from '../../platform/schema.ts';
import { parseInput } from '../../platform/validation/index.ts';
import { keyProjectLimit, type Scope } from '../../users/index.ts';
import { type ReportProgress, type ToolOutput, tool } from '../tool.ts';

/** Fields whose names suffice: their descriptions in the API would be a tenth of what all tools take of a context. */
const plain = [
  'base',
  'head',
  'openPr',
  'labels',
  'triggerWorkflow',
  'workflowIdOrFile',
  'workflowRef',
  'audience',
];
const fields = Type.Partial(GenerateDocs).properties;
const short = Object.fromEntries(
  Object.entries(fields as Record<string, { description?: string }>).map(([name, schema]) => {
    const { description: _, ...undescribed } = schema;
    return [name, Type.Optional((plain.includes(name) ? undescribed : schema) as TSchema)];
  }),
) as typeof fields;

const input = Type.Object({
  ...short,
  background: Type.Optional(Type.Boolean({ description: 'Return a job at once' })),
  job: Type.Optional(Type.String({ description: 'Return its state' })),
  file: Type.Optional(Type.String({ description: 'Path of the draft to return' })),
});

/** About 15,000 tokens. A large release has drafts of ten times as much, which no agent can read at once. */
const fileCharactersMax = 60_000;

/** Returns the summary and the paths of the drafts; `file` hands out one of them. */
export const generateDocs = (docs: DocsGenerationContext) =>
  tool({
    name: 'generate_docs',
    title: 'Draft documentation',
    description:
      'Drafts documentation (MDX) of the changes between base and head in a repository; repo, base and head are required. Returns a summary and the paths of the drafts: call again with file for the text of one, at most 60,000 characters. With background it returns a job: call again with job until its state is done or failed.',
    scopes: ['write'],
    input,
    call: async (scope, { background, job, file, ...fields }, report) => {
      if (keyProjectLimit(scope.actor))
        throw forbiddenBecause(
          'This API key is limited to projects and cannot generate documentation, which belongs to no project',
        );
      if (job !== undefined) return describeJob(scope, job, file);
      const request = parseInput(GenerateDocs, fields) as Static<typeof GenerateDocs>;
      if (background) return describeJob(scope, (await enqueueDocsJob(scope, docs, request)).id, undefined);
      return describeDrafts(await generate(scope, docs, request, toProgress(report)), file);
    },
  });

async function describeJob(scope: Scope, id: string, file: string | undefined): Promise<ToolOutput> {
  const { state, progress, result, error } = presentDocsJob(await getDocsJob(scope, id));
  const drafts = result && describeDrafts(result as GeneratedDocsResponse, file);
  return {
    data: { job: id, state, ...(progress && { progress }), ...(error && { error }), ...drafts?.data },
    ...(drafts?.untrusted && { untrusted: drafts.untrusted }),
  };
}

/** Drafts are deterministic, so that the next call finds the same files. */
function describeDrafts(result: GeneratedDocsResponse, file: string | undefined): ToolOutput {
  const { summary, docs } = result;
  if (!docs) return { data: {}, untrusted: result };
  if (file === undefined)
    return {
      data: { files: docs.length, characters: docs.reduce((sum, { content }) => sum + content.length, 0) },
      untrusted: { summary, files: docs.map(({ path, content }) => ({ path, characters: content.length })) },
    };
  const found = docs.find(({ path }) => path === file);
  if (!found) throw notFound(`Draft ${file}`);
  const content = found.content.slice(0, fileCharactersMax).replace(/[\ud800-\udbff]$/, '');
  return {
    data: {
      characters: found.content.length,
      ...(content.length < found.content.length && { cutAt: fileCharactersMax }),
    },
    untrusted: { path: found.path, content },
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
