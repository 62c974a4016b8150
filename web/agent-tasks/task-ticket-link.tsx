import type { ReactNode } from 'react';
import { Link, usePathname } from '../router/index.ts';

interface TaskTicketLinkProps {
  ticket: { id: string; key?: string | null };
  className?: string;
  children: ReactNode;
}

/** Opens a ticket beside the screen or, from the page of a ticket, as a page. */
export function TaskTicketLink({ ticket: { id, key }, ...rest }: TaskTicketLinkProps) {
  const isOnPage = usePathname().startsWith('/t/');
  const ticket = key ?? id;
  return isOnPage ? (
    <Link to={`/t/${ticket}`} {...rest} />
  ) : (
    <Link to="." search={(search) => ({ ...search, ticket })} {...rest} />
  );
}
