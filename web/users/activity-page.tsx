import { useInfiniteQuery } from '@tanstack/react-query';
import { m } from '../messages/index.ts';
import { formatDateTime, formatDay, formatTime } from '../parts/dates/dates.ts';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Failure } from '../parts/display/failure.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { ShowMore } from '../parts/display/show-more.tsx';
import { Skeleton } from '../parts/display/skeleton.tsx';
import { tooltipAttributes } from '../parts/popups/tooltip.ts';
import { MePage } from './me-page.tsx';
import { activityQuery } from './user-queries.ts';
import './activity-page.css';

export function ActivityPage() {
  const query = useInfiniteQuery(activityQuery());
  const { data, error, refetch, isPending } = query;
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  const days = Map.groupBy(items, ({ createdAt }) => formatDay(createdAt));
  return (
    <MePage title={m.users.activity}>
      {isPending && <Skeleton rows={8} />}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data && items.length === 0 && <EmptyState icon="history" title={m.users.noActivity} />}
      {[...days].map(([day, entries]) => (
        <Section key={day} title={day}>
          <ul className="activity-list">
            {entries.map(({ id, description, createdAt }) => (
              <li key={id} className="activity-item">
                <span>{description}</span>
                {day === m.parts.today ? (
                  <RelativeTime at={createdAt} />
                ) : (
                  // The heading has the day.
                  <time
                    className="figures"
                    dateTime={createdAt}
                    {...tooltipAttributes(formatDateTime(createdAt))}
                  >
                    {formatTime(createdAt)}
                  </time>
                )}
              </li>
            ))}
          </ul>
        </Section>
      ))}
      <ShowMore query={query} />
    </MePage>
  );
}
