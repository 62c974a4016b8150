import type { Tx } from '../../platform/db/index.ts';
import {
  bitmapBytes,
  clearBit,
  decodeIntoBitmap,
  docsPerBlock,
  encodeBitmap,
  newBitmap,
  setBit,
} from './doc-set.ts';
import type { IndexDialect, PostingBlock, TermId } from './index-dialect.ts';
import { type DocumentRow, listPostings } from './index-store.ts';
import { haveSamePostings, postingListsOf } from './posting-lists.ts';
import { bigramsOf } from './terms.ts';

/** Collects which documents are added to and removed from which posting lists, and writes them block by block. */
export class PostingChanges {
  readonly #termsById: Map<TermId, string>;
  readonly #bigramsById = new Map<TermId, string[]>();
  /** By block and list: a bit to set as itself, a bit to clear as -1 - bit. */
  readonly #blocks = new Map<number, Map<string, number[]>>();

  constructor(termsById: Map<TermId, string>) {
    this.#termsById = termsById;
  }

  add(before: DocumentRow | undefined, after: DocumentRow | undefined): void {
    const doc = (before ?? after)?.doc;
    if (doc === undefined || (before && after && haveSamePostings(before, after))) return;
    const changes = this.#changesIn(Math.floor(doc / docsPerBlock));
    const bit = doc % docsPerBlock;
    const old = new Set(before ? postingListsOf(before, this.#bigramsOfTerm) : []);
    for (const list of after ? postingListsOf(after, this.#bigramsOfTerm) : []) {
      if (!old.delete(list)) push(changes, list, bit);
    }
    for (const list of old) push(changes, list, -1 - bit);
  }

  readonly #bigramsOfTerm = (id: TermId): string[] => {
    const known = this.#bigramsById.get(id);
    if (known) return known;
    const bigrams = bigramsOf(this.#termsById.get(id) ?? '');
    this.#bigramsById.set(id, bigrams);
    return bigrams;
  };

  async write(tx: Tx, dialect: IndexDialect): Promise<void> {
    for (const [block, changes] of this.#blocks) {
      const stored = await listPostings(tx, [...changes.keys()], block);
      const docsByList = new Map(stored.map(({ list, docs }) => [list, docs]));
      const postings = [...changes].map(([list, changedBits]): PostingBlock => {
        const bits = newBitmap();
        const docs = docsByList.get(list);
        if (docs) decodeIntoBitmap(bits, docs, docs.length === bitmapBytes);
        for (const bit of changedBits) {
          if (bit >= 0) setBit(bits, bit);
          else clearBit(bits, -1 - bit);
        }
        return { list, block, docs: encodeBitmap(bits) };
      });
      await dialect.writePostings(tx, postings);
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
