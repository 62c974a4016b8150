interface Words {
  names: Readonly<Record<string, string>>;
  values: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * The details of an audit entry on one line: `from: member, to: admin`. A detail that is true is shown by its name
 * alone. Ids are replaced by names where these are known, and left out where the entry has both.
 */
export function formatDetails(
  details: Readonly<Record<string, unknown>>,
  nameOf: (id: string) => string | undefined = () => undefined,
  { names, values }: Words = { names: {}, values: {} },
): string {
  const words = (name: string) => names[name] ?? spaced(name);
  /** Scopes are several words. */
  const valueWords = (name: string, value: unknown) =>
    String(value).replace(/\S+/g, (word) => values[name]?.[word] ?? word);
  return Object.entries(details)
    .filter(([, value]) => value !== null && value !== false)
    .flatMap(([name, value]): string[] => {
      if (value === true) return [words(name)];
      const [, subject] = /^(.+)Id$/.exec(name) ?? [];
      if (subject === undefined || typeof value !== 'string')
        return [`${words(name)}: ${valueWords(name, value)}`];
      return subject in details ? [] : [`${words(subject)}: ${nameOf(value) ?? value}`];
    })
    .join(', ');
}

/** `sessionsEnded` → `sessions ended`. */
const spaced = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
