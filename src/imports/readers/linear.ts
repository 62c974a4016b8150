import type { SourceItem, SourceLink } from '../source-ticket.ts';
import { findColumns, readCsvRecords, readSharedFields, splitList } from './csv.ts';
import { newSourceTicket, numberOfKey } from './empty-ticket.ts';
import { readDate } from './read-date.ts';
import type { Reader } from './reader.ts';

const read = [
  'Cycle Number',
  'Cycle Name',
  'Cycle Start',
  'Cycle End',
  'Canceled',
  'Archived',
  'Started',
  'Triaged',
  'Project',
  'Project Milestone',
  'Duplicate of',
  'Team',
  'UUID',
  'Project ID',
  'Project Milestone ID',
  'SLA Status',
  'Time in status (minutes)',
];

/** Reads the CSV file of "Export data" in the settings of a workspace. */
export const readLinear: Reader = async function* (file, mapping): AsyncGenerator<SourceItem> {
  for await (const record of readCsvRecords(file, (header) => findColumns(file, header, {}))) {
    const key = record.get('id');
    const title = record.get('title');
    if (key === undefined || title === undefined) continue;
    const shared = readSharedFields(record, mapping);
    const cycle = record.named('Cycle Name') ?? numbered(record.named('Cycle Number'));
    const milestone = record.named('Project Milestone') ?? record.named('Project');
    const duplicates: SourceLink[] = splitList([record.named('Duplicate of') ?? '']).map((to) => ({
      kind: 'duplicates',
      to,
    }));
    const project = record.named('Project');
    yield {
      ticket: {
        ...newSourceTicket(key, title),
        ...shared,
        key,
        number: numberOfKey(key),
        labels: [
          ...shared.labels,
          ...(project !== undefined && cycle !== undefined ? [{ name: project }] : []),
        ],
        group:
          cycle !== undefined
            ? {
                name: cycle,
                kind: 'cycle',
                startsAt: readDate(record.named('Cycle Start')),
                endsAt: readDate(record.named('Cycle End')),
              }
            : milestone === undefined
              ? undefined
              : { name: milestone, kind: 'milestone' },
        links: [...shared.links, ...duplicates],
        createdAt: readDate(record.get('createdAt')),
        completedAt: shared.completedAt ?? readDate(record.named('Canceled')),
        notes: [
          ...shared.notes.filter(({ what }) => !read.some((name) => what === `column "${name}"`)),
          ...(project !== undefined && cycle !== undefined
            ? [{ kind: 'changed' as const, what: 'the project of tickets with a cycle became a label' }]
            : []),
          { kind: 'lost', what: 'comments and attachments: the CSV file of Linear has none' },
        ],
      },
    };
  }
};

const numbered = (number: string | undefined) => (number === undefined ? undefined : `Cycle ${number}`);
