import { queryOptions } from '@tanstack/react-query';
import { type HelpFiles, parseHelp } from './help-pages.ts';

/** The text of every page. Their text is data: it is shown by the Markdown view of the app. */
export const helpQuery = queryOptions({
  queryKey: ['help'],
  queryFn: async ({ signal }) => {
    const response = await fetch('/help-files/pages.json', { signal });
    if (!response.ok) throw new Error(`${response.status} for the pages of the help`);
    return parseHelp((await response.json()) as HelpFiles);
  },
  staleTime: Infinity,
});
