import { command, requiredTexts } from './command.ts';
import { withContext } from './with-context.ts';

export const historyForget = command({
  arguments: {
    events: requiredTexts(
      'EVENT',
      'The ids of the events, as the history of a ticket or an archive has them.',
    ),
  },
  options: {},
  examples: ['docket history forget 0193b2a4-7c1e-7d52-9a51-2f6f1f0e9c11'],
  run: async ({ events }, commandContext) => {
    const { forgetEvents } = await import('../sealed-history/index.ts');
    await withContext(commandContext, ({ db, clock }) => forgetEvents(db, clock, events));
    return {
      json: { forgotten: events },
      text: `Deleted the content of ${events.length === 1 ? '1 event' : `${events.length} events`}. That they happened stays, and so do their hashes in the seals.\n`,
    };
  },
});
