/** Code that breaks a rule. */
export interface Violation {
  rule: string;
  /** The file, with the line if it is known, or the commit subject. */
  location: string;
  problem: string;
}

export function report(violations: Violation[]): void {
  for (const { rule, location, problem } of violations) console.error(`${rule}: ${location} ${problem}`);
  if (violations.length > 0) process.exitCode = 1;
}
