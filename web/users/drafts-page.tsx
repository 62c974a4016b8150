import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Section } from '../parts/display/section.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { useDraft, useDrafts, useProject, useRow } from '../replica/index.ts';
import { Link } from '../router/index.ts';
import { openNewTicket } from '../tickets/index.ts';
import { type DraftSubject, subjectOfDraft } from './draft-subject.ts';
import { MePage } from './me-page.tsx';
import './drafts-page.css';

/** Texts that were typed in this browser and never reached the server, with where they belong. */
export function DraftsPage() {
  const drafts = useDrafts();
  return (
    <MePage title={m.users.drafts}>
      {drafts.length === 0 ? (
        <EmptyState icon="edit" title={m.users.noDrafts} text={m.users.draftsText} />
      ) : (
        <Section title={m.users.drafts} text={m.users.draftsText}>
          <ul className="drafts-list">
            {drafts.map(({ key }) => (
              <DraftItem key={key} draftKey={key} />
            ))}
          </ul>
        </Section>
      )}
    </MePage>
  );
}

function DraftItem({ draftKey }: { draftKey: string }) {
  const { text, setText, clear } = useDraft(draftKey);
  const subject = subjectOfDraft(draftKey);
  const remove = () => {
    clear();
    showToast({
      text: m.users.draftDeleted,
      actions: [{ name: m.shell.undo, run: () => setText(text) }],
    });
  };
  return (
    <li className="drafts-item">
      <div className="drafts-main">
        <p className="drafts-place">
          {m.users.draftKinds[subject.kind]} <Place subject={subject} />
        </p>
        <p className="drafts-text">{text}</p>
      </div>
      <CopyButton text={text} label={m.users.copyDraft} />
      <IconButton icon="trash" label={m.users.deleteDraft} onClick={remove} />
    </li>
  );
}

/** Leads to the field in which the draft is typed on. */
function Place({ subject }: { subject: DraftSubject }) {
  const row = useRow('ticketId' in subject ? subject.ticketId : undefined);
  const project = useProject('projectId' in subject ? subject.projectId : '');
  if (row)
    return (
      <Link
        to={`/t/${row.key ?? row.id}`}
        search={'commentId' in subject ? { comment: subject.commentId } : {}}
      >
        {row.key} {row.title}
      </Link>
    );
  if ('taskId' in subject)
    return (
      <Link to="/agents" search={{ task: subject.taskId }}>
        {m.users.draftTask}
      </Link>
    );
  if (project)
    return (
      <Link to="/p/$key/docs" params={{ key: project.key }}>
        {project.name}
      </Link>
    );
  if (subject.kind === 'new-ticket')
    return (
      <Button look="quiet" onClick={() => openNewTicket()}>
        {m.shell.open}
      </Button>
    );
  return null;
}
