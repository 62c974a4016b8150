/** A place in the code that breaks a rule of the house. */
export interface Violation {
  rule: string;
  place: string;
  says: string;
}

export function report(violations: Violation[]): void {
  for (const { rule, place, says } of violations) console.error(`${rule}: ${place} ${says}`);
  if (violations.length > 0) process.exitCode = 1;
}
