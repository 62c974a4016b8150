import { eventCatalogue } from '../../src/event-catalogue.ts';
import { deliveryHeaders, describeEvents } from '../../src/outbound-webhooks/index.ts';

/** The text of docs/api/webhook-events.md. */
export function writeWebhookEvents(): string {
  const events = describeEvents(eventCatalogue);
  const headers = Object.entries(deliveryHeaders).map(([name, says]) => `| \`${name}\` | ${says} |`);
  const sections = events.map(
    ({ name, summary, example }) =>
      `## ${name}\n\n${summary}.\n\n\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\`\n`,
  );
  return `<!-- Written by \`npm run generate\` from the catalogue of events. Changes made here are lost. -->

# Events that go out

What a [webhook](webhooks.md) receives, as a POST with the body in JSON. The same messages come over
[live updates](live.md). Exact schemas are in the section \`webhooks\` of the OpenAPI document.

| Header | Meaning |
|---|---|
${headers.join('\n')}

${sections.join('\n')}`;
}
