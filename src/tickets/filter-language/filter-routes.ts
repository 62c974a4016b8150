import type { FastifyInstance } from 'fastify';
import { choice } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { completeFilter, completionKinds } from './complete-filter.ts';
import { filterCharactersMax } from './filter-tokens.ts';

const offset = (description: string, example: number) =>
  Type.Integer({
    minimum: 0,
    description: `${description}, in UTF-16 code units from 0`,
    examples: [example],
  });

const FilterCompletions = Type.Object(
  {
    from: offset('Where the text begins that a completion replaces', 9),
    to: offset('Where it ends', 11),
    items: Type.Array(
      Type.Object({
        kind: choice(completionKinds),
        text: Type.String({ description: 'Quoted where necessary', examples: ['todo'] }),
        detail: Type.Optional(
          Type.String({ description: 'The e-mail address of a person, the name of a project' }),
        ),
      }),
    ),
    problem: Type.Optional(
      Type.Object(
        {
          from: offset('Where the problem begins', 0),
          to: offset('Where it ends', 6),
          message: Type.String({ examples: ['There is no field “statsu”. Did you mean status?'] }),
          suggestion: Type.Optional(Type.String({ examples: ['status'] })),
        },
        { description: 'Present if the filter is not valid as it is' },
      ),
    ),
  },
  { title: 'FilterCompletions' },
);

export function addFilterRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.get('/api/tickets/filter/completions', {
    operationId: 'completeTicketFilter',
    summary: 'Complete a filter of tickets',
    description:
      'What can stand at a position of a `filter`: fields, operators, and values such as people, labels and projects that you can see. Also says whether the filter is valid.',
    query: Type.Object({
      filter: Type.Optional(
        Type.String({
          maxLength: filterCharactersMax,
          description: 'The filter, which may be incomplete',
          examples: ['status = to'],
        }),
      ),
      position: Type.Optional(offset('Where the cursor is; the end of the filter unless given', 11)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 20 })),
    }),
    responses: { 200: { description: 'The completions', schema: dataOf(FilterCompletions) } },
    handle: async ({ scope, query: { filter = '', position = filter.length, limit = 20 } }) => {
      // A query string loses trailing white space, after which the cursor may be.
      const text = filter.padEnd(Math.min(position, filterCharactersMax));
      return { data: await completeFilter(scope, text, position, limit) };
    },
  });
}
