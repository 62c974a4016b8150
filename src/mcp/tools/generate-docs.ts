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
import { type ReportProgress, type ToolData, tool } from '../tool.ts';

/** Fields whose names suffice: their descriptions in the API would be a tenth of what all tools take of a context. */
const plain = [
  'repo',
  'ticketId',
  'prNumber',
  'base',
  'head',
  'openPr',
  'acceptedOnly',
  'labels',
  'triggerWorkflow',
  'workflowIdOrFile',
  'workflowRef',
  'audience',
];
// The list of tools is as long as it may be.
const { groupBy: _, ...fields } = Type.Partial(GenerateDocs).properties;
const short = Object.fromEntries(
  Object.entries(fields as Record<string, { description?: string }>).map(([name, schema]) => {
    const { description: _, ...undescribed } = schema;
    return [name, Type.Optional((plain.includes(name) ? undescribed : schema) as TSchema)];
  }),
) as typeof fields;

const input = Type.Object({
  ...short,
  background: Type.Optional(Type.Boolean()),
  job: Type.Optional(Type.String()),
  file: Type.Optional(Type.String()),
  from: Type.Optional(Type.Integer({ minimum: 0 })),
});

/** A large release has drafts of a hundred times as much: `from` reads on. */
const fileCharactersMax = 12_000;
const reasonsCharactersMax = 8_000;
const sentencesCharactersMax = 4_000;

/** Returns the summary and the paths of the drafts; `file` hands out one of them. */
export const generateDocs = (docs: DocsGenerationContext) =>
  tool({
    name: 'generate_docs',
    description:
      'Drafts docs as MDX of changes from base to head in repo (owner/name). Returns summary, verdict, falseNow, paths; pass file, from for a text. background returns a job: pass job until it ends.',
    scopes: ['write'],
    input,
    call: async (scope, { background, job, file: path, from, ...fields }, report) => {
      const file = path === undefined ? undefined : { path, from: from ?? 0 };
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

async function describeJob(scope: Scope, id: string, file: Part | undefined): Promise<ToolData> {
  const { state, progress, result, error } = presentDocsJob(await getDocsJob(scope, id));
  const drafts = result && describeDrafts(result as GeneratedDocsResponse, file);
  return {
    data: { job: id, state, ...(progress && { progress }), ...(error && { error }), ...drafts?.data },
    ...(drafts?.untrusted && { untrusted: drafts.untrusted }),
  };
}

/** A part of a draft. */
interface Part {
  path: string;
  from: number;
}

/** Drafts are deterministic, so that the next call finds the same files. */
function describeDrafts(result: GeneratedDocsResponse, file: Part | undefined): ToolData {
  const { summary, docs, verdict, falseNow, mayBeFalse: _, ...others } = result;
  const judged = {
    ...(verdict && { verdict: cutReasons(verdict) }),
    ...(falseNow && cutSentences(falseNow)),
  };
  if (!docs) return { data: {}, untrusted: { summary, ...others, ...judged } };
  if (file === undefined)
    return {
      data: { files: docs.length, characters: docs.reduce((sum, { content }) => sum + content.length, 0) },
      untrusted: {
        summary,
        files: docs.map(({ path, content }) => ({ path, characters: content.length })),
        ...judged,
      },
    };
  const found = docs.find(({ path }) => path === file.path);
  if (!found) throw notFound(`Draft ${file.path}`);
  const content = takePart(found.content, file.from);
  const end = file.from + content.length;
  return {
    data: {
      characters: found.content.length,
      ...(end < found.content.length && { cutAt: end }),
    },
    untrusted: { path: found.path, content },
  };
}

/** The gravest reasons, as many as leave room for the rest of the answer, and how many others there are. */
function cutReasons(verdict: NonNullable<GeneratedDocsResponse['verdict']>) {
  const { kept, leftOut } = cutList(verdict.reasons, reasonsCharactersMax);
  return { ...verdict, reasons: kept, ...(leftOut > 0 && { reasonsLeftOut: leftOut }) };
}

/** The first sentences that are false now; the API also has those that may be. */
function cutSentences(falseNow: NonNullable<GeneratedDocsResponse['falseNow']>) {
  const { kept, leftOut } = cutList(falseNow, sentencesCharactersMax);
  return { falseNow: kept, ...(leftOut > 0 && { falseNowLeftOut: leftOut }) };
}

function cutList<T>(entries: readonly T[], charactersMax: number) {
  let left = charactersMax;
  const kept = entries.filter((entry) => {
    left -= JSON.stringify(JSON.stringify(entry)).length;
    return left >= 0;
  });
  return { kept, leftOut: entries.length - kept.length };
}

/** As much as fits into an answer, where a line break takes two characters and a quotation mark more. */
function takePart(text: string, from: number): string {
  let length = fileCharactersMax;
  let part: string;
  do {
    part = text.slice(from, from + length).replace(/[\ud800-\udbff]$/, '');
    length = Math.floor(length * 0.9);
  } while (JSON.stringify(JSON.stringify(part)).length > 15_000);
  return part;
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
