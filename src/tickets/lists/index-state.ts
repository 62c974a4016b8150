import { Type } from '../../platform/schema.ts';

/** A field beside `data` in lists and searches by words, present only while texts wait to be indexed. */
export const indexStateField = {
  index: Type.Optional(
    Type.Object(
      {
        complete: Type.Literal(false),
        waiting: Type.Integer({ description: 'How many tickets were left out', examples: [12_000] }),
      },
      {
        title: 'IndexState',
        description:
          'Present while more texts wait to be indexed than a search can read, after an import or while the index is rebuilt: the answer covers the indexed tickets and the newest others, and so does its total',
      },
    ),
  ),
};

/** Returns nothing if the answer is complete. */
export const presentIndexState = (waiting: number) =>
  waiting > 0 ? { index: { complete: false as const, waiting } } : {};
