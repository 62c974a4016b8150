import { useBoot } from '../../../replica/index.ts';
import { openHref } from '../../../router/index.ts';
import { findMentioned } from '../stream/find-mentioned.ts';
import { useOpenTicket } from '../use-open-ticket.ts';

/** The targets of keys, names and URLs in a text. */
export function useTextLinks() {
  const { people, projects } = useBoot();
  const openTicket = useOpenTicket();
  return {
    ticketHref: (key: string) => {
      const project = key.slice(0, key.lastIndexOf('-')).toUpperCase();
      return projects.some((one) => one.key === project) ? `/t/${key}` : undefined;
    },
    mention: (name: string) => findMentioned(people, name),
    onNavigate: (href: string) => {
      const key = /^\/t\/([^/?#]+)$/.exec(href)?.[1];
      if (key !== undefined) openTicket(key);
      else if (/^\/(?:api|v1|reference)(?:\/|$)/.test(href)) location.assign(href);
      else void openHref(href);
    },
  };
}
