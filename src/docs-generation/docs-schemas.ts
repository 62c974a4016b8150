import type { Static } from 'typebox';
import {
  audiences,
  bumps,
  progressSteps,
  quoteKinds,
  reasonGrades,
} from '../../packages/docs-drafts/index.ts';
import { choice, id, timestamp } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';

const ref = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 250, description, examples: [example] });

const repo = Type.String({
  minLength: 3,
  maxLength: 201,
  description: 'A repository, as owner/name',
  examples: ['acme/site'],
});

export const GenerateDocs = Type.Object(
  {
    repo,
    base: ref('A branch, a tag or a commit', 'v1.0.0'),
    head: ref('A branch, a tag or a commit', 'main'),
    ticketId: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'A ticket to name in the front matter',
        examples: ['PAY-12'],
      }),
    ),
    prNumber: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description: 'A pull request to name in titles, links and page paths',
        examples: [42],
      }),
    ),
    audience: Type.Optional(choice(audiences, { description: '`both` when absent' })),
    groupBy: Type.Optional(
      choice(['kind', 'milestone'], {
        description: 'How the changelog groups its entries: `kind` (Added, Fixed …) when absent',
      }),
    ),
    openPr: Type.Optional(
      Type.Boolean({ description: 'Open a pull request with the drafts', examples: [false] }),
    ),
    acceptedOnly: Type.Optional(
      Type.Boolean({
        description: 'Only entries that somebody accepted or edited; all but dropped ones when absent',
        examples: [false],
      }),
    ),
    labels: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 50,
        description: 'Labels to add to the pull request',
        examples: [['documentation']],
      }),
    ),
    triggerWorkflow: Type.Optional(
      Type.Boolean({ description: 'Start a workflow after the pull request', examples: [false] }),
    ),
    workflowIdOrFile: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The file name or id of the workflow; DOCS_WORKFLOW when absent',
        examples: ['docs.yml'],
      }),
    ),
    workflowRef: Type.Optional(
      ref('The ref to run the workflow on; the branch of the pull request when absent', 'main'),
    ),
  },
  { title: 'GenerateDocs' },
);
export type GenerateDocs = Static<typeof GenerateDocs>;

const url = (example: string) => Type.String({ examples: [example] });

const nullable = (type: ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>) =>
  Type.Union([type, Type.Null()]);

const DocsVerdict = Type.Object(
  {
    bump: choice(bumps, { description: 'The version number that the changes since `base` raise' }),
    announced: choice(bumps, {
      description: 'From the version of the package at `base` to that at `head`; `none` if equal or unknown',
    }),
    reasons: Type.Array(
      Type.Object(
        {
          grade: choice(reasonGrades),
          text: Type.String({
            examples: ['The export `greet` changed: the parameter title is required now'],
          }),
          file: nullable(Type.String({ examples: ['src/index.ts'] })),
          line: nullable(Type.Integer({ examples: [1] })),
          before: nullable(Type.String({ examples: ['function greet(name: string): string'] })),
          after: nullable(Type.String({ examples: ['function greet(name: string, title: string): string'] })),
        },
        { title: 'DocsVerdictReason' },
      ),
      {
        maxItems: 200,
        description: 'The gravest first; file and line at `head`, or at `base` for what was removed',
      },
    ),
    sinceRelease: Type.Union([choice(bumps), Type.Null()], {
      description:
        'The bump that all changes since the newest version tag before `head` need; null without one',
    }),
    sinceBase: choice(bumps),
  },
  { title: 'DocsVerdict' },
);

const FalseSentence = Type.Object(
  {
    file: Type.String({ description: 'The page at `head`', examples: ['docs/guide.md'] }),
    line: Type.Integer({ examples: [12] }),
    quote: Type.String({ description: 'The code as the page writes it', examples: ['--max-age'] }),
    kind: choice(quoteKinds),
    was: Type.String({ description: 'Where `base` defines it', examples: ['src/cli.ts:31'] }),
    patch: Type.Union([Type.String(), Type.Null()], {
      description: 'A unified diff that `git apply` takes; null unless the correction is certain',
    }),
  },
  { title: 'FalseSentence' },
);

const falseSentences = (description: string) =>
  // Jobs that an earlier version finished have none.
  Type.Optional(Type.Array(FalseSentence, { maxItems: 200, description }));

