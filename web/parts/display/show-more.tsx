import { m } from '../../messages/index.ts';
import { Button } from '../controls/button.tsx';

export interface ShowMoreProps {
  /** What `useInfiniteQuery` returns. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label?: string;
}

/** The button under a list that has another page. */
export function ShowMore({ query, label = m.words.showMore }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
      {label}
    </Button>
  );
}
