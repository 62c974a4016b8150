export interface Addresses {
  emails: string[];
  /** What is no address, as it was written. */
  wrong: string[];
}

const looksLikeEmail = /^[^\s@<>"(),;:]+@[^\s@<>"(),;:]+\.[^\s@<>"(),;:]+$/;

/**
 * The e-mail addresses in a text, each once: between commas, semicolons, spaces or new lines, and as mail programs copy
 * them, `Grace Hopper <grace@example.org>`. The server judges them for good.
 */
export function parseAddresses(text: string): Addresses {
  const parts = text.split(/[,;\n]+/).flatMap((part) => {
    const named = /<([^<>]*)>\s*$/.exec(part);
    return named ? [named[1] ?? ''] : part.split(/\s+/);
  });
  const written = parts.map((part) => part.trim()).filter(Boolean);
  const emails = new Map(
    written.filter((part) => looksLikeEmail.test(part)).map((email) => [email.toLowerCase(), email]),
  );
  return { emails: [...emails.values()], wrong: written.filter((part) => !looksLikeEmail.test(part)) };
}