export const GeneratedDocs = Type.Object(
  {
    summary: Type.String({ examples: ['acme/site from v1.0.0 to main: 3 commits, 5 changed files.'] }),
    docs: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({ examples: ['content/docs/changelog/v1.0.0-to-main.mdx'] }),
            content: Type.String({
              description: 'MDX with front matter',
              examples: ['---\ntitle: "Changelog"\n---\n'],
            }),
            // Jobs that an earlier version finished have none.
            entries: Type.Optional(
              Type.Array(Type.Union([Type.String(), Type.Null()]), {
                description:
                  'The ids of the list items of the content, in order; null: nobody decides about it',
                examples: [['9e204316eb6796d00318']],
              }),
            ),
          },
          { title: 'Doc' },
        ),
        { description: 'Absent with `openPr`' },
      ),
    ),
    pr: Type.Optional(
      Type.Object(
        {
          url: url('https://github.com/acme/site/pull/43'),
          number: Type.Number({ examples: [43] }),
          branch: Type.String({ examples: ['docs/pr-42'] }),
        },
        { title: 'DocsPullRequest', description: 'With `openPr`' },
      ),
    ),
    workflow: Type.Optional(
      Type.Object(
        { url: url('https://github.com/acme/site/actions/runs/7'), id: Type.String({ examples: ['7'] }) },
        { title: 'DocsWorkflow', description: 'With `triggerWorkflow`' },
      ),
    ),
    // Jobs that an earlier version finished have none.
    verdict: Type.Optional(DocsVerdict),
    falseNow: falseSentences(
      'Sentences of Markdown and MDX at `head` that quote code which `base` has and `head` lacks, by file and line',
    ),
    mayBeFalse: falseSentences(
      'The same, of kinds of quotations whose precision is not proven; no check fails for them',
    ),
  },
  { title: 'GeneratedDocs' },
);
export type GeneratedDocsResponse = Static<typeof GeneratedDocs>;

export const RefsQuery = Type.Object({
  repo,
  search: Type.Optional(
    Type.String({
      maxLength: 250,
      description: 'Only names that contain it; GitHub compares the beginning of the name',
      examples: ['v1'],
    }),
  ),
});

const refNames = (description: string, example: string) =>
  Type.Array(Type.String(), { maxItems: 100, description, examples: [[example]] });

export const DocsRefs = Type.Object(
  {
    repo,
    branches: refNames('At most 100 branches', 'main'),
    tags: refNames('At most 100 tags', 'v1.0.0'),
  },
  { title: 'DocsRefs' },
);

export const CheckDocs = Type.Object(
  {
    repo,
    paths: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
        maxItems: 1_000,
        description: 'The pages to check; all generated pages when absent',
        examples: [['content/docs/user/pr-42.mdx']],
      }),
    ),
  },
  { title: 'CheckDocs' },
);
export type CheckDocs = Static<typeof CheckDocs>;

export const CheckedDocs = Type.Object(
  {
    repo,
    head: Type.String({ description: 'The commit of the default branch that was checked' }),
    stale: Type.Number({ description: 'Number of stale pages', examples: [1] }),
    pages: Type.Array(
      Type.Object(
        {
          path: Type.String({ examples: ['content/docs/user/pr-42.mdx'] }),
          stale: Type.Boolean(),
          reasons: Type.Array(
            Type.Object({
              source: Type.String({ examples: ['src/index.ts'] }),
              reason: choice(['changed', 'removed']),
            }),
            { description: 'The source files of the page that have changed or were removed' },
          ),
        },
        { title: 'CheckedPage' },
      ),
    ),
  },
  { title: 'CheckedDocs' },
);

const docsJobStates = ['queued', 'running', 'done', 'failed'] as const;
export type DocsJobState = (typeof docsJobStates)[number];

export const DocsJob = Type.Object(
  {
    id: id(),
    state: choice(docsJobStates),
    request: GenerateDocs,
    progress: Type.Optional(
      Type.Object(
        {
          step: choice(progressSteps),
          done: Type.Number(),
          total: Type.Number({ description: '0 when unknown' }),
        },
        { title: 'DocsProgress' },
      ),
    ),
    result: Type.Optional(GeneratedDocs),
    error: Type.Optional(
      Type.Object(
        {
          code: Type.String({ examples: ['NOT_FOUND'] }),
          message: Type.String(),
          details: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
        },
        { title: 'DocsJobError' },
      ),
    ),
    url: Type.String({ examples: ['/api/docs/jobs/01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'] }),
    eventsUrl: Type.String({ examples: ['/api/docs/jobs/01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d/events'] }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'DocsJob' },
);
