import type { Static } from 'typebox';
import { entryDecisions } from '../../../packages/docs-drafts/index.ts';
import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';

export const correctionLimits = { input: 4_000, text: 20_000, entries: 10_000 } as const;

const repository = Type.String({
  minLength: 3,
  maxLength: 201,
  description: 'A repository that the project links, as owner/name',
  examples: ['acme/site'],
});
export const entryId = Type.String({
  pattern: '^[0-9a-f]{20}$',
  description: 'Derives from the commits or names that the entry stands for, not from its text or place',
  examples: ['9e204316eb6796d00318'],
});

const author = nullable(
  Type.Object(
    { id: id(), name: Type.String({ examples: ['Ada'] }) },
    { description: 'Null: it was decided in the pull request, or the account was deleted' },
  ),
);
const version = Type.Number({ description: '0: nobody has decided yet', examples: [1] });

export const DocsCorrection = Type.Object(
  {
    repo: Type.String({ examples: ['acme/site'] }),
    entryId,
    decision: choice(entryDecisions),
    text: nullable(
      Type.String({
        description: 'Of an edited entry: its sentence as MDX',
        examples: ['Search finds whole words.'],
      }),
    ),
    author,
    version,
    updatedAt: timestamp(),
  },
  { title: 'DocsCorrection' },
);

export const CorrectionInput = Type.Object(
  {
    repo: repository,
    decision: choice(entryDecisions, { description: '`open` takes the decision back' }),
    text: Type.Optional(
      Type.String({
        maxLength: correctionLimits.input,
        description:
          'Needed to edit: one sentence with `code`, **strong** text and web links; everything else is shown as it is written',
        examples: ['Search finds whole words.'],
      }),
    ),
    drafted: Type.Optional(
      Type.String({
        maxLength: correctionLimits.text,
        description: 'Needed to accept: `drafted` of the preview. Another sentence needs another decision',
        examples: ['Find by words'],
      }),
    ),
  },
  {
    title: 'DocsCorrectionInput',
    examples: [
      {
        ...{ repo: 'acme/site', decision: 'edited' },
        ...{ text: 'Search finds whole words.', drafted: 'Find by words' },
      },
    ],
  },
);
export type CorrectionInput = Static<typeof CorrectionInput>;

export const repositoryQuery = { repo: repository };

export const JobQuery = Type.Object({ job: id() });

const PreviewEntry = Type.Object(
  {
    kind: Type.Literal('entry'),
    id: nullable(Type.String({ description: 'Null: an entry about others, which nobody decides about' })),
    isOrdered: Type.Boolean(),
    text: Type.String({ description: 'As it will be published', examples: ['Search finds whole words.'] }),
    drafted: Type.String({ examples: ['Find by words'] }),
    below: Type.String({ description: 'What is shown below it, such as signatures; otherwise empty' }),
    decision: choice(entryDecisions),
    author,
    version,
    updatedAt: nullable(timestamp()),
  },
  { title: 'DocsPreviewEntry' },
);

const PreviewBlock = Type.Object(
  { kind: choice(['heading', 'text']), text: Type.String({ examples: ['### Added'] }) },
  { title: 'DocsPreviewBlock' },
);

export const DocsPreview = Type.Object(
  {
    repo: Type.String({ examples: ['acme/site'] }),
    pages: Type.Array(
      Type.Object(
        {
          path: Type.String({ examples: ['content/docs/changelog/v1.0.0-to-main.mdx'] }),
          content: Type.String({ description: 'The page as MDX, with every decision' }),
          chunks: Type.Array(Type.Union([PreviewEntry, PreviewBlock]), {
            description: 'The page in pieces, dropped entries too',
          }),
        },
        { title: 'DocsPreviewPage' },
      ),
    ),
  },
  { title: 'DocsPreview' },
);

export const PublishedPages = Type.Object(
  {
    pages: Type.Array(
      Type.Object({
        path: Type.String({ examples: ['content/docs/changelog/v1.0.0-to-main.mdx'] }),
        repo: nullable(
          Type.String({
            description: 'The linked repository that has the page on its default branch; null if none has it',
            examples: ['acme/site'],
          }),
        ),
        content: nullable(Type.String()),
      }),
    ),
  },
  { title: 'PublishedDocs' },
);
