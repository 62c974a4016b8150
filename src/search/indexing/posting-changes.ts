import { dynamicStatement, type Tx } from '../../platform/db/index.ts';
import { clearBit, decodeIntoBitmap, encodeBitmap, newBitmap, setBit } from './doc-set.ts';
import type { IndexDialect, PostingBlock } from './index-dialect.ts';
import type { PostingTable } from './posting-tables.ts';

/** Collects which documents are added to and removed from posting lists, and writes them block by block. */
export class PostingChanges {
  readonly #table: PostingTable;
  /** By block and list. A bit to set is stored as itself, a bit to clear as -1 - bit. */
  readonly #blocks = new Map<number, Map<string, number[]>>();

  constructor(table: PostingTable) {
    this.#table = table;
  }

  /** Moves a document from some lists to others. A list in both is not touched. */
  move(doc: number, before: string[], after: string[]): void {
    const { docsPerBlock } = this.#table;
    const changes = this.#changesIn(Math.floor(doc / docsPerBlock));
    const bit = doc % docsPerBlock;
    if (before.length === 0) {
      for (const list of after) push(changes, list, bit);
      return;
    }
    const old = new Set(before);
    for (const list of after) if (!old.delete(list)) push(changes, list, bit);
    for (const list of old) push(changes, list, -1 - bit);
  }

  async write(tx: Tx, dialect: IndexDialect): Promise<void> {
    const { name, docsPerBlock } = this.#table;
    const stored = dynamicStatement<{ lists: string[]; block: number }, { list: string; docs: Uint8Array }>(
      `select list, docs from ${name} where list in :lists[] and block = :block`,
    );
    for (const [block, changes] of this.#blocks) {
      if (changes.size === 0) continue;
      const rows = await tx.list(stored, { lists: [...changes.keys()], block });
      const docsByList = new Map(rows.map(({ list, docs }) => [list, docs]));
      const postings = [...changes].map(([list, changedBits]): PostingBlock => {
        const bits = newBitmap(docsPerBlock);
        const docs = docsByList.get(list);
        if (docs) decodeIntoBitmap(bits, docs, docs.length === bits.byteLength);
        for (const bit of changedBits) {
          if (bit >= 0) setBit(bits, bit);
          else clearBit(bits, -1 - bit);
        }
        return { list, block, docs: encodeBitmap(bits) };
      });
      await dialect.writePostings(tx, this.#table, postings);
    }
  }

  #changesIn(block: number): Map<string, number[]> {
    const known = this.#blocks.get(block);
    if (known) return known;
    const changes = new Map<string, number[]>();
    this.#blocks.set(block, changes);
    return changes;
  }
}

function push(changes: Map<string, number[]>, list: string, bit: number): void {
  const bits = changes.get(list);
  if (bits) bits.push(bit);
  else changes.set(list, [bit]);
}
