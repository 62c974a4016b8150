import { dynamicStatement, statement, type Tx } from '../../platform/db/index.ts';

const lock = statement<{ id: string }, { lastNumber: number }>(
  'select last_number as "lastNumber" from ticket_homes where id = :id for update',
);
const save = statement<{ id: string; lastNumber: number; count: number }>(`
  update ticket_homes set last_number = :lastNumber, ticket_count = ticket_count + :count where id = :id`);

export async function lockLastNumber(tx: Tx, homeId: string): Promise<number> {
  const home = await tx.find(lock, { id: homeId });
  if (!home) throw new Error(`ticket_homes has no row for ${homeId}`);
  return home.lastNumber;
}

const numbersPerQuery = 100;
const names = Array.from({ length: numbersPerQuery }, (_, index) => `n${index}`);

/** Of the given numbers, those that a ticket of the project has or had. */
export async function listTakenNumbers(tx: Tx, projectId: string, numbers: number[]): Promise<number[]> {
  const found: number[] = [];
  for (let start = 0; start < numbers.length; start += numbersPerQuery) {
    const step = numbers.slice(start, start + numbersPerQuery);
    // The last one is repeated, so that there is one statement for every number of numbers.
    const params = Object.fromEntries(names.map((name, index) => [name, step[index] ?? step.at(-1)]));
    const range = { from: Math.min(...step), to: Math.max(...step) };
    const rows = await tx.list(takenNumbers(), { projectId, ...range, ...params });
    found.push(...rows.map(({ number }) => number));
  }
  return found;
}

function takenNumbers() {
  const list = names.map((name) => `cast(:${name} as integer)`).join();
  // With the list alone, PostgreSQL would compare it with every number of a project whose rows it has not counted yet.
  const isOne = `project_id = :projectId and number between cast(:from as integer) and cast(:to as integer)
      and number in (${list})`;
  return dynamicStatement<object, { number: number }>(`
    select number from tickets where ${isOne}
    union all
    select number from ticket_former_numbers where ${isOne}`);
}

export const saveLastNumber = (tx: Tx, homeId: string, lastNumber: number, count: number) =>
  tx.run(save, { id: homeId, lastNumber, count });
