/** The further facts of an audit entry on one line: `from: member, to: admin`. A fact that is true is its name alone. */
export function formatDetails(details: Readonly<Record<string, unknown>>): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => (value === true ? words(name) : `${words(name)}: ${String(value)}`))
    .join(', ');
}

/** `sessionsEnded` → `sessions ended`. */
const words = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
