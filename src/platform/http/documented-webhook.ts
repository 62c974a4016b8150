import type { JsonSchema } from '../json-schema.ts';

/** A request that Docket sends, not one that it takes. */
export interface DocumentedWebhook {
  name: string;
  summary: string;
  headers: Record<string, string>;
  body: JsonSchema;
  example: unknown;
}
