import { type DocsDesk, GenerateDocs, generateDocs as generate } from '../../docs-generation/index.ts';
import { forbiddenBecause } from '../../platform/errors.ts';
import { keyProjectsOf } from '../../users/index.ts';
import { tool } from '../tool.ts';

/** Drafts are what the agent asked for; they come whole. */
export const generateDocs = (desk: DocsDesk) =>
  tool({
    name: 'generate_docs',
    title: 'Draft documentation',
    description:
      'Drafts of documentation (MDX for developers, users and the changelog) from what head has and base lacks in a repository.',
    scopes: ['write'],
    input: GenerateDocs,
    call: async (scope, input) => {
      if (keyProjectsOf(scope.actor))
        throw forbiddenBecause('This API key is limited to projects, and this is not about one of them');
      return { data: {}, untrusted: await generate(scope, desk, input) };
    },
  });
