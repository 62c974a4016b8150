/**
 * Converts Jira wiki text to Markdown, line by line: headings, bold, monospace, lists, code, quotes and links.
 * Everything else stays as it is, so that no text is lost.
 */
export function toMarkdown(wiki: string): string {
  let isCode = false;
  return wiki
    .split(/\r?\n/)
    .map((line) => {
      const fence = /^\s*\{(?:code|noformat)(?::([\w+#-]*)[^}]*)?\}\s*$/.exec(line);
      if (fence) {
        isCode = !isCode;
        return `\`\`\`${isCode ? (fence[1] ?? '') : ''}`;
      }
      return isCode ? line : lineToMarkdown(line);
    })
    .join('\n');
}

function lineToMarkdown(line: string): string {
  const heading = /^h([1-6])\.\s+(.*)$/.exec(line);
  if (heading) return `${'#'.repeat(Number(heading[1]))} ${inline(heading[2] as string)}`;
  const item = /^([*#-]{1,10})\s+(.*)$/.exec(line);
  if (item) {
    const marks = item[1] as string;
    return `${'  '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} ${inline(item[2] as string)}`;
  }
  const quote = /^bq\.\s+(.*)$/.exec(line);
  return quote ? `> ${inline(quote[1] as string)}` : inline(line);
}

const inline = (text: string) =>
  text
    .replace(/\{\{([^{}]+)\}\}/g, '`$1`')
    .replace(/\[([^\][|]+)\|(https?:[^\]\s|]+)(?:\|[^\]]*)?\]/g, '[$1]($2)')
    .replace(/\[(https?:[^\]\s|]+)\]/g, '<$1>')
    .replace(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=$|[\s).,;:!?])/g, '$1**$2**');
