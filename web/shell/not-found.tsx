import { m } from '../messages/index.ts';
import { Link, usePathname } from '../router/index.ts';
import './not-found.css';

export function NotFound() {
  const pathname = usePathname();
  return (
    <main className="not-found">
      <img src="/icon.svg" alt="" width="32" height="32" />
      <h1 className="not-found-title">{m.shell.notFound.title}</h1>
      <p className="not-found-text">{m.shell.notFound.text(pathname)}</p>
      <Link to="/">{m.shell.notFound.home}</Link>
    </main>
  );
}
