/** What the log says about a violation. */
export interface Violation {
  directive: string;
  blocked: string;
  page: string;
  source: string;
}

const charsMax = 200;
const violationsMax = 10;

/**
 * Reads both forms of a report: `application/csp-report` has one object with hyphenated names,
 * `application/reports+json` a list of objects with camel-case names. The text comes from strangers, so each part is
 * shortened.
 */
export function describeViolations(body: unknown): Violation[] {
  const reports = Array.isArray(body)
    ? body.slice(0, violationsMax).map((entry) => asObject(entry).body)
    : [body];
  return reports.flatMap((report) => {
    const fields = asObject(asObject(report)['csp-report'] ?? report);
    const directive =
      fields['effective-directive'] ?? fields['violated-directive'] ?? fields.effectiveDirective;
    if (typeof directive !== 'string') return [];
    return [
      {
        directive: shorten(directive),
        blocked: shorten(fields['blocked-uri'] ?? fields.blockedURL),
        page: shorten(fields['document-uri'] ?? fields.documentURL),
        source: shorten(fields['source-file'] ?? fields.sourceFile),
      },
    ];
  });
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Addresses may carry a secret in their query, such as that of an invitation. */
const shorten = (value: unknown) =>
  typeof value === 'string' ? (value.split(/[?#]/, 1)[0] as string).slice(0, charsMax) : '';
