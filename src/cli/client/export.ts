import { createClient } from '../../../sdk/index.ts';
import { clientCommand, optionalText, optionalWord, requiredText } from '../command.ts';
import { urlOption } from './common-options.ts';
import { connect, findConnection } from './connection.ts';
import { saveFile } from './save-file.ts';

export const exportArchive = clientCommand({
  arguments: { file: requiredText('FILE', 'The file to write; it must not exist.') },
  options: {
    project: requiredText(
      'KEY',
      'The project; you must administer it. Administrators export the whole instance in the web app, because no API key may.',
    ),
    url: urlOption,
  },
  examples: [
    'docket export --project APP app.docket.tar',
    'docket export --project APP app.docket.tar --url https://docket.example.org',
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
        bytes = await saveFile(file, response.body);
        return new Response(null);
      },
    });
    await client.exportProject({ params: { id: project } });
    return { json: { file, bytes }, text: `Wrote ${file}: ${(bytes / 1e6).toFixed(1)} MB.\n` };
  },
});

export const exportEvidence = clientCommand({
  arguments: { ticket: requiredText('TICKET', 'The key or id of the ticket.') },
  options: {
    output: optionalText('FILE', 'The file to write; it must not exist. Default: TICKET-evidence.html.'),
    language: optionalWord('LANGUAGE', ['en', 'de'], 'Default: en. One of'),
    url: urlOption,
  },
  examples: [
    'docket export evidence APP-7',
    'docket export evidence APP-7 --output evidence.html --language de',
  ],
  run: async ({ ticket, output, language, url }, context) => {
    const file = output ?? `${ticket.replace(/[^\w-]/g, '_')}-evidence.html`;
    const client = await connect(context, url);
    const page = await client.exportEvidence({ params: { id: ticket }, query: { language } });
    const bytes = await saveFile(file, page.stream());
    const text = `Wrote ${file}: ${(bytes / 1e6).toFixed(1)} MB. docket verify ${file} proves it.\n`;
    return { json: { file, bytes }, text };
  },
});
