export { useParams, usePathname, useSearch, useSearchText } from './hooks.ts';
export { Link, Navigate } from './link.tsx';
export { type FailedProps, Outlet, RouterView } from './outlet.tsx';
export type { Params } from './paths.ts';
export { navigate, openHref, preload, type Route, startRouter } from './router.ts';
export { Screen } from './screen.ts';
