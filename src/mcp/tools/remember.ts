import { trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { addNote } from '../../project-memory/index.ts';
import { tool } from '../tool.ts';

export const remember = tool({
  name: 'remember',
  description: 'Notes a lasting fact about a project for later tasks, such as how to run its tests.',
  scopes: ['write'],
  input: Type.Object({
    project: Type.String(),
    text: trimmed(1, 2_000),
    tags: Type.Optional(Type.Array(trimmed(1, 40), { maxItems: 10 })),
  }),
  call: async (scope, { project, text, tags }) => {
    const { id, state } = await addNote(scope, project, { text, tags, isProposed: true });
    return { data: { note: id, state } };
  },
});
