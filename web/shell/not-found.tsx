import { m } from '../messages/index.ts';
import { Link, usePathname } from '../router/index.ts';

export function NotFound() {
  const pathname = usePathname();
  return (
    <main className="not-found">
      <h1>{m.shell.notFound.title}</h1>
      <p>{m.shell.notFound.text(pathname)}</p>
      <Link to="/">{m.shell.notFound.home}</Link>
    </main>
  );
}
