import { type ComponentProps, type MouseEvent, useEffect } from 'react';
import { classes } from '../parts/classes.ts';
import { hrefOf, navigate, openHref, page, preloadHref, type Target } from './router.ts';
import { parseSearch } from './search-text.ts';

type LinkProps<P extends string> = Target<P> &
  Omit<ComponentProps<'a'>, 'href'> & {
    /**
     * Without `exact`, addresses below this one count as active too. Without `includeSearch: false`, every value of
     * the search must match.
     */
    activeOptions?: { exact?: boolean; includeSearch?: boolean };
    /** Props of a link to the page that is shown. */
    activeProps?: { className?: string; 'aria-current'?: undefined };
  };

/** A link within the app. Its screen is loaded as soon as the pointer or the focus is on it. */
export function Link<const P extends string>(props: LinkProps<P>) {
  const { to, params, search, replace, activeOptions, activeProps, className, onClick, ...rest } = props;
  page.use();
  const href = hrefOf(props);
  const isActive = isShown(href, activeOptions);
  const load = () => preloadHref(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || rest.target) return;
    // With these keys the browser opens a tab or a window, or saves the file.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void openHref(href, { replace });
  };
  return (
    <a
      aria-current={isActive ? 'page' : undefined}
      onPointerEnter={load}
      onFocus={load}
      onTouchStart={load}
      {...rest}
      {...(isActive && activeProps)}
      className={classes(className, isActive && activeProps?.className) || undefined}
      href={href}
      onClick={follow}
    />
  );
}

/** Opens an address as soon as it is rendered. */
export function Navigate<const P extends string>(target: Target<P>) {
  useEffect(() => {
    void navigate(target);
  });
  return null;
}

function isShown(
  href: string,
  { exact = false, includeSearch = true }: LinkProps<string>['activeOptions'] = {},
) {
  const { pathname, search } = page.get();
  const [path = '', query = ''] = href.split('?');
  const here = pathname.toLowerCase();
  const there = path.toLowerCase();
  const isBelow = !exact && here.startsWith(there === '/' ? there : `${there}/`);
  if (here !== there && !isBelow) return false;
  return (
    !includeSearch ||
    Object.entries(parseSearch(query)).every(
      ([name, value]) => JSON.stringify(search[name]) === JSON.stringify(value),
    )
  );
}
