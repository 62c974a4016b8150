import type { JsonSchema } from '../json-schema.ts';

/** A request that Docket sends, as the `webhooks` of the OpenAPI document describe it. */
export interface DocumentedWebhook {
  name: string;
  summary: string;
  headers: Record<string, string>;
  body: JsonSchema;
  example: unknown;
}
