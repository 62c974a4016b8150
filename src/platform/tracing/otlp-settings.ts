export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** The settings of OpenTelemetry's standard variables. */
export interface OtlpSettings {
  /** The address that receives traces, with its path. */
  url: string;
  headers: Record<string, string>;
  serviceName: string;
  version: string;
  sampler: (typeof samplers)[number];
  /** For the two samplers with a ratio: the share of the traces that is kept. */
  ratio: number;
}

/** Parses `key=value,key2=value2`; values may be percent-encoded. */
export function parseOtlpHeaders(text: string): Record<string, string> | undefined {
  const entries = text.split(',').map((pair) => pair.split(/=(.*)/s, 2).map((part) => part.trim()));
  if (!entries.every(([name, value]) => /^[\w.-]+$/.test(name ?? '') && value)) return undefined;
  try {
    return Object.fromEntries(entries.map(([name, value]) => [name, decodeURIComponent(value as string)]));
  } catch {
    return undefined;
  }
}
