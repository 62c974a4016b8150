import { queryOptions } from '@tanstack/react-query';
import filters from '../../../docs/filter-language.md?url&no-inline';
import week from '../../../docs/guide/a-teams-week.md?url&no-inline';
import agents from '../../../docs/guide/agents.md?url&no-inline';
import firstDay from '../../../docs/guide/first-day.md?url&no-inline';
import keyboard from '../../../docs/guide/keyboard.md?url&no-inline';
import triage from '../../../docs/guide/triage.md?url&no-inline';
import { type GuidePage, parseGuidePage } from './guide.ts';

/** The pages of the guide, which the build copies. Their text is data: it is shown by the Markdown view of the app. */
const addresses: Record<string, string> = {
  'first-day': firstDay,
  'a-teams-week': week,
  triage,
  agents,
  'filter-language': filters,
  keyboard,
};

export const guideQuery = queryOptions({
  queryKey: ['guide'],
  queryFn: async ({ signal }) => {
    const ids = Object.keys(addresses);
    return Promise.all(
      ids.map(async (id): Promise<GuidePage> => {
        const response = await fetch(addresses[id] ?? '', { signal });
        if (!response.ok) throw new Error(`${response.status} for ${id}`);
        return parseGuidePage(id, await response.text(), ids);
      }),
    );
  },
  staleTime: Infinity,
});
