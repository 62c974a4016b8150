import { choice } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';
import { TicketItem } from '../tickets/index.ts';
import { snippetFields } from './query/snippet.ts';

const Snippet = Type.Object(
  {
    field: choice(snippetFields, { description: 'Where the text is from' }),
    text: Type.String({
      description: 'Plain text as people wrote it, so escape it before showing it as HTML',
      examples: ['The invoice shows yesterday’s rate'],
    }),
    ranges: Type.Array(Type.Array(Type.Integer({ minimum: 0 }), { minItems: 2, maxItems: 2 }), {
      description: 'What to highlight in the text: from and up to, in UTF-16 units as JavaScript counts',
      examples: [[[4, 11]]],
    }),
  },
  { title: 'Snippet' },
);

export const TicketHit = Type.Object({ ...TicketItem.properties, snippet: Snippet }, { title: 'TicketHit' });
