/** The parts of a ticket that texts for the clipboard need. A ticket without a project has no key. */
export interface CopiedTicket {
  id: string;
  key: string | null;
  title: string;
}

export const refOf = ({ id, key }: CopiedTicket) => key ?? id;

export const linkOf = (ticket: CopiedTicket, origin: string) => `${origin}/t/${refOf(ticket)}`;

export const markdownOf = (ticket: CopiedTicket, origin: string) =>
  `[${ticket.key ? `${ticket.key} ` : ''}${ticket.title.replace(/[[\]\\]/g, '\\$&')}](${linkOf(ticket, origin)})`;

/** `pay-12-refund-twice`: short enough for a prompt, without characters that shells and git refuse. */
export function branchOf(ticket: CopiedTicket): string {
  const words = ticket.title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 48)
    .replace(/^-|-$/g, '');
  return [ticket.key?.toLowerCase(), words].filter(Boolean).join('-');
}

export const curlOf = (ticket: CopiedTicket, origin: string) =>
  `curl -H "Authorization: Bearer $DOCKET_API_KEY" ${origin}/api/tickets/${refOf(ticket)}`;
