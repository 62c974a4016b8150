import type { InstanceStatus } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { formatDuration, locale } from '../parts/dates/dates.ts';
import { Facts } from '../parts/display/facts.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Section } from '../parts/display/section.tsx';
import { formatBytes } from './format-bytes.ts';

/** When the last backup was made, where it is, and a warning if it is old or there is none. */
export function BackupSection({ backup }: { backup: InstanceStatus['backup'] }) {
  const texts = m.instance.backup;
  const { state, last, problem, everySeconds } = backup;
  return (
    <Section
      title={texts.title}
      text={everySeconds ? texts.every(formatDuration(everySeconds * 1_000)) : texts.noSchedule}
    >
      {state !== 'current' && <Notice look="warning">{texts[state]}</Notice>}
      {problem && <Notice look="danger">{texts.problem(problem)}</Notice>}
      {last && (
        <Facts
          facts={[
            [texts.last, <RelativeTime key="at" at={last.finishedAt} />],
            [texts.location, last.location],
            [texts.size, formatBytes(last.bytes, locale())],
            [
              texts.verified,
              last.verifiedAt ? <RelativeTime key="verified" at={last.verifiedAt} /> : texts.notVerified,
            ],
          ]}
        />
      )}
    </Section>
  );
}
