import { Avatar } from '../parts/display/avatar.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { Chip } from '../parts/display/chip.tsx';
import { CodeBlock } from '../parts/display/code-block.tsx';
import { LabelChip } from '../parts/display/label-chip.tsx';
import { LeaseRing } from '../parts/display/lease-ring.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { ProgressBar } from '../parts/display/progress-bar.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { SecretOnce } from '../parts/display/secret-once.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { StatusIcon } from '../parts/icons/status-icon.tsx';

const looks = ['muted', 'outline', 'accent', 'amber', 'violet', 'green', 'red', 'teal'] as const;
const notices = ['info', 'good', 'warning', 'danger', 'agent'] as const;
const hourMs = 3_600_000;

export function Chips() {
  const now = Date.now();
  return (
    <>
      <div className="design-row">
        {looks.map((look) => (
          <Badge key={look} look={look}>
            {look}
          </Badge>
        ))}
        <Badge>12</Badge>
      </div>
      <div className="design-row">
        <Chip
          before={<StatusIcon status="in_progress" />}
          onClick={() => {}}
          keys="s"
          tooltip="Change status"
        >
          In progress
        </Chip>
        <Chip before={<Avatar name="Ada Lovelace" size="small" />} onClick={() => {}}>
          Ada Lovelace
        </Chip>
        <Chip before={<Icon name="calendar" />} onClick={() => {}} disabled="You can only read this project.">
          Due date
        </Chip>
        <Chip onRemove={() => {}}>assignee: me</Chip>
        <LabelChip name="api" color="rebeccapurple" />
        <LabelChip name="customer request" color="orange" onRemove={() => {}} />
        <LabelChip name="no colour" />
      </div>
      <div className="design-row">
        <ProgressBar label="Done" value={60} second={20} className="design-progress" />
        <ProgressBar label="Uploading" look="teal" />
        <ProgressBar label="Empty" value={0} look="green" />
        <LeaseRing label="Lease" until={new Date(now + hourMs * 0.7).toISOString()} lengthMs={hourMs} />
        <LeaseRing label="Lease" until={new Date(now + hourMs * 0.1).toISOString()} lengthMs={hourMs} />
        <RelativeTime at={new Date(now - 5 * 60_000).toISOString()} />
        <RelativeTime at={new Date(now - 26 * hourMs).toISOString()} />
      </div>
      {notices.map((look) => (
        <Notice key={look} look={look}>
          A sentence of the kind “{look}” that belongs to the place where it stands.
        </Notice>
      ))}
      <SecretOnce
        label="API key"
        secret="dk_2f9a0c71b8e64d0a9f7e5c3b1a2d4e6f8091a2b3c4d5"
        onDone={() => {}}
      />
      <CodeBlock
        language="sh"
        code={
          'npm ci\nnpm start -- --port 3000 --a-long-option-that-does-not-fit-into-the-line=true --another'
        }
      />
    </>
  );
}
