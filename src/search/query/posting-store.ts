import { dynamicStatement, type Queries } from '../../platform/db/index.ts';
import { newYielder } from '../../platform/yield-to-event-loop.ts';
import { DocSet, decodeIntoBitmap } from '../indexing/doc-set.ts';
import type { IndexDialect } from '../indexing/index-dialect.ts';
import type { PostingTable } from '../indexing/posting-tables.ts';

// Binding more parameters in one statement would block the event loop of this thread.
const listsPerStatement = 4_000;

/** Returns the union of the documents for each group of posting lists. */
export async function readPostings(
  queries: Queries,
  dialect: IndexDialect,
  table: PostingTable,
  groups: string[][],
): Promise<DocSet[]> {
  const sets = groups.map(() => new DocSet());
  const yieldIfDue = newYielder();
  for (const chunks of splitIntoStatements(groups)) {
    for (const { group, block, isBitmap, docs } of await readChunks(queries, dialect, table, chunks)) {
      const bits = (sets[group] as DocSet).bitmapOf(block, table.docsPerBlock);
      decodeIntoBitmap(bits, docs, isBitmap === 1);
      await yieldIfDue();
    }
  }
  return sets;
}

/** Adds the documents of one stored block to a set. */
export function addBlock(set: DocSet, { docsPerBlock }: PostingTable, block: number, docs: Uint8Array): void {
  decodeIntoBitmap(set.bitmapOf(block, docsPerBlock), docs, docs.length === docsPerBlock / 8);
}

/** Posting lists of one group that the same statement reads. */
interface Chunk {
  group: number;
  lists: string[];
}

function splitIntoStatements(groups: string[][]): Chunk[][] {
  const statements: Chunk[][] = [[]];
  let left = listsPerStatement;
  for (const [group, all] of groups.entries()) {
    for (let start = 0; start < all.length; start += listsPerStatement) {
      const lists = all.slice(start, start + listsPerStatement);
      if (lists.length > left) {
        statements.push([]);
        left = listsPerStatement;
      }
      left -= lists.length;
      statements.at(-1)?.push({ group, lists });
    }
  }
  return statements;
}

interface BlockRow {
  group: number;
  block: number;
  isBitmap: number;
  docs: Uint8Array;
}

async function readChunks(
  queries: Queries,
  dialect: IndexDialect,
  { name, docsPerBlock }: PostingTable,
  chunks: Chunk[],
): Promise<BlockRow[]> {
  if (chunks.length === 0) return [];
  const isBitmap = `case when octet_length(docs) = ${docsPerBlock / 8} then 1 else 0 end`;
  const shape = dynamicStatement<object, BlockRow>(
    chunks
      .map(({ group, lists }, i) =>
        lists.length === 1
          ? `select ${group} as "group", block, ${isBitmap} as "isBitmap", docs from ${name} where list = :list${i}`
          : `select ${group} as "group", block, ${isBitmap} as "isBitmap", ${dialect.concatenatedDocs} as docs
            from ${name} where list in :lists${i}[] group by block, ${isBitmap}`,
      )
      .join(' union all '),
  );
  const params = chunks.map(({ lists }, i) =>
    lists.length === 1 ? [`list${i}`, lists[0] as string] : [`lists${i}`, lists],
  );
  return queries.list(shape, Object.fromEntries(params));
}
