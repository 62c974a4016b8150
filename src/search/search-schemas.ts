import { choice, id } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { TicketItem } from '../tickets/index.ts';
import { snippetFields } from './query/snippet.ts';

const Snippet = Type.Object(
  {
    field: choice(snippetFields, { description: 'The field that the text comes from' }),
    text: Type.String({
      description: 'Plain text as written by users: escape it before showing it as HTML',
      examples: ['The invoice shows yesterday’s rate'],
    }),
    ranges: Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }), {
      description: 'The parts to highlight: start and end (exclusive), in UTF-16 code units',
      examples: [[[4, 11]]],
    }),
    comment: Type.Optional(
      Type.Object(
        {
          id: id(),
          author: Type.Optional(Type.Object({ id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) })),
        },
        { description: 'The comment that the text is of, and who wrote it' },
      ),
    ),
  },
  { title: 'Snippet' },
);

export const TicketHit = Type.Object({ ...TicketItem.properties, snippet: Snippet }, { title: 'TicketHit' });
