import type { Static } from 'typebox';
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

const input = Type.Object({
  ...Type.Partial(GenerateDocs).properties,
  background: Type.Optional(Type.Boolean({ description: 'Return a job id at once instead of the drafts' })),
  job: Type.Optional(Type.String({ description: 'Return the state of this job; besides it only file' })),
  file: Type.Optional(Type.String({ description: 'Return the text of the draft with this path' })),
});

/** About 15,000 tokens. A large release has drafts of ten times as much, which no agent can read at once. */
const fileCharactersMax = 60_000;

/** Returns the summary and the paths of the drafts; `file` hands out one of them. */
export const generateDocs = (docs: DocsGenerationContext) =>
  tool({
    name: 'generate_docs',
    title: 'Draft documentation',
    description:
      'Drafts documentation (MDX for developers, users and the changelog) of the changes between base and head in a repository; repo, base and head are required. It returns a summary and the paths of the drafts: call again with file for the text of one, of which at most 60,000 characters are returned. With background it returns a job: call again with job until its state is done or failed.',
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
