import { page } from './router.ts';

export const useSearch = () => page.useSelected(({ search }) => search);
export const useParams = () => page.useSelected(({ params }) => params);
export const usePathname = () => page.useSelected(({ pathname }) => pathname);

/** A value of the search as text: `?ticket=12` is read as a number. */
export function useSearchText(name: string): string | undefined {
  const value = useSearch()[name];
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}
