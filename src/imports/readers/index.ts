import { importLimits } from '../import-limits.ts';
import { FileProblem } from '../parsing/file-problem.ts';
import type { OtherProduct } from '../products.ts';
import type { SourceItem } from '../source-ticket.ts';
import { cleanItem } from './clean-item.ts';
import { readCsv } from './csv.ts';
import { readGithub } from './github.ts';
import { readGitlab } from './gitlab.ts';
import { readJira } from './jira.ts';
import { readLinear } from './linear.ts';
import { readPlane } from './plane.ts';
import type { ImportMapping, Reader, SourceFile } from './reader.ts';
import { readTrello } from './trello.ts';

export type { ImportMapping } from './reader.ts';

const readers: Record<OtherProduct, Reader> = {
  github: readGithub,
  gitlab: readGitlab,
  jira: readJira,
  linear: readLinear,
  plane: readPlane,
  trello: readTrello,
  csv: readCsv,
};

/** The tickets and comments of a file, with every text and list within the limits of Docket. */
export async function* readSource(
  product: OtherProduct,
  file: SourceFile,
  mapping: ImportMapping,
): AsyncGenerator<SourceItem> {
  let tickets = 0;
  for await (const item of readers[product](file, mapping)) {
    if ('ticket' in item && ++tickets > importLimits.ticketsMax)
      throw new FileProblem(
        file.name,
        'end',
        `the file has more than ${importLimits.ticketsMax} tickets. Split it.`,
      );
    const cleaned = cleanItem(item);
    if (cleaned) yield cleaned;
  }
}
