/**
 * The further facts of an audit entry on one line: `from: member, to: admin`. A fact that is true is its name alone. What is
 * named by its id is shown by its name where it is known, and once where the entry has both.
 */
export function formatDetails(
  details: Readonly<Record<string, unknown>>,
  nameOf: (id: string) => string | undefined = () => undefined,
): string {
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== false)
    .flatMap(([name, value]): string[] => {
      if (value === true) return [words(name)];
      const [, subject] = /^(.+)Id$/.exec(name) ?? [];
      if (subject === undefined || typeof value !== 'string') return [`${words(name)}: ${String(value)}`];
      return subject in details ? [] : [`${words(subject)}: ${nameOf(value) ?? value}`];
    })
    .join(', ');
}

/** `sessionsEnded` → `sessions ended`. */
const words = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
