import { rebuildParts } from '../search/indexing/rebuild-parts.ts';
import { command, optionalWord } from './command.ts';
import { withContext } from './with-context.ts';

export const searchRebuild = command({
  arguments: {
    part: optionalWord(
      'PART',
      rebuildParts,
      'What to rebuild: the texts for searches, or also the index of lists. One of',
    ),
  },
  options: {},
  examples: ['docket search rebuild', 'docket search rebuild all'],
  run: async ({ part = 'texts' }, commandContext) => {
    const { rebuildSearch } = await import('../search/index.ts');
    const tickets = await withContext(commandContext, ({ db }) => rebuildSearch(db, part));
    return {
      json: { part, tickets },
      text: `Queued ${tickets} tickets. The server indexes them in the background, also if it starts later.\n`,
    };
  },
});
