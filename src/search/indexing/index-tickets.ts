import type { Database } from '../../platform/db/index.ts';
import { indexNextDocuments } from './index-documents.ts';
import { indexNextTexts } from './index-texts.ts';
import type { BucketSizes } from './order-changes.ts';

/** Runs one step of the first phase and returns how many tickets it indexed; 0 means that all are indexed. */
export const indexNextTickets = async (db: Database, ticketsMax: number, sizes?: BucketSizes) =>
  (await indexNextDocuments(db, ticketsMax, sizes)) || indexNextTexts(db, ticketsMax);
