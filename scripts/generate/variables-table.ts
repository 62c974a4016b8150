interface Variable {
  description: string;
  allowed: string;
  fallback: string;
}

const between = /(<!-- variables -->\n).*?(<!-- \/variables -->)/s;

/** Replaces the table of environment variables in the text. */
export function replaceVariablesTable(text: string, variables: Record<string, Variable>): string {
  if (!between.test(text))
    throw new Error('docs/operations/reference.md has lost its <!-- variables --> marks.');
  const rows = Object.entries(variables).map(
    ([name, { description, allowed, fallback }]) =>
      `| ${[`\`${name}\``, description, allowed, fallback].map(escapeCell).join(' | ')} |`,
  );
  const table = ['| Variable | Purpose | Values | Default |', '|---|---|---|---|', ...rows];
  return text.replace(
    between,
    (_, opening: string, closing: string) => `${opening}${table.join('\n')}\n${closing}`,
  );
}

const escapeCell = (text: string) => text.replaceAll('|', '\\|');
