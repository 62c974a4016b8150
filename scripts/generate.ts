import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { variables } from '../src/config/index.ts';
import { writeClient } from './generate/client.ts';
import { buildDocument } from './generate/document.ts';
import { writeMessages } from './generate/messages.ts';
import { addChecksums } from './generate/migration-checksums.ts';
import { drawModuleMap } from './generate/module-map.ts';
import { replaceTaskFiles } from './generate/task-files.ts';
import {
  writeIndexedFields,
  writeRowFormat,
  writeTicketFields,
  writeTicketRules,
} from './generate/ticket-fields.ts';
import { writeValues } from './generate/values.ts';
import { replaceVariablesTable } from './generate/variables-table.ts';
import { writeWebhookEvents } from './generate/webhook-events.ts';

/** `npm run generate` writes the files that are derived from the code; with `--check` it only lists the stale ones. */
const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const isCheck = process.argv.includes('--check');

// In a process of its own: it must see every store load.
const statements = promisify(execFile)(
  process.execPath,
  [path.join(root, 'scripts/generate/statements.ts')],
  {
    maxBuffer: Number.POSITIVE_INFINITY,
  },
);
const document = await buildDocument();
const files = {
  'openapi/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'sdk/generated.ts': writeClient(document),
  'sdk/values.ts': writeValues(),
  'sdk/ticket-fields.ts': writeTicketFields(),
  'sdk/row-format.ts': writeRowFormat(),
  'sdk/ticket-rules.ts': writeTicketRules(),
  'src/search/indexing/indexed-fields.ts': writeIndexedFields(),
  'docs/api/webhook-events.md': writeWebhookEvents(),
  'docs/messages.txt': writeMessages(),
  'docs/statements.sql': (await statements).stdout,
  'migrations/checksums.txt': addChecksums(
    readIfThere('migrations/checksums.txt') ?? '',
    path.join(root, 'migrations'),
  ),
  'docs/map.svg': drawModuleMap(root),
  'CONTRIBUTING.md': replaceTaskFiles(read('CONTRIBUTING.md'), root),
  'docs/operations/reference.md': replaceVariablesTable(read('docs/operations/reference.md'), variables),
};

for (const [file, content] of Object.entries(files)) {
  if (content === readIfThere(file)) continue;
  if (isCheck) {
    console.error(`${file} is stale. Run \`npm run generate\`.`);
    process.exitCode = 1;
  } else {
    writeFileSync(path.join(root, file), content);
    console.log(`${file} written`);
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return read(file);
  } catch {
    return undefined;
  }
}
