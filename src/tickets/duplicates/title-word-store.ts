import { dynamicStatement, insertMany, type Queries, type Tx } from '../../platform/db/index.ts';
import { isOpen, openCondition, type TicketStatus } from '../ticket.ts';
import { titleWords } from './title-words.ts';

interface Titled {
  id: string;
  homeId: string;
  title: string;
  status: TicketStatus;
}

const columns = ['home_id', 'word', 'ticket_id'];

/** Inserts the words of open tickets, because only those are reported as possible duplicates. */
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
  await tx.send(shape, { homeId, id, ...named(words) });
}

export interface OpenTitle {
  id: string;
  title: string;
  titleFolded: string;
  status: TicketStatus;
  number: number | null;
}

/**
 * Lists open tickets of the home that share words with the title, those that share most first. It considers the newest
 * `candidatesPerWord` tickets of each word, and reads at most `comparedMax` titles.
 */
export function listTitlesSharingWords(
  queries: Queries,
  homeId: string,
  words: string[],
  { candidatesPerWord, comparedMax }: { candidatesPerWord: number; comparedMax: number },
): Promise<OpenTitle[]> {
  const sharing = words.map(
    (
      _,
      i,
    ) => `select * from (select ticket_id from ticket_title_words where home_id = :homeId and word = :word${i}
      order by ticket_id desc limit :candidatesPerWord) w${i}`,
  );
  const shape = dynamicStatement<object, OpenTitle>(`
    select t.id, t.title, t.title_folded as "titleFolded", t.status, t.number
    from (select ticket_id from (${sharing.join(' union all ')}) s
      group by ticket_id order by count(*) desc, ticket_id desc limit :comparedMax) w join tickets t on t.id = w.ticket_id
    where t.deleted_at is null and ${openCondition('t.status')}`);
  return queries.list(shape, { homeId, candidatesPerWord, comparedMax, ...named(words) });
}

const named = ([word0, word1, word2]: string[]) => ({ word0, word1, word2 });
