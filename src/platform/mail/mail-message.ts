/** The content of a mail as plain text. This file formats it as text and HTML, and escapes it. */
export interface MessageContent {
  subject: string;
  paragraphs: string[];
  /** Text that a user wrote. */
  quote?: string | undefined;
  list?: { text: string; url: string }[] | undefined;
  link?: { label: string; url: string } | undefined;
  /** Why it was sent. */
  reason: string;
  /** Mail clients show messages with the same thread as one conversation. */
  thread?: string | undefined;
}

export interface MailMessage {
  id: string;
  /** The name of the sender, unless the configuration names one. */
  sender?: string | undefined;
  to: { name?: string | undefined; address: string };
  subject: string;
  text: string;
  html: string;
  thread?: string | undefined;
  unsubscribeUrl?: string | undefined;
}

const subjectMax = 200;

export function formatMessage(
  content: MessageContent,
  envelope: Pick<MailMessage, 'id' | 'to' | 'sender' | 'unsubscribeUrl'>,
): MailMessage {
  return {
    ...envelope,
    subject: toShortLine(content.subject),
    text: renderText(content, envelope.unsubscribeUrl),
    html: renderHtml(content, envelope.unsubscribeUrl),
    thread: content.thread,
  };
}

/** Replaces characters that could end a header or reverse the direction of the text by spaces, and shortens to `subjectMax`. */
export function toShortLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  const characters = Array.from(line);
  return characters.length <= subjectMax ? line : `${characters.slice(0, subjectMax - 1).join('')}…`;
}

function renderText(
  { paragraphs, quote, list = [], link, reason }: MessageContent,
  unsubscribeUrl?: string,
): string {
  const parts = [
    ...paragraphs,
    ...(quote
      ? [
          quote
            .split(/\r\n|\r|\n/)
            .map((line) => `> ${line}`)
            .join('\n'),
        ]
      : []),
    ...(list.length > 0 ? [list.map(({ text, url }) => `- ${toShortLine(text)}\n  ${url}`).join('\n')] : []),
    ...(link ? [`${link.label}: ${link.url}`] : []),
    `-- \n${reason}${unsubscribeUrl ? `\nUnsubscribe: ${unsubscribeUrl}` : ''}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function renderHtml(
  { paragraphs, quote, list = [], link, reason }: MessageContent,
  unsubscribeUrl?: string,
): string {
  const items = list.map(({ text, url }) => `<li><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></li>`);
  const unsubscribe = unsubscribeUrl
    ? ` <a href="${escapeHtml(unsubscribeUrl)}" style="color:#666">Unsubscribe</a>`
    : '';
  return [
    '<!doctype html><html><head><meta charset="utf-8"></head>',
    '<body style="font:15px/1.5 sans-serif;color:#1a1a1a;max-width:40em">',
    ...paragraphs.map((text) => `<p>${withBreaks(text)}</p>`),
    quote
      ? `<blockquote style="margin:0;padding-left:1em;border-left:3px solid #ccc">${withBreaks(quote)}</blockquote>`
      : '',
    items.length > 0 ? `<ul>${items.join('')}</ul>` : '',
    link ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>` : '',
    `<p style="color:#666;font-size:13px">${escapeHtml(reason)}${unsubscribe}</p>`,
    '</body></html>',
  ].join('\n');
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] as string);

const withBreaks = (text: string) => escapeHtml(text).replace(/\r\n|\r|\n/g, '<br>');
