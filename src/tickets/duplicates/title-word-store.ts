import { dynamicStatement, insertMany, type Queries, type Tx } from '../../platform/db/index.ts';
import { isOpen, type TicketStatus } from '../ticket.ts';
import { titleWords } from './title-words.ts';

interface Titled {
  id: string;
  homeId: string;
  title: string;
  status: TicketStatus;
}

const columns = ['home_id', 'word', 'ticket_id'];

/** Of those that are open: nobody wants to be shown a duplicate that is done. */
export const insertTitleWords = (tx: Tx, tickets: Titled[]) =>
  insertMany(
    tx,
    'ticket_title_words',
    columns,
    tickets
      .filter(isOpen)
      .flatMap(({ id, homeId, title }) => titleWords(title).map((word) => [homeId, word, id])),
  );

export async function deleteTitleWords(tx: Tx, { id, homeId, title }: Titled): Promise<void> {
  const words = titleWords(title);
  if (words.length === 0) return;
  const names = words.map((_, i) => `:word${i}`);
  const shape = dynamicStatement<object>(
    `delete from ticket_title_words where home_id = :homeId and word in (${names.join()}) and ticket_id = :id`,
  );
  await tx.run(shape, { homeId, id, ...named(words) });
}

export interface OpenTitle {
  id: string;
  title: string;
  titleFolded: string;
  status: TicketStatus;
  number: number | null;
}

/**
 * Open tickets of the home that share the words, those with most of them first: of each word the newest so many that
 * have it are looked at, and of these so many are read.
 */
export function listTitlesWith(
  queries: Queries,
  homeId: string,
  words: string[],
  { newestOfEach, most }: { newestOfEach: number; most: number },
): Promise<OpenTitle[]> {
  const sharing = words.map(
    (
      _,
      i,
    ) => `select * from (select ticket_id from ticket_title_words where home_id = :homeId and word = :word${i}
      order by ticket_id desc limit :newestOfEach) w${i}`,
  );
  const shape = dynamicStatement<object, OpenTitle>(`
    select t.id, t.title, t.title_folded as "titleFolded", t.status, t.number
    from (select ticket_id from (${sharing.join(' union all ')}) s
      group by ticket_id order by count(*) desc, ticket_id desc limit :most) w join tickets t on t.id = w.ticket_id
    where t.deleted_at is null and t.status not in ('done', 'cancelled')`);
  return queries.list(shape, { homeId, newestOfEach, most, ...named(words) });
}

const named = ([word0, word1, word2]: string[]) => ({ word0, word1, word2 });
