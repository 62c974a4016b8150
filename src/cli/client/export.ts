import { createWriteStream } from 'node:fs';
import { link, open, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createClient } from '../../../sdk/index.ts';
import { clientCommand, optionalText, requiredText, UsageError } from '../command.ts';
import { newProgressLines } from '../progress-lines.ts';
import { urlOption } from './common-options.ts';
import { findConnection } from './connection.ts';

export const exportArchive = clientCommand({
  arguments: { file: requiredText('FILE', 'The file to write; it must not exist.') },
  options: {
    project: optionalText(
      'KEY',
      'Only this project; you must administer it. Default: the whole instance, for its administrators.',
    ),
    url: urlOption,
  },
  examples: [
    'docket export --project APP app.docket.tar',
    'docket export docket.tar --url https://docket.example.org',
  ],
  run: async ({ file, project, url }, context) => {
    const { url: baseUrl, apiKey } = await findConnection(context, url);
    let bytes = 0;
    const client = createClient({
      baseUrl,
      apiKey,
      // The archive may be larger than the memory, so its bytes go to the file instead of the SDK.
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (!response.ok || !response.body) return response;
        bytes = await save(file, response.body);
        return new Response(null);
      },
    });
    await (project === undefined
      ? client.exportInstance()
      : client.exportProject({ params: { id: project } }));
    return { json: { file, bytes }, text: `Wrote ${file}: ${(bytes / 1e6).toFixed(1)} MB.\n` };
  },
});

/** Nobody sees the file under its name before it is complete, and no file is replaced. */
async function save(file: string, body: AsyncIterable<Uint8Array>): Promise<number> {
  const partial = `${file}.${process.pid}.partial`;
  await refuseExisting(file);
  const progress = newProgressLines();
  let bytes = 0;
  try {
    const handle = await open(partial, 'wx', 0o600);
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          progress.show({ what: 'MB', done: Math.floor(bytes / 1e6), total: undefined });
          yield chunk;
        }
      },
      createWriteStream(partial, { fd: handle.fd, autoClose: false, flush: true }),
    );
    await handle.sync();
    await handle.close();
    await link(partial, file);
    return bytes;
  } finally {
    progress.end();
    await rm(partial, { force: true });
  }
}

async function refuseExisting(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found) throw new UsageError(`${file} exists already. Choose another name.`);
}
