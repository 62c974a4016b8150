import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { variables } from '../src/config.ts';
import { writeClient } from './generate/client.ts';
import { buildDocument } from './generate/document.ts';
import { replaceVariablesTable } from './generate/variables-table.ts';
import { writeWebhookEvents } from './generate/webhook-events.ts';

/** `npm run generate` writes what follows from the code; with `--check` it only says which files do not. */
const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const isCheck = process.argv.includes('--check');

const document = await buildDocument();
const files = {
  'openapi/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
  'sdk/generated.ts': writeClient(document),
  'docs/api/webhook-events.md': writeWebhookEvents(),
  'docs/operations.md': replaceVariablesTable(read('docs/operations.md'), variables),
};

for (const [file, content] of Object.entries(files)) {
  if (content === readIfThere(file)) continue;
  if (isCheck) {
    console.error(`${file} is stale; \`npm run generate\` makes it anew.`);
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
